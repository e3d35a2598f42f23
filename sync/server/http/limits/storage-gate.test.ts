import { createHash, randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { createTestDevice, intake, safetyAlert, sealed, type TestDevice } from '../../testing/test-device.ts';
import { openTestServer, type TestServer } from '../../testing/test-server.ts';
import { isUrgentPush } from './storage-gate.ts';

const KIBIBYTE = 1024;
const DAY_MS = 86_400_000;

let server: TestServer;
beforeAll(async () => {
  const budget = { ofNetwork: 100 * KIBIBYTE, ofVendor: 150 * KIBIBYTE };
  server = await openTestServer({ storageBudgets: { operations: budget, blobs: budget } });
  return () => server.close();
});

const form = () => sealed('intake.submit', intake(server.formHash));
const alert = () => sealed('safety.alert', safetyAlert(server.formHash));
/** It is held, and kept for ever. */
function large(): unknown {
  const bytes = randomBytes(30 * KIBIBYTE);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { ...form(), envelope: bytes.toString('base64url'), sha256 };
}

async function push(ops: readonly unknown[], device?: TestDevice, vendor = 'meadow') {
  const sender = device ?? (await createTestDevice());
  const body = JSON.stringify({ deviceId: sender.deviceId, epoch: null, maxSeq: 0, ops });
  const { status, headers } = await sender.post(server.send, vendor, body);
  return { status, retryAfter: Number(headers.get('retry-after') ?? 0) };
}

async function fill(vendor?: string): Promise<number> {
  for (let taken = 0; ; taken++) if ((await push([large()], undefined, vendor)).status !== 200) return taken;
}

describe('what strangers may have stored in a day', () => {
  it('is bounded by network and vendor, and what is refused stays on the device', async () => {
    const phone = await createTestDevice();
    expect((await push([form()], phone)).status).toBe(200);
    await server.judging.sweep();
    server.pass(61 * 60_000);
    expect(await fill()).toBe(2);
    const rows = async () =>
      (await server.database.sql`select count(*)::int as count from op_ledger`)[0]?.count;
    const before = await rows();
    const refused = await push([large()]);
    expect(refused.status).toBe(429);
    // A good deal of the day, and no more.
    expect(refused.retryAfter).toBeGreaterThan(60);
    expect(refused.retryAfter).toBeLessThan(86_400);
    expect(await rows()).toBe(before);
    // Whose device has submitted before, and has not just been made, isn't stopped by others; alerts never are.
    expect((await push([large()], phone)).status).toBe(200);
    expect((await push([alert(), alert()])).status).toBe(200);
    expect((await push([large(), alert()])).status).toBe(429);
    server.pass(DAY_MS);
    expect((await push([large()])).status).toBe(200);
  });

  it('of one vendor is not taken from another', async () => {
    server.pass(DAY_MS);
    const from = (host: number) => ({ remoteAddress: `203.0.${host}.1` });
    const send = async (vendor: string, host: number) => {
      const device = await createTestDevice();
      const body = JSON.stringify({ deviceId: device.deviceId, epoch: null, maxSeq: 0, ops: [large()] });
      const answer = await device.post(
        async (path, { headers, body: payload }) => {
          const answered = await server.app.inject({
            ...{ method: 'POST', url: path, headers, ...from(host) },
            ...(payload === undefined ? {} : { payload }),
          });
          const kept = new Headers();
          for (const [name, value] of Object.entries(answered.headers)) kept.set(name, String(value));
          return { status: answered.statusCode, headers: kept, text: answered.body };
        },
        vendor,
        body,
      );
      return answer.status;
    };
    const statuses: number[] = [];
    for (let host = 1; host <= 5; host++) statuses.push(await send('meadow', host));
    expect(statuses).toEqual([200, 200, 200, 429, 429]);
    expect(await send('brook', 5)).toBe(200);
  });

  it('is bounded for photos, too', async () => {
    server.pass(DAY_MS);
    const statuses: number[] = [];
    for (let photo = 0; photo < 5; photo++) {
      const device = await createTestDevice();
      const bytes = randomBytes(30 * KIBIBYTE);
      const path = `/connect/meadow/sync/v1/blobs/${createHash('sha256').update(bytes).digest('hex')}`;
      const send = async (nonce?: string) =>
        await server.app.inject({
          method: 'PATCH',
          url: path,
          headers: {
            host: 'care.example',
            'upload-offset': '0',
            'upload-length': String(bytes.length),
            dpop: await device.proof({
              ...{ htm: 'PATCH', htu: `https://care.example${path}`, jti: 'a', iat: 0, nonce },
              bsh: createHash('sha256').update(bytes).digest('base64url'),
            }),
          },
          payload: bytes,
        });
      const challenge = await send();
      statuses.push((await send(String(challenge.headers['dpop-nonce']))).statusCode);
    }
    expect(statuses).toEqual([204, 204, 204, 429, 429]);
  });

  it('has no privilege for what only calls itself an alert', () => {
    expect(isUrgentPush([alert(), alert()], 10_000)).toBe(true);
    expect(isUrgentPush([alert(), form()], 10_000)).toBe(false);
    expect(isUrgentPush([null], 10_000)).toBe(false);
    expect(isUrgentPush([alert()], 257 * KIBIBYTE)).toBe(false);
  });
});

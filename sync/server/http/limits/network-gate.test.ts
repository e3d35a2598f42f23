import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { openConsole } from '../../testing/test-console.ts';
import { useTestDatabase } from '../../testing/test-database.ts';
import { createTestDevice, intake, safetyAlert, sealed, type TestDevice } from '../../testing/test-device.ts';
import { askAs, enrolKiosk, newCode } from '../../testing/test-kiosk.ts';
import { openTestServer, type TestServer } from '../../testing/test-server.ts';
import { createIsEstablished, type DeviceName, type ReadStandings } from './network-gate.ts';

/** Of a device; a network has ten times as many. */
const PER_MINUTE = 12;
const OF_NETWORK = PER_MINUTE * 10;

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer({ pushesPerMinute: PER_MINUTE });
  return () => server.close();
});

/** From the address that all requests of a test come from. */
async function drain(path: string): Promise<void> {
  const asked = Array.from({ length: OF_NETWORK + 20 }, () =>
    server.send(`/connect/meadow/${path}`, { method: 'POST', headers: {}, body: '{}' }),
  );
  const statuses = (await Promise.all(asked)).map(({ status }) => status);
  expect(statuses).toContain(429);
  expect(statuses.at(-1)).toBe(429);
}

async function submit(device: TestDevice): Promise<number> {
  const body = JSON.stringify({
    deviceId: device.deviceId,
    epoch: null,
    maxSeq: 0,
    ops: [sealed('safety.alert', safetyAlert(server.formHash))],
  });
  return (await device.post(server.send, 'meadow', body)).status;
}

describe('what a stranger uses up in a network', () => {
  it('stops neither a kiosk of the clinic nor a phone that has submitted before', async () => {
    const kiosk = await enrolKiosk(server);
    const phone = await createTestDevice();
    await phone.push(server.send, 'meadow', [sealed('intake.submit', intake(server.formHash))]);
    await server.judging.sweep();
    server.pass(61 * 60_000);
    const strangers = await Promise.all(Array.from({ length: 8 }, createTestDevice));
    // They have the nonce of this hour.
    for (const device of [phone, kiosk.device]) expect(await submit(device)).toBe(200);
    // All at once: a network gets two more each second.
    await drain('sync/v1/push');
    const times = [1, 2, 3, 4, 5, 6];
    const [ofStrangers, ofPhone, ofKiosk] = await Promise.all([
      Promise.all(strangers.map(submit)),
      Promise.all(times.map(() => submit(phone))),
      Promise.all(times.map(() => submit(kiosk.device))),
    ]);
    expect(ofStrangers.filter((status) => status === 429).length).toBeGreaterThan(3);
    expect([...ofPhone, ...ofKiosk].filter((status) => status !== 200)).toEqual([]);
    await drain('kiosk/v1/health');
    const health = await Promise.all(times.map(() => kiosk.health()));
    expect(health.map(({ status }) => status)).toEqual(times.map(() => 200));
    // It goes no further for a name alone.
    const dpop = await phone.proof({ htm: 'POST', htu: 'https://elsewhere.example/', jti: 'x', iat: 0 });
    const path = '/connect/meadow/sync/v1/push';
    const sendFalse = async () =>
      (await server.send(path, { method: 'POST', headers: { dpop }, body: '{}' })).status;
    expect(await sendFalse()).toBe(401);
    // However often: after some it isn't looked at any more, and others in the network still are.
    await drain('sync/v1/push');
    const statuses = await Promise.all(Array.from({ length: 30 }, sendFalse));
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(15);
    expect(await submit(kiosk.device)).toBe(200);
  });

  it('is nothing to keys that were made for it, however many', async () => {
    server.pass(60_000);
    const keys = await Promise.all(Array.from({ length: 12 }, createTestDevice));
    await drain('sync/v1/push');
    const statuses = await Promise.all(keys.map(submit));
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(6);
  });

  it('stops nobody who has the right code: of a kiosk, or of a hand-off to a phone', async () => {
    server.pass(60 * 60_000);
    const console = openConsole(server);
    const { code } = await newCode(console, await console.signIn());
    const kiosk = await enrolKiosk(server, { name: 'Hall' });
    const id = randomUUID();
    await kiosk.ask('PUT', `hand-offs/${id}`, { iv: 'aXY', sealed: 'c2VhbGVk' });
    const enrol = async (tried: string) => {
      const device = await createTestDevice();
      const body = { code: tried, deviceKey: device.deviceKey, host: 'chromium', version: '1.2.3' };
      return (await askAs(server, device, 'meadow', 'POST', 'enrol', body)).status;
    };
    const claim = async (tried: string) =>
      (
        await server.send(`/connect/meadow/hand-offs/${tried}/claim`, {
          method: 'POST',
          headers: { host: 'care.example' },
        })
      ).status;
    const misses: number[] = [];
    for (let time = 0; time < 12; time++) misses.push(await enrol('11111-11111'));
    expect(misses.slice(-2)).toEqual([429, 429]);
    expect(await enrol(code)).toBe(200);
    for (let time = 0; time < 40; time++) misses.push(await claim(randomUUID()));
    expect(misses.at(-1)).toBe(429);
    expect(await claim(id)).toBe(200);
  });
});

describe('a device that passes where its network has used up its allowance', () => {
  it('is known for an hour, and is not blocked', async () => {
    const { sql } = await useTestDatabase();
    let at = Date.now();
    const know = async (device: string, minutes: number | null) => {
      const since = minutes === null ? null : new Date(at - minutes * 60_000).toISOString();
      await sql`insert into devices (vendor, device_id, registered_at, known_at) values ('meadow', ${device}, now(), ${since})`;
    };
    await know('old', 61);
    await know('fresh', 59);
    await know('stranger', null);
    await know('blocked', 600);
    const named = (name: string) => (devices: readonly DeviceName[]) =>
      devices.filter(({ vendor, device }) => vendor === 'meadow' && device === name);
    // As features say it: what is trusted passes unknown, too.
    const sources: readonly ReadStandings[] = [
      async (devices) => ({ blocked: named('blocked')(devices) }),
      async (devices) => ({ trusted: named('kiosk')(devices) }),
    ];
    const isEstablished = createIsEstablished(
      sql,
      () => new Date(at),
      () => sources,
    );
    const ask = (vendor: string) =>
      Promise.all(
        ['old', 'fresh', 'stranger', 'blocked', 'nobody', 'kiosk'].map((device) =>
          isEstablished(vendor, device),
        ),
      );
    expect(await ask('meadow')).toEqual([true, false, false, false, false, true]);
    expect(await ask('brook')).toEqual([false, false, false, false, false, false]);
    at += 2 * 60_000;
    expect(await ask('meadow')).toEqual([true, true, false, false, false, true]);
  });
});

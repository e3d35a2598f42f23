import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { problemSchema } from '../../../protocol/base/problem.ts';
import { HOST, openConsole } from '../../testing/test-console.ts';
import { createTestDevice, type TestDevice } from '../../testing/test-device.ts';
import { openTestServer } from '../../testing/test-server.ts';
import { STREAM_LIMITS, type StreamLimits } from './event-streams.ts';

const [FLOODED, ELSEWHERE] = ['203.0.113.1', '198.51.100.1'];

interface Place {
  readonly vendor: string;
  readonly from: string;
  readonly device?: TestDevice;
}

/** A listening server behind one proxy, which names the address that a request comes from. */
async function serve(streamLimits: Partial<StreamLimits> = {}) {
  const server = await openTestServer({ trustProxy: 1, streamLimits });
  onTestFinished(() => server.close());
  await server.app.listen({ host: '127.0.0.1', port: 0 });
  const origin = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`;
  const get = async (path: string, headers: Record<string, string>) => {
    const abort = new AbortController();
    onTestFinished(() => abort.abort());
    const answer = await fetch(`${origin}${path}`, { headers, signal: abort.signal });
    // The stream stays open; what is read of a refusal is its text.
    return { answer, close: () => abort.abort() };
  };
  let proofs = 0;
  return {
    async openStream({ vendor, from, device }: Place) {
      const path = `/connect/${vendor}/sync/v1/events`;
      const unproven = await get(path, { 'x-forwarded-for': from });
      const nonce = unproven.answer.headers.get('dpop-nonce') ?? '';
      await unproven.answer.text();
      const claims = { htm: 'GET', htu: `${origin}${path}`, jti: `proof-${proofs++}`, iat: 0, nonce };
      const dpop = await (device ?? (await createTestDevice())).proof(claims);
      return await get(path, { dpop, 'x-forwarded-for': from });
    },
    async openStaffStream(vendor: string, from: string) {
      const cookie = await openConsole(server).signIn(vendor);
      return await get(`/console/${vendor}/api/events`, { host: HOST, cookie, 'x-forwarded-for': from });
    },
  };
}

async function refusal({ answer }: { readonly answer: Response }) {
  expect(answer.headers.get('content-type')).toContain('application/problem+json');
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  const { status, code } = problemSchema.parse(await answer.json());
  expect(status).toBe(answer.status);
  return [status, code];
}

describe('streams of events over HTTP (promise 23)', () => {
  it('flooded by one network are refused to it, and open to other networks, vendors and staff', async () => {
    const { openStream, openStaffStream } = await serve();
    const statuses: number[] = [];
    for (let opened = 0; opened < STREAM_LIMITS.devicesOfNetwork; opened++) {
      const vendor = opened % 2 === 0 ? 'meadow' : 'brook';
      statuses.push((await openStream({ vendor, from: FLOODED })).answer.status);
    }
    expect(new Set(statuses)).toEqual(new Set([200]));
    // Whatever vendor the network names, and whatever key.
    for (const vendor of ['meadow', 'brook'])
      expect(await refusal(await openStream({ vendor, from: FLOODED }))).toEqual([429, 'RATE_LIMITED']);
    for (const vendor of ['meadow', 'brook'])
      expect((await openStream({ vendor, from: ELSEWHERE })).answer.status).toBe(200);
    expect((await openStaffStream('meadow', FLOODED)).answer.status).toBe(200);
  });

  it('flooded for one vendor from many networks are refused to its devices, and open to another vendor and to staff', async () => {
    const { openStream, openStaffStream } = await serve({ devicesOfVendor: 4 });
    const from = (index: number) => `198.51.100.${index}`;
    const held = [];
    for (let index = 0; index < 4; index++)
      held.push(await openStream({ vendor: 'meadow', from: from(index) }));
    expect(held.map(({ answer }) => answer.status)).toEqual([200, 200, 200, 200]);
    expect(await refusal(await openStream({ vendor: 'meadow', from: from(9) }))).toEqual([
      503,
      'UNAVAILABLE',
    ]);
    expect((await openStream({ vendor: 'brook', from: from(9) })).answer.status).toBe(200);
    expect((await openStaffStream('meadow', from(9))).answer.status).toBe(200);
    held[0]?.close();
    await expect
      .poll(async () => (await openStream({ vendor: 'meadow', from: from(9) })).answer.status)
      .toBe(200);
  });

  it('of one owner take one place: the next ends the last', async () => {
    const { openStream } = await serve({ devicesOfVendor: 2 });
    const device = await createTestDevice();
    const own: Response[] = [];
    for (let opened = 0; opened < 6; opened++)
      own.push((await openStream({ vendor: 'meadow', from: FLOODED, device })).answer);
    expect(own.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    for (const former of own.slice(0, -1)) await former.text();
    expect((await openStream({ vendor: 'meadow', from: ELSEWHERE })).answer.status).toBe(200);
    expect(await refusal(await openStream({ vendor: 'meadow', from: ELSEWHERE }))).toEqual([
      503,
      'UNAVAILABLE',
    ]);
  });
});

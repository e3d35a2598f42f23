import { describe, expect, test } from 'vitest';
import type { WireRequest } from '../../sync/client/base/ports.ts';
import {
  captivePortal,
  createClinic,
  ENDPOINT,
  lost,
  type Weather,
} from '../../sync/client/testing/clinic.ts';
import { createFaultyDisk } from '../../sync/client/testing/faulty-disk.ts';
import { startKiosk } from './testing/kiosk-machine.ts';

const OURS = { 'content-type': 'application/json', 'x-sync-protocol': '1' };
const answering =
  (status: number, body: string, headers: Readonly<Record<string, string>> = OURS): Weather =>
  async () => ({ status, headers, body });

async function kiosk(weather?: Weather) {
  const clinic = await createClinic();
  const sent: WireRequest[] = [];
  const { keeper } = await startKiosk({ clinic, disk: createFaultyDisk() });
  clinic.state.weather = async (request, proceed) => {
    sent.push(request);
    return weather === undefined ? await proceed() : await weather(request, proceed);
  };
  return { clinic, keeper, sent };
}

describe('a request of the kiosk’s own (promise 9)', () => {
  test('bears the device’s proof over method, address and body, and gives the answer', async () => {
    const { keeper, sent } = await kiosk(answering(200, '{"revoked":false}'));
    const answer = await keeper.request('POST', '/kiosk/v1/health', { queued: 1 });
    expect(answer).toEqual({ status: 200, json: { revoked: false } });
    const [request] = sent;
    expect(request).toMatchObject({ method: 'POST', url: `${ENDPOINT}/kiosk/v1/health` });
    expect(request?.headers).toMatchObject({ 'content-type': 'application/json', 'x-sync-protocol': '1' });
    const [, claims = ''] = request?.headers.dpop?.split('.') ?? [];
    const proof: unknown = JSON.parse(Buffer.from(claims, 'base64url').toString());
    const digest = await crypto.subtle.digest('SHA-256', request?.body ?? new Uint8Array());
    expect(proof).toMatchObject({
      htm: 'POST',
      htu: `${ENDPOINT}/kiosk/v1/health`,
      bsh: Buffer.from(digest).toString('base64url'),
    });
    expect(keeper.lastContact()).toBeDefined();
    await keeper.close();
  });

  test('goes once more with the nonce that the server asks for', async () => {
    const { clinic, keeper } = await kiosk();
    // The clinic of these tests checks the proof of each request, and answers this one as it answers the feed.
    clinic.state.nonce = 'nonce-2';
    expect(await keeper.request('GET', '/kiosk/v1/assignment')).toMatchObject({ status: 200 });
    expect(clinic.state.nonceRequests).toBeGreaterThan(0);
    await keeper.close();
  });

  test.each([
    ['a refusal', 404, '{"code":"NOT_FOUND"}', { status: 404, json: { code: 'NOT_FOUND' } }],
    ['an answer without a body', 204, '', { status: 204, json: undefined }],
  ])('gives %s as it is', async (_name, status, body, expected) => {
    const { keeper } = await kiosk(answering(status, body));
    expect(await keeper.request('PUT', '/kiosk/v1/hand-offs/x', { iv: 'a' })).toEqual(expected);
    await keeper.close();
  });

  test.each([
    ['nobody answers', lost],
    ['a captive portal answers', captivePortal],
    [
      'somebody answers JSON without our header',
      answering(200, '{}', { 'content-type': 'application/json' }),
    ],
    ['a page comes under our header', answering(200, '<html>', { ...OURS, 'content-type': 'text/html' })],
    ['the answer is cut off', answering(200, '{"revoked":fal')],
  ])('is undefined where %s', async (_name, weather) => {
    const { keeper } = await kiosk(weather);
    expect(await keeper.request('GET', '/kiosk/v1/assignment')).toBeUndefined();
    await keeper.close();
  });
});

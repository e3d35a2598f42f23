import type { AddressInfo } from 'node:net';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { openConsole } from '../../testing/test-console.ts';
import { createTestDevice, safetyAlert, type TestDevice } from '../../testing/test-device.ts';
import { openTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let origin: string;
beforeEach(async () => {
  server = await openTestServer();
  onTestFinished(() => server.close());
  await server.app.listen({ host: '127.0.0.1', port: 0 });
  origin = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`;
});

const PATH = '/connect/meadow/sync/v1/events';

async function listenAs(device: TestDevice) {
  const nonce = (await fetch(`${origin}${PATH}`)).headers.get('dpop-nonce') ?? '';
  const dpop = await device.proof({ htm: 'GET', htu: `${origin}${PATH}`, jti: 'x', iat: 0, nonce });
  const abort = new AbortController();
  onTestFinished(() => abort.abort());
  const answer = await fetch(`${origin}${PATH}`, { headers: { dpop }, signal: abort.signal });
  let text = '';
  const ended = (async () => {
    const decoder = new TextDecoder();
    for await (const chunk of answer.body ?? []) text += decoder.decode(chunk);
    return 'the end';
  })().catch(() => 'cut');
  return { answer, text: () => text, ended, abort: () => abort.abort() };
}

describe('the stream of events (promise 23)', () => {
  it('is opened by a proof of the device key alone, and is not to be kept or gathered', async () => {
    expect((await fetch(`${origin}${PATH}`)).status).toBe(401);
    const { answer, text } = await listenAs(await createTestDevice());
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/event-stream');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('x-accel-buffering')).toBe('no');
    await expect.poll(text).toBe(':\n\n');
  });

  it('wakes a device when a person has acknowledged its alert, and no other device', async () => {
    const [device, other] = [await createTestDevice(), await createTestDevice()];
    const clinic = openConsole(server);
    const cookie = await clinic.signIn();
    const id = await clinic.submit(device, 'safety.alert', safetyAlert(server.formHash));
    const { cursor } = await device.changes(server.send, 'meadow');
    const [mine, others] = [await listenAs(device), await listenAs(other)];
    await clinic.call('POST', `meadow/api/alerts/${id}/acknowledge`, cookie, { note: 'Called.' });
    await expect.poll(mine.text).toContain('event: wake\ndata:\n\n');
    expect(others.text()).toBe(':\n\n');
    expect(mine.text()).not.toContain(id);
    const { changes } = await device.changes(server.send, 'meadow', cursor);
    expect(changes.some(({ acknowledgedAt }) => acknowledgedAt !== undefined)).toBe(true);
  });

  it('ends when the server stops', async () => {
    const { ended } = await listenAs(await createTestDevice());
    await server.app.close();
    await expect(ended).resolves.toBe('the end');
  });
});

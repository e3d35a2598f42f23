/** Networks that fail while a page is at work on the second host: nothing of them reaches the screen, and what is under way ends with its page. */
import { createServer, type Server, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { KioskView } from '../../electron/hosts/host.ts';
import { makeCertificate } from '../../electron/testing/certificate.ts';
import { until } from '../support/wait.ts';
import { chromiumKioskIsMissing, startTestKiosk, type TestKiosk } from './support/chromium-kiosk.ts';

const missing = chromiumKioskIsMissing();
/** What a network of a hotel's answers to every request. */
const PORTAL = `<!doctype html><title>Welcome</title><script>document.title = 'Sign in'; location = 'http://portal.example/'</script>`;

const FAULTS = {
  none: (response: ServerResponse) => response.end('hello'),
  late: (response: ServerResponse) => setTimeout(() => response.end('hello'), 1500),
  silent: () => undefined,
  'cut off': (response: ServerResponse) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
    response.write('{"operations":[');
    setTimeout(() => response.socket?.destroy(), 100);
  },
  'cut off before it answers': (response: ServerResponse) => response.socket?.destroy(),
  portal: (response: ServerResponse) =>
    response.writeHead(200, { 'content-type': 'text/html', 'set-cookie': 'portal=1' }).end(PORTAL),
} as const;

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  // Node's own type for what a TCP server listens on.
  return (server.address() as AddressInfo).port;
}

describe.skipIf(missing !== undefined)(`networks that fail on the Chromium host ${missing ?? ''}`, () => {
  let fault: keyof typeof FAULTS = 'none';
  let waiting = 0;
  const cookies: unknown[] = [];
  const server = createServer((request, response) => {
    if (request.headers.cookie !== undefined) cookies.push(request.headers.cookie);
    response.setHeader('access-control-allow-origin', '*');
    waiting += 1;
    response.on('close', () => (waiting -= 1));
    FAULTS[fault](response);
  });
  let base: string;
  let kiosk: TestKiosk;
  let view: KioskView;
  const ask = (patience = 3000) => kiosk.probe(view, 'ask', { url: `${base}sync`, patience });

  beforeAll(async () => {
    base = `http://127.0.0.1:${await listen(server)}/connect/willow/`;
    kiosk = await startTestKiosk({ server: base });
    view = await kiosk.open();
  });
  afterEach(() => {
    fault = 'none';
  });
  afterAll(async () => {
    await kiosk.close();
    server.closeAllConnections();
    server.close();
  });

  test.each([
    { is: 'cut off', answer: { is: 'refused', value: 'TypeError' } },
    { is: 'cut off before it answers', answer: { is: 'refused', value: 'TypeError' } },
    { is: 'silent', answer: { is: 'refused', value: 'TimeoutError' } },
    { is: 'late', answer: { is: 'done', value: 'hello' } },
    // It is a text, which the app finds to be no answer of the server's (sync/client/wire/exchange.test.ts).
    { is: 'portal', answer: { is: 'done', value: PORTAL.slice(0, 200) } },
  ] as const)('a server that is $is costs one request, and no page', async ({ is, answer }) => {
    fault = is;
    expect(await ask(is === 'silent' ? 800 : 2900)).toEqual(answer);
    fault = 'none';
    expect(await ask()).toEqual({ is: 'done', value: 'hello' });
    const page = await kiosk.page();
    expect([page.url(), await page.title()]).toEqual(['https://willow.kiosk.internal/', 'Kiosk']);
    expect(kiosk.failures).toEqual([]);
    expect(cookies).toEqual([]);
  });

  test('a portal that answers everything is in no page’s way: all of it is on this machine', async () => {
    await kiosk.host.discard(view);
    fault = 'portal';
    view = await kiosk.open();
    const page = await kiosk.page();
    expect(await page.title()).toBe('Kiosk');
    expect(kiosk.failures).toEqual([]);
  });

  test('what a page still waits for ends with it, without delay', async () => {
    fault = 'silent';
    const others = waiting;
    void kiosk.probe(view, 'ask', { url: `${base}sync`, patience: 600_000 }).catch(() => undefined);
    await until('it was asked', () => waiting > others);
    await kiosk.host.discard(view);
    await until('it was let go of', () => waiting === others, 5000);
    view = await kiosk.open();
  });

  test('a server with another’s certificate is sent nothing, and the page is told no more than that', async () => {
    const asked: unknown[] = [];
    const foreign = createSecureServer(makeCertificate(['127.0.0.1']), (request, response) => {
      asked.push(request.url);
      response.end('welcome');
    });
    const there = `https://127.0.0.1:${await listen(foreign)}/connect/willow/`;
    kiosk.host.configure({ server: there, pins: [], camera: false });
    await kiosk.host.discard(view);
    view = await kiosk.open();
    expect(await kiosk.probe(view, 'ask', { url: `${there}sync`, patience: 2900 })).toEqual({
      is: 'refused',
      value: 'TypeError',
    });
    expect(asked).toEqual([]);
    expect(kiosk.failures).toEqual([]);
    foreign.closeAllConnections();
    foreign.close();
  });

  // The last one: it takes the server away.
  test('a server that is gone is as one that can’t be reached', async () => {
    kiosk.host.configure({ server: base, pins: [], camera: false });
    await kiosk.host.discard(view);
    view = await kiosk.open();
    server.closeAllConnections();
    await new Promise((resolve) => {
      server.close(resolve);
    });
    expect(await ask()).toEqual({ is: 'refused', value: 'TypeError' });
    expect(await kiosk.probe(view, 'order')).toMatchObject({ readyState: 'complete' });
    expect(kiosk.failures).toEqual([]);
  });
});

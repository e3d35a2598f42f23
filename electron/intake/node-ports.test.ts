import { createServer, type Server } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import { createSystemClock, createSystemRandom } from '../../sync/client/base/system-clock.ts';
import { createFetchTransport, createNodeSignals, createProcessLocks } from './node-ports.ts';
import { createPublishedKeys } from './published-keys.ts';

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** @returns its address */
async function serving(listener: Parameters<typeof createServer>[1]): Promise<string> {
  const opened = createServer(listener ?? (() => undefined));
  server = opened;
  await new Promise<void>((resolve) => opened.listen(0, '127.0.0.1', resolve));
  const address = opened.address();
  if (address === null || typeof address === 'string') throw new Error('There is no port.');
  return `http://127.0.0.1:${address.port}`;
}

describe('the transport over fetch', () => {
  test('brings method, headers and body there, and status, headers and text back', async () => {
    const origin = await serving((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        response.writeHead(409, { 'X-Sync-Protocol': '1' });
        response.end(`${request.method} ${String(request.headers.dpop)} ${Buffer.concat(parts).toString()}`);
      });
    });
    const body = new Uint8Array(new TextEncoder().encode('part'));
    const sent = createFetchTransport(fetch).send({
      ...{ method: 'PATCH', url: `${origin}/a`, headers: { dpop: 'proof' }, body },
    });
    const answer = await sent.answer;
    expect([answer.status, answer.header('x-sync-protocol'), answer.header('x-none')]).toEqual([
      409,
      '1',
      undefined,
    ]);
    expect(await answer.text()).toBe('PATCH proof part');
  });

  test('takes a redirect for no answer: only captive portals send them', async () => {
    const origin = await serving((_request, response) => {
      response.writeHead(302, { location: '/sign-in' });
      response.end();
    });
    const { answer } = createFetchTransport(fetch).send({ method: 'GET', url: origin, headers: {} });
    await expect(answer).rejects.toThrow(TypeError);
  });

  test('gives up when it is told to', async () => {
    const origin = await serving(() => undefined);
    const { answer, abort } = createFetchTransport(fetch).send({ method: 'GET', url: origin, headers: {} });
    abort();
    await expect(answer).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('the process’s ports', () => {
  test('one holder of a lock at a time', async () => {
    const locks = createProcessLocks();
    const release = await locks.tryHold('a');
    expect(await locks.tryHold('a')).toBeUndefined();
    expect(await locks.tryHold('b')).toBeDefined();
    release?.();
    expect(await locks.tryHold('a')).toBeDefined();
  });

  test('signals are told to those who listen', () => {
    const signals = createNodeSignals();
    const heard: string[] = [];
    const stop = signals.listen((signal) => heard.push(signal));
    signals.tell('resumed');
    stop();
    signals.tell('online');
    expect([signals.visible(), heard]).toEqual([true, ['resumed']]);
  });

  test('a timer that is cancelled does not run', async () => {
    const clock = createSystemClock();
    const ran: string[] = [];
    clock.setTimer(1, () => ran.push('cancelled'))();
    await new Promise<void>((resolve) => clock.setTimer(5, resolve));
    expect(ran).toEqual([]);
    expect(createSystemClock().boot).not.toBe(clock.boot);
    expect(createSystemRandom().bytes(16)).not.toEqual(createSystemRandom().bytes(16));
  });
});

describe('the vendor’s published keys', () => {
  const known = { keyManifest: undefined, receiptKeys: { k1: 'one' } };

  test('are what was built in where nobody answers, or something else does', async () => {
    const origin = await serving((_request, response) => response.end('<html>Please sign in</html>'));
    const keys = createPublishedKeys({ endpoint: origin, fetch, known });
    expect(await keys.vendorKeys.refresh()).toBeUndefined();
    expect(await keys.receiptKeys.refresh()).toEqual({ k1: 'one' });
  });

  test('are joined by the server’s newest', async () => {
    const manifest = {
      ...{ v: 1, vendor: 'meadow', issuedAt: '2026-11-10T00:00:00.000Z', keys: [], endorsements: [] },
      ...{ rootKey: 'root', signature: 'signed' },
    };
    const origin = await serving((request, response) => {
      const body = request.url === '/keys.json' ? manifest : { receiptKeys: { k2: 'two' } };
      response.end(JSON.stringify(body));
    });
    const keys = createPublishedKeys({ endpoint: origin, fetch, known });
    expect(await keys.vendorKeys.refresh()).toEqual(manifest);
    expect(await keys.receiptKeys.refresh()).toEqual({ k1: 'one', k2: 'two' });
    expect(keys.receiptKeys.current()).toEqual({ k1: 'one', k2: 'two' });
  });
});

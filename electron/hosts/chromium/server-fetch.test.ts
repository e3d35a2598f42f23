import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createServerFetch, fingerprintOf } from './server-fetch.ts';

describe('requests to the vendor’s server', () => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      asked.push(`${request.method} ${request.url} ${Buffer.concat(parts).toString()}`);
      if (request.url?.endsWith('/moved') === true) response.writeHead(302, { location: '/elsewhere' }).end();
      else if (request.url?.endsWith('/empty') === true) response.writeHead(204).end();
      else response.writeHead(418, { 'x-one': 'two' }).end('body');
    });
  });
  let base = '';
  beforeAll(async () => {
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    // Node's own type for what a TCP server listens on.
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/connect/willow`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  test('go there and come back as they are', async () => {
    const { fetch, configure } = createServerFetch();
    configure({ server: base, pins: [] });
    const answer = await fetch(`${base}/sync`, { method: 'POST', body: '{"a":1}' });
    expect([answer.status, answer.headers.get('x-one'), await answer.text()]).toEqual([418, 'two', 'body']);
    expect((await fetch(new Request(`${base}/empty`))).status).toBe(204);
    expect(asked).toEqual(['POST /connect/willow/sync {"a":1}', 'GET /connect/willow/empty ']);
  });

  test.each(['/connect/willow-clinic/x', '/', '/connect/willow/%2e%2e/x'])('never go to %s', async (path) => {
    const { fetch, configure } = createServerFetch();
    configure({ server: base, pins: [] });
    const before = asked.length;
    await expect(fetch(new URL(base).origin + path)).rejects.toThrow(TypeError);
    await expect(fetch(`http://evil.example${path}`)).rejects.toThrow(TypeError);
    expect(asked.length).toBe(before);
  });

  test('go nowhere before anybody said where the server is', async () => {
    await expect(createServerFetch().fetch(base)).rejects.toThrow(TypeError);
  });

  test('follow no redirect', async () => {
    const { fetch, configure } = createServerFetch();
    configure({ server: base, pins: [] });
    await expect(fetch(`${base}/moved`)).rejects.toThrow(TypeError);
    await expect(fetch(`${base}/moved`, { redirect: 'error' })).rejects.toThrow(TypeError);
    expect((await fetch(`${base}/moved`, { redirect: 'manual' })).status).toBe(302);
  });

  test('are canceled when the caller cancels them', async () => {
    const { fetch, configure } = createServerFetch();
    configure({ server: base, pins: [] });
    await expect(fetch(`${base}/x`, { signal: AbortSignal.abort() })).rejects.toThrow(/abort/i);
  });

  test('a certificate’s fingerprint is written as in an assignment', () => {
    const hex = Array.from({ length: 32 }, (_, at) => at.toString(16).padStart(2, '0')).join(':');
    expect(fingerprintOf({ fingerprint256: hex })).toBe(
      'sha256/AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=',
    );
  });
});

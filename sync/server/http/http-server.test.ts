import type { RequestListener } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { problemSchema } from '../../protocol/base/problem.ts';
import { openTestServer } from '../testing/test-server.ts';
import { createBoundedServer, HTTP_BOUNDS, type HttpBounds } from './http-server.ts';

async function listen(
  over: Partial<HttpBounds> = {},
  handler: RequestListener = (_, answer) => answer.end('ok'),
) {
  const server = createBoundedServer(handler, { ...HTTP_BOUNDS, checkEveryMs: 20, ...over });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

/** Sends text and reads until the other side closes. */
function converse(port: number, text: string, { reads = true } = {}) {
  const socket = connect(port, '127.0.0.1');
  let received = '';
  socket.on('error', () => undefined);
  const closed = new Promise<string>((resolve) => socket.once('close', () => resolve(received)));
  if (reads) socket.on('data', (chunk) => (received += chunk.toString()));
  else socket.pause();
  socket.write(text);
  onTestFinished(() => void socket.destroy());
  return { socket, closed, received: () => received };
}

function problemOf(answer: string) {
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  expect(head.toLowerCase()).toContain('content-type: application/problem+json');
  const read = problemSchema.parse(JSON.parse(body));
  expect(head).toContain(`HTTP/1.1 ${read.status} `);
  return read.code;
}

describe('what comes before the application', () => {
  it.each([
    ['that is not HTTP', 'hello\r\n\r\n', 'INVALID_REQUEST'],
    ['of an unknown method', 'GRAB / HTTP/1.1\r\nhost: x\r\n\r\n', 'INVALID_REQUEST'],
    ['without a host', 'GET / HTTP/1.1\r\n\r\n', 'INVALID_REQUEST'],
    [
      'with headers that are too large',
      `GET / HTTP/1.1\r\nhost: x\r\nx-a: ${'a'.repeat(20_000)}\r\n\r\n`,
      'HEADERS_TOO_LARGE',
    ],
    [
      'with an address that is too long',
      `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nhost: x\r\n\r\n`,
      'HEADERS_TOO_LARGE',
    ],
    [
      'with two lengths',
      'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n',
      'INVALID_REQUEST',
    ],
    [
      'that expects what is unknown',
      'GET / HTTP/1.1\r\nhost: x\r\nexpect: wonders\r\nconnection: close\r\n\r\n',
      'EXPECTATION_FAILED',
    ],
  ])('is answered with a problem: a request %s', async (_what, text, code) => {
    const server = await openTestServer();
    onTestFinished(() => server.close());
    await server.app.listen({ host: '127.0.0.1', port: 0 });
    const answer = await converse((server.app.server.address() as AddressInfo).port, text).closed;
    expect(problemOf(answer)).toBe(code);
  });

  it('may not take long: headers, and a body', async () => {
    const port = await listen({ headersTimeoutMs: 100, requestTimeoutMs: 200 });
    const slowHead = await converse(port, 'GET / HTTP/1.1\r\nhost:').closed;
    expect(problemOf(slowHead)).toBe('REQUEST_TIMEOUT');
    const reading = await listen({ headersTimeoutMs: 100, requestTimeoutMs: 200 }, (request, answer) => {
      request.resume().on('end', () => answer.end('ok'));
    });
    const slowBody = await converse(reading, 'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\nhalf')
      .closed;
    expect(problemOf(slowBody)).toBe('REQUEST_TIMEOUT');
  });

  it('may not leave its answer unread for long', async () => {
    const given = Promise.withResolvers<void>();
    const port = await listen({ idleTimeoutMs: 200 }, (_request, answer) => {
      answer.once('close', given.resolve).end(Buffer.alloc(64 * 1024 * 1024));
    });
    const { socket, closed } = converse(port, 'GET / HTTP/1.1\r\nhost: x\r\n\r\n', { reads: false });
    // Nothing is read until the server has given up.
    await given.promise;
    let bytes = 0;
    socket.on('data', (chunk) => (bytes += chunk.length)).resume();
    await closed;
    expect(bytes).toBeLessThan(64 * 1024 * 1024);
  });

  it('is never an answer within another', async () => {
    const port = await listen({}, (_request, answer) => {
      answer.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: 1\n\n');
    });
    const { socket, closed, received } = converse(port, 'GET / HTTP/1.1\r\nhost: x\r\n\r\n');
    await expect.poll(received).toContain('data: 1');
    socket.write('garbage\r\n\r\n');
    const answer = await closed;
    expect(answer.match(/HTTP\/1\.1/g)).toHaveLength(1);
  });

  it('is no more than so many connections of a network, and those that end free their place', async () => {
    const port = await listen({ connectionsOfNetwork: 3 });
    const held = [1, 2, 3].map(() => converse(port, 'GET / HTTP/1.1\r\nhost: x\r\n'));
    await expect.poll(() => held.every(({ socket }) => socket.readyState === 'open')).toBe(true);
    const refused = converse(port, '');
    expect(problemOf(await refused.closed)).toBe('RATE_LIMITED');
    for (const { socket } of held) socket.destroy();
    await expect
      .poll(async () => converse(port, 'GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n').closed)
      .toContain('200 OK');
  });

  it('is no more than four times as many connections of an IPv6 household, whichever of its networks they come from', async () => {
    const server = createBoundedServer((_, answer) => answer.end('ok'), {
      ...HTTP_BOUNDS,
      connectionsOfNetwork: 2,
    });
    let opened = 0;
    server.prependListener('connection', (socket) => {
      Object.defineProperty(socket, 'remoteAddress', { value: `2001:db8:1:2${10 + opened++}::1` });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    const { port } = server.address() as AddressInfo;
    const begin = () => converse(port, 'GET / HTTP/1.1\r\nhost: x\r\n');
    const held = Array.from({ length: 8 }, begin);
    await expect.poll(() => opened).toBe(8);
    expect(problemOf(await begin().closed)).toBe('RATE_LIMITED');
    for (const { socket } of held) socket.destroy();
  });
});

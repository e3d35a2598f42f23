/**
 * The HTTP server below the application, with a bound on everything that a connection may take: time, headers, and how many there are. What
 * Node refuses before the application sees it is answered with a problem, too.
 */

import {
  createServer,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { Socket } from 'node:net';
import { PROBLEM_MEDIA_TYPE, type ProblemCode, problem } from '../base/problems.ts';
import { networksOf } from './limits/network.ts';

export interface HttpBounds {
  /** Of all headers together, and the address. */
  readonly maxHeaderBytes: number;
  /** Until the headers are there. */
  readonly headersTimeoutMs: number;
  /** Until the whole request is there. */
  readonly requestTimeoutMs: number;
  /** In which nothing moves on a connection: a client that doesn't read its answer. Streams of events have their heartbeat. */
  readonly idleTimeoutMs: number;
  /** Between two requests. */
  readonly keepAliveMs: number;
  /** How often the first two are looked at. */
  readonly checkEveryMs: number;
  readonly connections: number;
  /** Undefined: connections are counted by a proxy in front, whose address they all come from. */
  readonly connectionsOfNetwork: number | undefined;
}

export const HTTP_BOUNDS: HttpBounds = {
  maxHeaderBytes: 16 * 1024,
  headersTimeoutMs: 15_000,
  requestTimeoutMs: 60_000,
  idleTimeoutMs: 120_000,
  keepAliveMs: 72_000,
  checkEveryMs: 2_000,
  connections: 10_000,
  connectionsOfNetwork: 1_000,
};

const RETRY_SECONDS = '60';

const byNodeCode: Readonly<Record<string, ProblemCode>> = {
  HPE_HEADER_OVERFLOW: 'HEADERS_TOO_LARGE',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'BODY_TOO_LARGE',
  ERR_HTTP_REQUEST_TIMEOUT: 'REQUEST_TIMEOUT',
};

/** A whole answer, for a connection that has no request to answer. */
function rawAnswer(code: ProblemCode, headers: Readonly<Record<string, string>> = {}): string {
  const body = JSON.stringify(problem(code));
  const { status = 400 } = problem(code);
  const lines = {
    'content-type': PROBLEM_MEDIA_TYPE,
    'content-length': String(Buffer.byteLength(body)),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    connection: 'close',
    ...headers,
  };
  const head = Object.entries(lines).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head.join('')}\r\n${body}`;
}

function refuse(response: ServerResponse, code: ProblemCode): void {
  const body = JSON.stringify(problem(code));
  response
    .writeHead(problem(code).status ?? 400, {
      'content-type': PROBLEM_MEDIA_TYPE,
      'content-length': Buffer.byteLength(body),
      'cache-control': 'no-store',
      connection: 'close',
    })
    .end(body);
}

/** Whether an answer is under way already, into which another must not be written. */
function isAnswering(socket: Socket): boolean {
  const response: unknown = Reflect.get(socket, '_httpMessage');
  return (
    typeof response === 'object' &&
    response !== null &&
    'headersSent' in response &&
    response.headersSent === true
  );
}

/** For `clientError`: what isn't HTTP, is too large, or takes too long to arrive. */
export function answerClientError(error: Error & { readonly code?: string }, socket: Socket): void {
  if (error.code !== 'ECONNRESET' && socket.writable && !isAnswering(socket))
    socket.write(rawAnswer(byNodeCode[error.code ?? ''] ?? 'INVALID_REQUEST'));
  socket.destroy();
}

function limitConnections(server: Server, most: number): void {
  const open = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const networks = networksOf(socket.remoteAddress ?? '');
    for (const { name } of networks) open.set(name, (open.get(name) ?? 0) + 1);
    socket.once('close', () => {
      for (const { name } of networks) {
        const left = (open.get(name) ?? 1) - 1;
        if (left > 0) open.set(name, left);
        else open.delete(name);
      }
    });
    if (networks.every(({ name, allowance }) => (open.get(name) ?? 0) <= most * allowance)) return;
    socket.end(rawAnswer('RATE_LIMITED', { 'retry-after': RETRY_SECONDS }));
    // It has been told; what it still sends is not waited for.
    socket.destroySoon();
  });
}

/** Fastify's `serverFactory`: it makes one server for each address that is listened on. */
export function createBoundedServer(handler: RequestListener, bounds: HttpBounds = HTTP_BOUNDS): Server {
  const server = createServer(
    {
      maxHeaderSize: bounds.maxHeaderBytes,
      headersTimeout: bounds.headersTimeoutMs,
      requestTimeout: bounds.requestTimeoutMs,
      keepAliveTimeout: bounds.keepAliveMs,
      connectionsCheckingInterval: bounds.checkEveryMs,
      // Finds out that a client is gone which has said nothing.
      keepAlive: true,
      // Node's own refusal has no body.
      requireHostHeader: false,
    },
    (request, response) => {
      if (request.headers.host === undefined && request.httpVersion === '1.1')
        refuse(response, 'INVALID_REQUEST');
      else handler(request, response);
    },
  );
  server.maxConnections = bounds.connections;
  server.setTimeout(bounds.idleTimeoutMs);
  server.on('checkExpectation', (_request, response) => refuse(response, 'EXPECTATION_FAILED'));
  if (bounds.connectionsOfNetwork !== undefined) limitConnections(server, bounds.connectionsOfNetwork);
  // Fastify adds it to the first server alone, and localhost has two.
  server.once('listening', () => {
    if (server.listenerCount('clientError') === 0) server.on('clientError', answerClientError);
  });
  return server;
}

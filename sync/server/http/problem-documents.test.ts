import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { PassThrough } from 'node:stream';
import Fastify, { type InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { problemSchema } from '../../protocol/base/problem.ts';
import { PROBLEM_MEDIA_TYPE } from '../base/problems.ts';
import { createLogger } from '../base/process/log.ts';
import { openConsole } from '../testing/test-console.ts';
import { createTestDevice, type TestDevice } from '../testing/test-device.ts';
import { openTestServer, type TestServer } from '../testing/test-server.ts';
import { answerErrors, refuseWhileClosing } from './error-answers.ts';

let server: TestServer;
let device: TestDevice;
let cookie: string;
beforeAll(async () => {
  server = await openTestServer();
  device = await createTestDevice();
  cookie = await openConsole(server).signIn();
});
afterAll(() => server.close());

const HOST = 'care.example';
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;
type Method = (typeof METHODS)[number];
const isMethod = (text: string): text is Method => METHODS.some((method) => method === text);

/** What a route is given in the place of each parameter. */
const PARAMETERS = [
  randomUUID(),
  '0',
  '%00',
  '%F0%9F%98%80',
  '..%2f..%2fetc%2fpasswd',
  '%ZZ',
  "'%20or%201=1--",
  'a'.repeat(64),
  'a'.repeat(500),
];
const QUERIES = [
  '',
  '?cursor=x&cursor=y&code=1&code=2&filter=nothing&reads=-1',
  `?cursor=${'a'.repeat(3_000)}`,
  `?code=${'%00'.repeat(20)}&cursor=%00&filter=open`,
  ...[
    [9_999_999, '2026-01-01T00:00:00.000Z', randomUUID()],
    [-1, '0000-01-01T00:00:00.000Z', randomUUID()],
    [1, '0000-01-01T00:00:00Z', randomUUID()],
    [1e308, '9999-12-31T23:59:59.999Z', 'x'],
    ['0000-01-01T00:00:00Z', randomUUID()],
    [randomUUID(), Number.MAX_SAFE_INTEGER, 1, false, 'marked'],
    [[], {}, null],
  ].flatMap((parts) => {
    const cursor = Buffer.from(JSON.stringify(parts)).toString('base64url');
    return [`?cursor=${cursor}&filter=open`, `?cursor=${cursor}&filter=done`];
  }),
];
const json = { 'content-type': 'application/json' };
const BODIES: readonly Pick<InjectOptions, 'payload' | 'headers'>[] = [
  {},
  { payload: '', headers: json },
  { payload: '{', headers: json },
  { payload: '[]', headers: json },
  { payload: 'null', headers: json },
  { payload: '{"__proto__":{"a":1},"email":{},"password":[],"note":7,"ids":"x","csv":1}', headers: json },
  { payload: Buffer.from([0xff, 0xfe, 0]), headers: json },
  { payload: '<x/>', headers: { 'content-type': 'text/xml' } },
  { payload: 'a=b', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
  { payload: '{}', headers: { 'content-type': 'nonsense' } },
  { payload: Buffer.alloc(5 * 1024 * 1024, 0x20), headers: json },
];

interface Told {
  readonly what: string;
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

async function ask(options: InjectOptions): Promise<Told> {
  const answer = await server.app.inject({
    ...options,
    headers: { host: HOST, origin: `https://${HOST}`, ...options.headers },
    // A stream of events never ends by itself.
    payloadAsStream: true,
  });
  const stream = answer.stream();
  let body = '';
  if (answer.statusCode < 400) stream.destroy();
  else for await (const chunk of stream) body += String(chunk);
  const type = String(answer.headers['content-type'] ?? '');
  const size = typeof options.payload === 'string' ? options.payload.length : 0;
  const url = typeof options.url === 'string' ? options.url : '';
  return {
    what: `${options.method} ${url.slice(0, 160)} (${size})`,
    status: answer.statusCode,
    type,
    body,
  };
}

/** Why the answer is none that this server gives; undefined where it is one. */
function faultOf({ status, type, body }: Told, method: string): string | undefined {
  if (status < 400) return undefined;
  if (status >= 500) return 'an error of the server';
  if (type !== PROBLEM_MEDIA_TYPE) return `the type ${type}`;
  if (method === 'HEAD') return undefined;
  const read = problemSchema.safeParse(JSON.parse(body));
  if (!read.success) return 'no problem document';
  if (read.data.status !== status) return 'another status in the document';
  return read.data.type.startsWith('urn:carefront:problem:') ? undefined : 'another type of problem';
}

async function faults(requests: readonly InjectOptions[]): Promise<readonly string[]> {
  const found: string[] = [];
  for (const request of requests) {
    const told = await ask(request);
    const fault = faultOf(told, String(request.method));
    if (fault !== undefined) found.push(`${told.what}: ${told.status}, ${fault}`);
  }
  return found;
}

function urlsOf(pattern: string): readonly string[] {
  const filled = pattern.replace(':vendor', 'meadow');
  const urls = PARAMETERS.map((parameter) => filled.replaceAll(/:(id|alarm|sha256)|\*/g, () => parameter));
  return [
    ...new Set([...urls, pattern.replaceAll(/:\w+|\*/g, 'nobody'), pattern.replaceAll(/:\w+|\*/g, '%00')]),
  ];
}

interface Visitor {
  readonly name: string;
  readonly headers: () => Promise<Record<string, string>> | Record<string, string>;
}
const visitors: readonly Visitor[] = [
  { name: 'a stranger', headers: () => ({}) },
  {
    name: 'a stranger with made-up credentials',
    headers: () => ({
      dpop: 'a.b.c',
      cookie: `cf-staff=%00; cf-browser=${'~'.repeat(500)}; =; x`,
      'x-sync-protocol': '9'.repeat(400),
      'upload-offset': '-1',
      'upload-length': '1e9',
      'if-none-match': ',,,"',
      'accept-language': '*;q=x,,,',
      'accept-encoding': ';;;',
    }),
  },
  {
    name: 'a device that proves another address',
    headers: async () => ({
      dpop: await device.proof({ htm: 'GET', htu: 'https://elsewhere.example/', jti: 'x', iat: 0 }),
    }),
  },
  { name: 'staff', headers: () => ({ cookie }) },
];

/** Each day every third request by each visitor, with what the next visitor asks between them; `npm run test:full` sends them all. */
const EVERY = process.env.FULL === '1' ? 1 : 3;

describe('every error is a problem document (promise 4)', () => {
  it.each(visitors.map((visitor, turn) => ({ ...visitor, turn })))(
    'whatever $name asks of any route',
    async ({ headers, turn }) => {
      const own = await headers();
      const requests = server.routes.flatMap(({ method, url }) => {
        // Signing out would leave the rest of the walk without a session.
        if (!isMethod(method) || (method === 'DELETE' && url.endsWith('/session'))) return [];
        // Says when the machine is too busy, and logs it: that is no fault of what was asked.
        if (url === '/readyz') return [];
        const [first = url, ...others] = urlsOf(url);
        const hasBody = !['GET', 'HEAD'].includes(method);
        return [
          ...others.map((path) => ({ method, url: path, headers: own })),
          ...QUERIES.map((query) => ({ method, url: `${first}${query}`, headers: own })),
          ...(hasBody
            ? BODIES.map(({ headers: types, ...body }) => ({
                method,
                url: first,
                ...body,
                headers: { ...own, ...types },
              }))
            : []),
        ];
      });
      expect(requests.length).toBeGreaterThan(500);
      const today = requests.filter((_, index) => index % EVERY === turn % EVERY);
      expect(await faults(today)).toEqual([]);
      expect(server.log()).toBe('');
    },
    240_000,
  );

  it('also where an address takes another method, which it names', async () => {
    const urls = [...new Set(server.routes.map(({ url }) => urlsOf(url)[0] ?? url))];
    const requests = urls.flatMap((url) => METHODS.map((method) => ({ method, url })));
    expect(await faults(requests)).toEqual([]);
    for (const [method, url, allow] of [
      ['GET', '/connect/meadow/sync/v1/push', 'POST'],
      ['GET', '/connect/meadow/kiosk/v1/enrol', 'POST'],
      ['PUT', '/console/meadow/api/session', 'DELETE, GET, HEAD, POST'],
      ['POST', '/healthz', 'GET, HEAD'],
      ['DELETE', '/connect/meadow/pack.json', 'GET, HEAD'],
    ] as const) {
      const answer = await server.app.inject({ method, url });
      expect([answer.statusCode, answer.json().code, answer.headers.allow]).toEqual([
        405,
        'METHOD_NOT_ALLOWED',
        allow,
      ]);
    }
  });

  it.each([
    '/nowhere',
    '/connect/nobody/',
    '/connect/meadow/nowhere',
    '/connect/meadow/sync/v2/push',
    '/connect/meadow/kiosk/v1/nothing',
    '/console/nobody',
    '/console/meadow/api/nothing',
    '/assets/none.js',
    '/%ZZ',
    `/connect/${'a'.repeat(500)}/`,
    '/connect/meadow/files/%2e%2e/%2e%2e/etc/passwd',
  ])('also where there is nothing: %s', async (url) => {
    const told = await ask({ method: 'GET', url });
    expect(told.status).toBeGreaterThanOrEqual(400);
    expect(faultOf(told, 'GET')).toBeUndefined();
    const api = /sync|kiosk|api|files|assets|ZZ|aaa/.test(url);
    // A person sees a page, except where there are none.
    const shown = await ask({ method: 'GET', url, headers: { accept: 'text/html' } });
    expect(String(shown.type).includes('text/html') || api).toBe(true);
  });

  it('also where the database is away', async () => {
    const other = await openTestServer();
    onTestFinished(() => other.close().catch(() => undefined));
    const clinic = openConsole(other);
    const session = await clinic.signIn();
    await other.database.close();
    const answer = await clinic.call('GET', 'meadow/api/inbox', session);
    expect(answer).toMatchObject({ status: 503, code: 'UNAVAILABLE' });
  });

  it('also while the server stops', async () => {
    const app = Fastify({ return503OnClosing: false });
    answerErrors(app, createLogger(new PassThrough()));
    refuseWhileClosing(app);
    const { promise: hold, resolve: release } = Promise.withResolvers<void>();
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    app.addHook('preClose', async () => {
      begin();
      await hold;
    });
    app.get('/', async () => 'here');
    await app.listen({ host: '127.0.0.1', port: 0 });
    const origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/`;
    expect((await fetch(origin)).status).toBe(200);
    const closed = app.close();
    await begun;
    const answer = await fetch(origin);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([503, PROBLEM_MEDIA_TYPE]);
    expect(problemSchema.parse(await answer.json()).code).toBe('UNAVAILABLE');
    release();
    await closed;
  });
});

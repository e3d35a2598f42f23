import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { may, permissions, staffRoles } from '../../../domain/staff/permissions.ts';
import {
  openTestAccounts,
  type TestAccounts,
  type TestBrowser,
} from '../../features/accounts/testing/test-accounts.ts';
import { jsonHeaders, openConsole } from '../../testing/test-console.ts';
import { createTestDevice, type TestDevice } from '../../testing/test-device.ts';
import { openTestServer, STAFF_PASSWORD, type TestServer } from '../../testing/test-server.ts';
import type { AccessClass, GuardedRoute } from './access.ts';

interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly url: string;
  readonly access: AccessClass;
}

/** Every route of the application, as it is meant to be: a new one fails the test below until it is written here. */
const routes: readonly Route[] = [
  ...[
    '/',
    '/assets/*',
    '/sw.js',
    '/manifest.webmanifest',
    '/favicon.ico',
    '/robots.txt',
    '/sitemap.xml',
    '/pages.xml',
    '/share.png',
    '/healthz',
    '/readyz',
    '/api/vendors',
    '/discovery',
    '/discovery/chat',
    '/discovery/gpt',
    '/discovery/files/:name',
    '/discovery/geofence',
    '/discovery/rates',
    '/test',
  ].map((url) => ({ method: 'GET', url, access: 'public' }) as const),
  ...['', '/*', '/pack.json', '/keys.json', '/manifest.webmanifest', '/sitemap.xml', '/files/*'].map(
    (rest) => ({ method: 'GET', url: `/connect/:vendor${rest}`, access: 'public' }) as const,
  ),
  ...['', '/*'].map((rest) => ({ method: 'GET', url: `/console/:vendor${rest}`, access: 'public' }) as const),
  ...[
    '/embed/:vendor/questionnaire/:questionnaire/consultation',
    '/embed/v1/loader.js',
    '/embed/v1/:version/loader.js',
    '/embed/v1/origins/:vendor',
    '/embed/v1/unable.css',
  ].map((url) => ({ method: 'GET', url, access: 'public' }) as const),
  { method: 'POST', url: '/connect/:vendor/embed/v1/references', access: 'public' },
  { method: 'PUT', url: '/connect/:vendor/embed/v1/hand-offs/:id', access: 'public' },
  { method: 'POST', url: '/connect/:vendor/sync/v1/push', access: 'device' },
  { method: 'GET', url: '/connect/:vendor/sync/v1/changes', access: 'device' },
  { method: 'GET', url: '/connect/:vendor/sync/v1/records', access: 'patient' },
  { method: 'GET', url: '/connect/:vendor/sync/v1/events', access: 'device' },
  { method: 'PATCH', url: '/connect/:vendor/sync/v1/blobs/:sha256', access: 'device' },
  { method: 'POST', url: '/connect/:vendor/account/v1/codes', access: 'device' },
  { method: 'POST', url: '/connect/:vendor/account/v1/session', access: 'device' },
  { method: 'GET', url: '/connect/:vendor/account/v1/session', access: 'patient' },
  { method: 'DELETE', url: '/connect/:vendor/account/v1/session', access: 'patient' },
  { method: 'GET', url: '/connect/:vendor/account/v1/sessions', access: 'patient' },
  { method: 'DELETE', url: '/connect/:vendor/account/v1/sessions', access: 'patient' },
  { method: 'DELETE', url: '/connect/:vendor/account/v1/sessions/:id', access: 'patient' },
  { method: 'PUT', url: '/connect/:vendor/account/v1/password', access: 'patient' },
  { method: 'GET', url: '/connect/:vendor/account/v1/contacts', access: 'patient' },
  { method: 'POST', url: '/connect/:vendor/account/v1/contacts', access: 'patient' },
  { method: 'PUT', url: '/connect/:vendor/account/v1/contacts', access: 'patient' },
  { method: 'POST', url: '/connect/:vendor/account/v1/contacts/removal', access: 'patient' },
  { method: 'POST', url: '/connect/:vendor/account/v1/closing', access: 'patient' },
  { method: 'POST', url: '/connect/:vendor/account/v1/claims', access: 'patient' },
  { method: 'POST', url: '/connect/:vendor/account/v1/passkeys/request', access: 'device' },
  { method: 'POST', url: '/connect/:vendor/account/v1/passkeys/session', access: 'device' },
  { method: 'GET', url: '/connect/:vendor/account/v1/passkeys', access: 'patient' },
  { method: 'POST', url: '/connect/:vendor/account/v1/passkeys/creation', access: 'patient' },
  { method: 'POST', url: '/connect/:vendor/account/v1/passkeys', access: 'patient' },
  { method: 'PUT', url: '/connect/:vendor/account/v1/passkeys/offer', access: 'patient' },
  { method: 'PUT', url: '/connect/:vendor/account/v1/passkeys/:id', access: 'patient' },
  { method: 'DELETE', url: '/connect/:vendor/account/v1/passkeys/:id', access: 'patient' },
  { method: 'GET', url: '/connect/:vendor/account/v1/apple', access: 'device' },
  { method: 'POST', url: '/connect/:vendor/account/v1/apple', access: 'device' },
  { method: 'POST', url: '/connect/:vendor/account/v1/apple/outcome', access: 'device' },
  { method: 'POST', url: '/connect/:vendor/account/v1/apple/session', access: 'device' },
  { method: 'POST', url: '/connect/:vendor/account/v1/apple/link', access: 'patient' },
  { method: 'GET', url: '/connect/:vendor/account/v1/apple/link', access: 'patient' },
  { method: 'DELETE', url: '/connect/:vendor/account/v1/apple/link', access: 'patient' },
  { method: 'GET', url: '/auth/apple/callback', access: 'public' },
  { method: 'POST', url: '/auth/apple/callback', access: 'public' },
  { method: 'POST', url: '/auth/apple/notifications', access: 'public' },
  { method: 'POST', url: '/connect/:vendor/account/v1/phone/codes', access: 'device' },
  { method: 'POST', url: '/connect/:vendor/account/v1/phone/session', access: 'device' },
  { method: 'GET', url: '/connect/:vendor/account/v1/phone', access: 'patient' },
  { method: 'PUT', url: '/connect/:vendor/account/v1/phone', access: 'patient' },
  { method: 'DELETE', url: '/connect/:vendor/account/v1/phone', access: 'patient' },
  { method: 'PUT', url: '/connect/:vendor/account/v1/phone/use', access: 'patient' },
  { method: 'POST', url: '/connect/:vendor/account/v1/phone/proof', access: 'patient' },
  { method: 'POST', url: '/connect/:vendor/texts/v1/status/:id', access: 'public' },
  { method: 'POST', url: '/texts/v1/inbound', access: 'public' },
  { method: 'POST', url: '/connect/:vendor/orders/v1/:order/payment', access: 'order' },
  { method: 'POST', url: '/connect/:vendor/orders/v1/:order/payment/confirm', access: 'order' },
  { method: 'POST', url: '/connect/:vendor/orders/v1/:order/payment/check', access: 'order' },
  { method: 'POST', url: '/payments/stripe/webhook', access: 'public' },
  { method: 'POST', url: '/connect/:vendor/account/v1/orders/:order/token', access: 'patient' },
  { method: 'POST', url: '/connect/:vendor/account/v1/orders/:order/payment', access: 'patient' },
  { method: 'PUT', url: '/connect/:vendor/account/v1/orders/:order/card', access: 'patient' },
  { method: 'POST', url: '/connect/:vendor/account/v1/card/removal', access: 'patient' },
  { method: 'GET', url: '/connect/:vendor/orders/v1/:order', access: 'order' },
  { method: 'POST', url: '/connect/:vendor/orders/v1/:order/acceptance', access: 'order' },
  { method: 'POST', url: '/connect/:vendor/orders/v1/:order/pharmacy', access: 'order' },
  { method: 'POST', url: '/connect/:vendor/orders/v1/:order/billing', access: 'order' },
  { method: 'POST', url: '/connect/:vendor/orders/v1/:order/cancellation', access: 'order' },
  { method: 'POST', url: '/connect/:vendor/orders/v1/:order/hand-off', access: 'order' },
  { method: 'POST', url: '/connect/:vendor/orders/v1/:order/hand-off/opening', access: 'order' },
  { method: 'POST', url: '/connect/:vendor/kiosk/v1/enrol', access: 'device' },
  { method: 'GET', url: '/connect/:vendor/kiosk/v1/assignment', access: 'kiosk' },
  { method: 'POST', url: '/connect/:vendor/kiosk/v1/health', access: 'kiosk' },
  { method: 'GET', url: '/connect/:vendor/kiosk/v1/check-in-list', access: 'kiosk' },
  { method: 'GET', url: '/connect/:vendor/kiosk/v1/resumed/:sha256', access: 'kiosk' },
  { method: 'POST', url: '/connect/:vendor/kiosk/v1/arrivals', access: 'kiosk' },
  { method: 'POST', url: '/connect/:vendor/kiosk/v1/help', access: 'kiosk' },
  { method: 'POST', url: '/connect/:vendor/kiosk/v1/resume', access: 'kiosk' },
  { method: 'PUT', url: '/connect/:vendor/kiosk/v1/hand-offs/:id', access: 'kiosk' },
  { method: 'POST', url: '/connect/:vendor/hand-offs/:id/claim', access: 'public' },
  { method: 'GET', url: '/connect/:vendor/hand-offs/forms/:hash', access: 'public' },
  ...[
    'GET /kiosks',
    'POST /kiosks/enrolments',
    'POST /kiosks/:id/settings',
    'POST /kiosks/:id/restart',
    'POST /kiosks/:id/sign-out',
    'POST /kiosks/:id/alarms/:alarm/seen',
    'GET /today',
    'POST /today/appointments',
    'DELETE /today/appointments/:id',
    'POST /today/import',
    'POST /paused/:id/release',
    'GET /patients',
    'GET /texts',
    'GET /patients/:id',
    'GET /patients/:id/timeline',
    'POST /patients/:id/merge',
    'GET /identity',
    'GET /patients/:id/identity',
    'GET /patients/:id/identity/:sha256',
    'POST /patients/:id/identity/decision',
    'POST /merges/:id/undo',
    'GET /orders',
    'GET /order-export',
    'GET /orders/:id',
    'GET /orders/:id/packing-slip',
    'POST /orders/:id/desk-payment',
    'POST /orders/:id/fulfillment',
    'POST /orders/:id/cancellation',
    'POST /orders/:id/refund',
    'POST /tracking-import',
    'GET /help-calls',
    'POST /help-calls/seen',
    'POST /help-calls/:id/answer',
    'GET /events',
    'GET /outbox',
    'GET /outbox/:name',
  ].map((name): Route => {
    const [method = '', rest = ''] = name.split(' ');
    return {
      method: method === 'GET' || method === 'DELETE' ? method : 'POST',
      url: `/console/:vendor/api${rest}`,
      access: 'staff',
    };
  }),
  { method: 'POST', url: '/console/:vendor/api/session', access: 'public' },
  { method: 'GET', url: '/console/:vendor/api/session', access: 'staff' },
  { method: 'GET', url: '/console/:vendor/api/inbox', access: 'staff' },
  { method: 'GET', url: '/console/:vendor/api/search', access: 'staff' },
  { method: 'GET', url: '/console/:vendor/api/cases/:id', access: 'staff' },
  { method: 'GET', url: '/console/:vendor/api/cases/:id/attachments/:sha256', access: 'staff' },
  { method: 'POST', url: '/console/:vendor/api/cases/:id/review', access: 'staff' },
  { method: 'POST', url: '/console/:vendor/api/alerts/:id/acknowledge', access: 'staff' },
  { method: 'POST', url: '/console/:vendor/api/cases/:id/undo', access: 'staff' },
  { method: 'GET', url: '/console/:vendor/api/cases/:id/consultation', access: 'staff' },
  { method: 'GET', url: '/console/:vendor/api/cases/:id/partner', access: 'staff' },
  ...[
    'claim',
    'assign',
    'release',
    'notes',
    'attestations',
    'answered',
    'live-done',
    'transmitted',
    'decision',
  ].map(
    (rest): Route => ({
      method: 'POST',
      url: `/console/:vendor/api/cases/:id/consultation/${rest}`,
      access: 'staff',
    }),
  ),
  { method: 'GET', url: '/console/:vendor/api/floods/:id', access: 'staff' },
  { method: 'POST', url: '/console/:vendor/api/floods/:id/dismiss', access: 'staff' },
  { method: 'POST', url: '/console/:vendor/api/floods/:id/lift', access: 'staff' },
  { method: 'DELETE', url: '/console/:vendor/api/session', access: 'staff' },
];

let accounts: TestAccounts;
let server: TestServer;
let device: TestDevice;
beforeAll(async () => {
  accounts = await openTestAccounts();
  server = accounts.server;
  device = await createTestDevice();
});
afterAll(() => server.close());

const HOST = 'care.example';
const PAYLOAD = '{"note":"x"}';

async function signInStaff(vendor: string): Promise<string> {
  const answer = await server.app.inject({
    method: 'POST',
    url: `/console/${vendor}/api/session`,
    headers: { host: HOST, origin: `https://${HOST}` },
    payload: { email: `clinician@${vendor}.test`, password: STAFF_PASSWORD },
  });
  return String(answer.headers['set-cookie']).split(';')[0] ?? '';
}

/** A password is checked slowly on purpose: once for all routes, but for the one that ends the session. */
const cookies = new Map<string, Promise<string>>();
function staffCookie({ method }: Route, vendor: string): Promise<string> {
  if (method === 'DELETE') return signInStaff(vendor);
  const cookie = cookies.get(vendor) ?? signInStaff(vendor);
  cookies.set(vendor, cookie);
  return cookie;
}

const pathOf = ({ url }: Route) =>
  url
    .replace(':vendor', 'meadow')
    .replace(':id', randomUUID())
    .replace(':order', randomUUID())
    .replace(':alarm', randomUUID())
    .replace(':name', 'no-letter')
    .replace(':sha256', 'a'.repeat(64))
    .replace('*', 'x');

async function visit(
  { method }: Route,
  path: string,
  headers: Readonly<Record<string, string>>,
): Promise<number> {
  const sent = { host: HOST, origin: `https://${HOST}`, ...headers };
  const answer = await server.app.inject({
    method,
    url: path,
    headers: sent,
    ...(method === 'POST'
      ? { payload: PAYLOAD, headers: { ...sent, 'content-type': 'application/json' } }
      : {}),
    // A stream of events never ends by itself.
    payloadAsStream: true,
  });
  answer.stream().destroy();
  return answer.statusCode;
}

let networks = 0;
/** Somebody who has just signed in, from a network of their own. */
async function signedIn(vendor: string): Promise<TestBrowser> {
  networks += 1;
  const browser = await accounts.browser({ from: `10.${networks >> 8}.${networks & 255}.1` });
  await browser.enter(`${randomUUID()}@example.org`, { vendor });
  return browser;
}

/** What is only read leaves a patient signed in: one is enough for all such routes. */
const readers = new Map<string, Promise<TestBrowser>>();
function patientFor({ method }: Route, vendor: string, name: string): Promise<TestBrowser> {
  if (method !== 'GET') return signedIn(vendor);
  const reader = readers.get(name) ?? signedIn(vendor);
  readers.set(name, reader);
  return reader;
}

/** With the cookie of a patient who is signed in at a vendor on one device, and the right proof of another one, or of the same. */
async function visitAsPatient(route: Route, vendor: string, isTheirDevice: boolean): Promise<number> {
  const patient = await patientFor(route, vendor, `${vendor} ${isTheirDevice}`);
  const proving = isTheirDevice ? patient.device : await createTestDevice();
  const cookie = patient.cookie();
  const path = pathOf(route);
  const { headers } = await proving.request(server.send, 'GET', '/connect/meadow/sync/v1/changes');
  const nonce = headers.get('dpop-nonce');
  const body = route.method === 'POST' ? PAYLOAD : '';
  const dpop = await proving.proof({
    ...{ htm: route.method, htu: `https://${HOST}${path}`, jti: randomUUID(), nonce },
    iat: Math.floor(Date.now() / 1000),
    bsh: createHash('sha256').update(body).digest('base64url'),
  });
  return visit(route, path, { dpop, cookie });
}

const passes = (status: number) => status !== 401 && status !== 403;
/** Who may not open an order is told that there is none. */
const opens = ({ access }: Route, status: number) => (access === 'order' ? status !== 404 : passes(status));

describe('access (promise 14)', () => {
  it('knows every route there is', () => {
    const name = ({ method, url, access }: GuardedRoute) => `${method} ${url} ${access}`;
    const found = server.routes.filter(({ method }) => method !== 'HEAD').map(name);
    expect(found.toSorted()).toEqual(routes.map(name).toSorted());
  });

  it.each(routes)('$method $url opens to $access alone', async (route) => {
    const path = pathOf(route);
    const visitors = {
      nobody: await visit(route, path, {}),
      'a cookie of nobody': await visit(route, path, { cookie: 'cf-staff=abc' }),
      'a patient without a proof': await visit(route, path, {
        cookie: (await patientFor(route, 'meadow', 'without a proof')).cookie(),
      }),
      'a foreign device proof': await visit(route, path, {
        dpop: await device.proof({ htm: 'GET', htu: 'https://elsewhere.example/', jti: 'x', iat: 0 }),
      }),
      'staff of another vendor': await visit(route, path, { cookie: await staffCookie(route, 'brook') }),
      'staff of this vendor': await visit(route, path, { cookie: await staffCookie(route, 'meadow') }),
      'a patient of another vendor': await visitAsPatient(route, 'brook', true),
      'a patient with the proof of another device': await visitAsPatient(route, 'meadow', false),
      'a patient of this vendor': await visitAsPatient(route, 'meadow', true),
    };
    const admitted = Object.entries(visitors)
      .filter(([, status]) => opens(route, status))
      .map(([name]) => name);
    const patientsOfAny = [
      'a patient of another vendor',
      'a patient with the proof of another device',
      'a patient of this vendor',
    ];
    // The sign-in is open to all, and answers 400 to what is no sign-in.
    const expected = {
      public: Object.keys(visitors),
      staff: ['staff of this vendor'],
      // Whoever they are: their devices prove a key. For a kiosk's routes that isn't enough, see below.
      device: patientsOfAny,
      kiosk: patientsOfAny,
      patient: ['a patient of this vendor'],
      // Whoever holds its token: nobody here does, see the tests of orders.
      order: [],
    }[route.access];
    expect(admitted).toEqual(expected);
  });

  it.each(routes.filter(({ access }) => access === 'kiosk'))(
    '$method $url is not there for a device that is no kiosk of this vendor',
    async ({ method, url }) => {
      const path = url.replace(':vendor', 'meadow').replace(':id', 'some-hand-off');
      const verb = method === 'GET' || method === 'PUT' ? method : 'POST';
      const phone = await createTestDevice();
      const answer = await phone.request(server.send, verb, path, verb === 'GET' ? undefined : '{}');
      expect([answer.status, JSON.parse(answer.text).code]).toEqual([404, 'NOT_FOUND']);
    },
  );

  it.each(staffRoles)(
    'opens to the role %s what the table of permissions says, before it looks at what they sent',
    async (role) => {
      const cookie = await openConsole(server).signIn('meadow', role);
      const ofStaff = server.routes.filter(({ method, access }) => access === 'staff' && method !== 'HEAD');
      expect(ofStaff.length).toBeGreaterThan(30);
      for (const { method, url, permission } of ofStaff) {
        // The last of them would end the session.
        if (method === 'DELETE' && url.endsWith('/session')) continue;
        const path = url.replace(':vendor', 'meadow').replace(/:\w+/g, 'no-id');
        const answer = await server.app.inject({
          method: method === 'GET' || method === 'DELETE' ? method : 'POST',
          url: path,
          headers: {
            ...(method === 'POST' ? jsonHeaders : { host: HOST, origin: `https://${HOST}` }),
            cookie,
          },
          ...(method === 'POST' ? { payload: '{"x":1}' } : {}),
          payloadAsStream: true,
        });
        answer.stream().destroy();
        const isAllowed = permission === 'signed-in' || (permission !== undefined && may(role, permission));
        expect([method, path, answer.statusCode === 403]).toEqual([method, path, !isAllowed]);
      }
    },
  );

  it('uses each permission of the table', () => {
    const used = new Set(server.routes.map(({ permission }) => permission));
    expect(permissions.filter((permission) => !used.has(permission))).toEqual([]);
  });

  it('does not start with a route that names no class', async () => {
    const other = await openTestServer();
    try {
      const { default: Fastify } = await import('fastify');
      const { guardAccess } = await import('./access.ts');
      const app = Fastify();
      guardAccess(app, {
        vendors: other.vendors,
        proveDevice: () => {
          throw new Error('none');
        },
        findStaff: async () => undefined,
        findKiosk: async () => undefined,
        findPatient: async () => undefined,
        findOrder: async () => undefined,
      });
      expect(() => app.get('/open-by-mistake', async () => 'x')).toThrow('names no access class');
      const config = { access: 'staff' } as const;
      expect(() => app.get('/of-any-role', { config }, async () => 'x')).toThrow('names no permission');
      await app.close();
    } finally {
      await other.close();
    }
  });
});

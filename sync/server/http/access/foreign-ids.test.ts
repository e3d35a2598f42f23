/**
 * Ids of others, on every route that takes one: two vendors alike, and two patients of one vendor. Each id that the database has of
 * the one is tried by the other, who learns no more than of an id that nobody has, and changes nothing.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PasskeyCreation } from '../../../protocol/api/passkeys.ts';
import { testPatient } from '../../../protocol/testing/fixture-intake.ts';
import {
  openTestAccounts,
  type TestAccounts,
  type TestBrowser,
} from '../../features/accounts/testing/test-accounts.ts';
import { orderOf } from '../../features/orders/testing/test-orders.ts';
import { createTestAuthenticator } from '../../features/passkeys/testing/test-authenticator.ts';
import { fixturePack } from '../../testing/fixture-pack.ts';
import { openConsole, type TestConsole } from '../../testing/test-console.ts';
import { intake, safetyAlert, sealed, sealedTo, type TestDevice } from '../../testing/test-device.ts';
import { enrolKiosk, pausedIntake } from '../../testing/test-kiosk.ts';
import { sealingTarget } from '../../testing/test-sealing.ts';
import type { GuardedRoute } from './access.ts';

const VENDORS = ['meadow', 'brook'] as const;
type Vendor = (typeof VENDORS)[number];
const MORE_THAN_THE_QUOTA = 7;

let clinic: TestAccounts;
let console: TestConsole;
const staff = new Map<Vendor, string>();
const patients = new Map<string, TestBrowser>();
const people = new Map<string, string>();

async function sends(device: TestDevice, vendor: Vendor, kind: string, payload: unknown): Promise<string> {
  const operation = sealed(kind, payload);
  await device.push(clinic.server.send, vendor, [operation]);
  return operation.opId;
}

/** Somebody who has sent a form, has it in their account, and signs in by a passkey. */
async function patientOf(vendor: Vendor, name: string): Promise<string> {
  const phone = await clinic.browser({ from: `203.0.113.${patients.size + 1}` });
  const form = intake(clinic.server.formHash, { vendor, patient: testPatient({ givenName: name }) });
  const opId = await sends(phone.device, vendor, 'intake.submit', form);
  const { person } = await phone.enter(`${name}@mail.example`, { vendor });
  await phone.claim([opId], form.patient.birthDate, { vendor });
  const asked = await phone.call<PasskeyCreation>('POST', 'passkeys/creation', undefined, { vendor });
  const attestation = createTestAuthenticator().create(asked.json);
  const made = await phone.call('POST', 'passkeys', { attestation }, { vendor });
  if (made.status !== 200) throw new Error(`The passkey was answered with ${made.status}: ${made.body}`);
  patients.set(name, phone);
  people.set(name, person);
  return person;
}

/** Something of everything that has an id. */
async function fill(vendor: Vendor): Promise<void> {
  const cookie = await console.signIn(vendor);
  staff.set(vendor, cookie);
  const kept = await patientOf(vendor, `ana-${vendor}`);
  const other = await patientOf(vendor, `ben-${vendor}`);
  await patientOf(vendor, `cleo-${vendor}`);
  const post = async (path: string, payload: unknown) => {
    const answer = await console.call('POST', `${vendor}/api/${path}`, cookie, payload);
    if (answer.status !== 200) throw new Error(`${path} was answered with ${answer.status}: ${answer.body}`);
  };
  await post(`patients/${kept}/merge`, { other, identityChecked: true, reason: 'Showed her license.' });
  const { device } = await clinic.browser();
  const alert = (over = {}) => safetyAlert(clinic.server.formHash, { vendor, ...over });
  const alerts = Array.from({ length: MORE_THAN_THE_QUOTA }, () => sealed('safety.alert', alert()));
  await device.push(clinic.server.send, vendor, alerts);
  const kiosk = await enrolKiosk(clinic.server, { vendor });
  await kiosk.ask('POST', 'help', { id: randomUUID(), reason: 'help', at: new Date().toISOString() });
  const target = sealingTarget(clinic.server.sealing, vendor);
  const { payload } = await pausedIntake(target, '1971-01-31');
  const paused = kiosk.link(await sealedTo(target, 'intake.paused', payload));
  await kiosk.device.push(clinic.server.send, vendor, [paused]);
  await kiosk.health({ chained: 9 });
  const placed = orderOf({ vendor, person: people.get(`cleo-${vendor}`) ?? '' });
  const order = await sealedTo(target, 'order.place', placed);
  await patients.get(`cleo-${vendor}`)?.device.push(clinic.server.send, vendor, [order]);
  await post('today/appointments', {
    ...{ time: '10:00', givenName: 'Dora', familyName: 'Person', birthDate: '1971-01-31' },
    due: [],
  });
}

beforeAll(async () => {
  const packs = VENDORS.map((slug) =>
    fixturePack(slug, slug, { inboxQuotas: { device: { alerts: 4 }, network: { alerts: 100 } } }),
  );
  clinic = await openTestAccounts({ packs: await Promise.all(packs) });
  console = openConsole(clinic.server);
  for (const vendor of VENDORS) await fill(vendor);
});
afterAll(() => clinic.server.close());

/** Every row of a vendor, as text. */
async function rowsOf(vendor: Vendor): Promise<readonly string[]> {
  const { sql } = clinic.server.database;
  const tables = await sql<{ name: string }[]>`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'vendor' and table_name not in ('audit_events', 'rate_limits') order by 1`;
  const rows: string[] = [];
  for (const { name } of tables)
    for (const { row } of await sql<{ row: string }[]>`
      select to_jsonb(one)::text as row from ${sql(name)} one where vendor = ${vendor} order by 1`)
      rows.push(`${name} ${row}`);
  return rows;
}

const ID = /"([0-9a-f]{8}-[0-9a-f-]{27}|[0-9a-f]{64}|[\w-]{43})"/g;
const idsIn = (rows: readonly string[]): readonly string[] => [
  ...new Set(rows.flatMap((row) => [...row.matchAll(ID)].map(([, id]) => id ?? ''))),
];

const BODIES: Readonly<Record<string, object>> = {
  'POST /connect/:vendor/account/v1/orders/:order/payment': { total: 1500 },
  'PUT /connect/:vendor/account/v1/orders/:order/card': { keep: true },
  'POST /console/:vendor/api/kiosks/:id/settings': {
    name: 'Taken',
    config: {
      idleSeconds: 60,
      warningSeconds: 20,
      languages: ['en'],
      camera: true,
      maintenance: { from: '02:00', until: '04:00' },
    },
  },
  'POST /console/:vendor/api/patients/:id/merge': {
    ...{ other: randomUUID(), identityChecked: true, reason: 'Another’s.' },
  },
  'POST /console/:vendor/api/merges/:id/undo': { reason: 'Another’s.' },
  'POST /console/:vendor/api/alerts/:id/acknowledge': { note: 'Called.' },
  'POST /console/:vendor/api/floods/:id/dismiss': { note: 'A script.', seenTo: '1' },
  'PUT /connect/:vendor/account/v1/passkeys/:id': { name: 'Taken' },
  'POST /console/:vendor/api/orders/:id/cancellation': { reason: 'Another’s.' },
  'POST /console/:vendor/api/orders/:id/desk-payment': { amount: 1 },
  'POST /console/:vendor/api/orders/:id/fulfillment': { to: 'shipped' },
  'POST /console/:vendor/api/orders/:id/refund': {
    ...{
      id: randomUUID(),
      lines: [{ sku: 'PLASTERS-20', quantity: 1 }],
      shipping: false,
      reason: 'Another’s.',
    },
  },
};
const CONSULTATION: Readonly<Record<string, object>> = {
  assign: { email: 'clinician@brook.test' },
  notes: { text: 'Another’s.' },
  attestations: { guard: 'history', text: 'Another’s.' },
  answered: { text: 'Another’s.' },
  'live-done': { text: 'Another’s.' },
  decision: { does: 'ask', text: 'Another’s?' },
};
const bodyOf = ({ method, url }: GuardedRoute): object => {
  const [, act = ''] = /\/consultation\/(.+)$/.exec(url) ?? [];
  return CONSULTATION[act] ?? BODIES[`${method} ${url}`] ?? {};
};
const named = ({ method, url }: GuardedRoute) => `${method} ${url}`;
const routesOf = (access: 'staff' | 'patient') =>
  clinic.server.routes.filter(
    (route) => route.access === access && /\/:(id|order)/.test(route.url) && route.method !== 'HEAD',
  );
/** What may stand in the place of a second parameter. */
const second = (url: string, rows: readonly string[]): readonly string[] => {
  if (url.includes(':alarm')) return idsIn(rows.filter((row) => row.startsWith('kiosk_alarms ')));
  return [url.includes(':sha256') ? 'a'.repeat(64) : ''];
};
const pathOf = (url: string, id: string, other: string) =>
  url.replace(/:id|:order/, id).replace(/:(alarm|sha256)/, other);
const isUnknown = (answer: string) => /^40[04] /.test(answer);

/** @returns the status, and the problem's code. */
async function asStaff(vendor: Vendor, route: GuardedRoute, id: string, other = randomUUID() as string) {
  const { method, url } = route;
  const verb = method === 'GET' || method === 'DELETE' ? method : 'POST';
  const path = pathOf(url, id, other).replace('/console/:vendor', vendor);
  const body = verb === 'POST' ? bodyOf(route) : undefined;
  const answer = await console.call(verb, path, staff.get(vendor) ?? '', body);
  return `${answer.status} ${String(answer.code)}`;
}

async function asPatient(name: string, { method, url }: GuardedRoute, id: string) {
  const verb = method === 'GET' || method === 'DELETE' || method === 'PUT' ? method : 'POST';
  const path = pathOf(url, id, '').replace('/connect/:vendor/account/v1/', '');
  const body = verb === 'PUT' || verb === 'POST' ? (BODIES[`${method} ${url}`] ?? {}) : undefined;
  const answer = await patients.get(name)?.call(verb, path, body);
  return `${answer?.status} ${answer?.code}`;
}

/** Each id on each route: some thousand requests. */
const WALK = { timeout: 180_000 };

describe('an id of another vendor', WALK, () => {
  it('is on no route for staff what an id of nobody isn’t, and nothing changes', async () => {
    const [before, own] = [await rowsOf('brook'), new Set(idsIn(await rowsOf('meadow')))];
    const theirs = idsIn(before).filter((id) => !own.has(id));
    expect(theirs.length).toBeGreaterThan(60);
    expect(routesOf('staff').length).toBeGreaterThan(15);
    const found: string[] = [];
    for (const route of routesOf('staff'))
      for (const id of theirs)
        for (const other of second(route.url, before)) {
          const answer = await asStaff('meadow', route, id, other);
          if (!isUnknown(answer)) found.push(`${named(route)} ${id}: ${answer}`);
        }
    for (const mine of own)
      for (const route of routesOf('staff').filter(({ url }) => url.includes(':alarm')))
        for (const alarm of second(route.url, before))
          if (!isUnknown(await asStaff('meadow', route, mine, alarm))) found.push(`${named(route)} ${alarm}`);
    expect(found).toEqual([]);
    expect(await rowsOf('brook')).toEqual(before);
  });

  it('is one that their own staff can use', async () => {
    const unused: string[] = [];
    for (const route of routesOf('staff')) {
      const rows = await rowsOf('brook');
      let isUsed = false;
      for (const id of idsIn(rows))
        for (const other of second(route.url, rows))
          isUsed ||= !isUnknown(await asStaff('brook', route, id, other));
      if (!isUsed) unused.push(named(route));
    }
    // Nothing is attached here, nor does anybody show a document or come from a partner's page: `sealed.test.ts`, `identity.test.ts` and `embed.test.ts` try what is.
    expect(unused.toSorted()).toEqual([
      'GET /console/:vendor/api/cases/:id/attachments/:sha256',
      'GET /console/:vendor/api/cases/:id/partner',
      'GET /console/:vendor/api/patients/:id/identity/:sha256',
      'POST /console/:vendor/api/patients/:id/identity/decision',
    ]);
  });
});

describe('an id of another patient of the vendor', WALK, () => {
  const rows = async (name: string, isOf: boolean) => {
    const person = people.get(name) ?? '';
    const device = patients.get(name)?.device.deviceId ?? '';
    return (await rowsOf('meadow')).filter((row) => (row.includes(person) || row.includes(device)) === isOf);
  };

  it('is on no route for a patient what an id of nobody isn’t, and nothing changes', async () => {
    const [before, own] = [await rows('cleo-meadow', false), new Set(idsIn(await rows('cleo-meadow', true)))];
    const theirs = idsIn(before).filter((id) => !own.has(id));
    expect(theirs.length).toBeGreaterThan(40);
    const found: string[] = [];
    for (const route of routesOf('patient'))
      for (const id of theirs) {
        await clinic.server.database.sql`delete from rate_limits`;
        const answer = await asPatient('cleo-meadow', route, id);
        if (!isUnknown(answer)) found.push(`${named(route)} ${id}: ${answer}`);
      }
    expect(found).toEqual([]);
    expect(await rows('cleo-meadow', false)).toEqual(before);
  });

  it('is one that they can use themselves', async () => {
    const unused: string[] = [];
    // The last ends the session that asks.
    for (const route of routesOf('patient').toSorted(
      (one, other) => Number(one.url.includes('sessions')) - Number(other.url.includes('sessions')),
    )) {
      let isUsed = false;
      for (const id of idsIn(await rows('cleo-meadow', true)))
        isUsed ||= !isUnknown(await asPatient('cleo-meadow', route, id));
      if (!isUsed) unused.push(named(route));
    }
    expect(unused).toEqual([]);
  });
});

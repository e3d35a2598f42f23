import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { allergyTo, medicineOf } from '../../../domain/health/resources.ts';
import { testRule } from '../../../domain/testing/fixture-clinic.ts';
import { productOf, shopOf } from '../../../domain/testing/fixture-shop.ts';
import { type ConsultationDetail, consultationDetailSchema } from '../../../protocol/api/consultations.ts';
import { recordsPageSchema } from '../../../protocol/api/records.ts';
import { careReply } from '../../../protocol/operations/care-reply.ts';
import { testPatient } from '../../../protocol/testing/fixture-intake.ts';
import type { Feature } from '../../core/feature.ts';
import { features } from '../../features.ts';
import { fixturePack } from '../../testing/fixture-pack.ts';
import { detailOf, openConsole, type TestConsole } from '../../testing/test-console.ts';
import { createTestDevice, intake, sealedTo, type TestDevice } from '../../testing/test-device.ts';
import { withCookie } from '../../testing/test-patients.ts';
import { sealingTarget } from '../../testing/test-sealing.ts';
import { openTestAccounts, type TestAccounts, type TestBrowser } from '../accounts/testing/test-accounts.ts';
import {
  type ConsultationMove,
  consultations,
  type MissingId,
  orders as orderDesk,
} from '../orders/service.ts';
import { catalogs } from '../shop/feature.ts';

/** Longer than any test: what is to be final is made due. */
const UNDO_SECONDS = 600;
const DAY = 86_400_000;

const moves: ConsultationMove[] = [];
/** Consultations that were completed with their cases. */
const closed: string[] = [];
/** Consultations whose cases were dismissed unread. */
const dismissed: string[] = [];
/** Persons whose ID was confirmed, and consultations of whom it was. */
const confirmed: string[] = [];
let stateOf: (id: string) => Promise<string | undefined>;
let lacksId: (consultation: string, products: string[], places: string[]) => Promise<MissingId>;
/** A consultation. */
let failing: string | undefined;
/** Consultations that no order waits for. */
const unordered = new Set<string>();
/** Consultations whose order is of the product that a rule asks an ID for. */
const dreaming = new Set<string>();
/** Consultations whose order waits for an ID. */
const unseen = new Set<string>();
/** Consultations whose order isn't sent to Ohio. */
const elsewhere = new Set<string>();
/** As the feature of that name will. */
const orders: Feature = {
  name: 'orders',
  open(core) {
    orderDesk.provide(core, {
      async consultationMoved(_transaction, _publish, move) {
        if (failing === move.consultation) throw new Error('orders fail');
        moves.push(move);
      },
      async consultationClosed(_transaction, _publish, { consultation }) {
        closed.push(consultation);
      },
      async consultationDismissed(_transaction, _publish, { consultation }) {
        dismissed.push(consultation);
      },
      async idConfirmed(_transaction, _publish, { person, consultation }) {
        confirmed.push(...[person, consultation].filter((one) => one !== undefined));
      },
      idRefused: async () => undefined,
      feeOf: async () => undefined,
      linesOf: async (_sql, _vendor, consultation) =>
        unordered.has(consultation)
          ? []
          : [
              {
                order: '0197a000-0000-7000-8000-00000000aaaa',
                code: 'OR-1234',
                sku: 'SLEEP-30',
                product: dreaming.has(consultation) ? 'dream-well' : 'sleep-well',
                quantity: 2,
                ...(unseen.has(consultation) && { waitsForId: true as const }),
                delivery: {
                  ...{ way: 'mail', rate: 'standard' },
                  address: {
                    ...{ lines: ['1 Main St'], city: 'Town', country: 'US' },
                    region: elsewhere.has(consultation) ? 'US-CA' : 'US-OH',
                  },
                },
              },
            ],
    });
    return {};
  },
};
const sold = [
  productOf('sleep-well', {
    ...{ kind: 'rx', questionnaire: 'sleep' },
    name: { en: 'Sleep Well' },
    ingredients: ['melatonin'],
  }),
  productOf('dream-well', {
    ...{ kind: 'rx', questionnaire: 'sleep' },
    name: { en: 'Dream Well' },
    ingredients: ['ramelteon'],
  }),
];
const shop: Feature = {
  name: 'shop',
  open(core) {
    catalogs.provide(core, { of: async () => ({ products: sold, shop: shopOf(), serviceAreas: [] }) });
    return {};
  },
};
const last: Feature = {
  name: 'last',
  open(core) {
    const service = consultations.of(core);
    stateOf = async (id) => (await service.stateOf(core.sql, 'meadow', [id])).get(id);
    lacksId = (consultation, products, places) =>
      service.lacksId(core.sql, { vendor: 'meadow', consultation, products, places });
    return {};
  },
};

let clinic: TestAccounts;
let staff: TestConsole;
let cookies: Record<'clinician' | 'owner' | 'auditor', string>;
beforeAll(async () => {
  const meadow = await fixturePack();
  const form = { questionnaire: 'sleep', history: ['driver', 'pregnant'], vitals: ['pressure-old'] };
  const noDreams = testRule({
    ...{ id: 'no-dreams', outcome: 'STOP', products: ['dream-well'] },
    conditions: [{ question: 'snore', operator: 'exists', answerBoolean: false }],
  });
  const rules = [...meadow.pack.rules, noDreams];
  const told = { source: 'Policy', asOf: '2026-11-28' };
  const identity = [
    { places: ['US-OH'], ...told },
    { products: ['dream-well'], ...told },
  ];
  const packs = [
    { ...meadow, pack: { ...meadow.pack, rules, care: { identity, forms: [form] } } },
    await fixturePack('brook', 'Brook Clinic'),
  ];
  clinic = await openTestAccounts({
    ...{ undoSeconds: UNDO_SECONDS, packs },
    features: [...features.map((one) => [orders, shop].find(({ name }) => name === one.name) ?? one), last],
  });
  staff = openConsole(clinic.server);
  await signIn();
});
async function signIn(): Promise<void> {
  cookies = {
    clinician: await staff.signIn(),
    owner: await staff.signIn('meadow', 'owner'),
    auditor: await staff.signIn('meadow', 'auditor'),
  };
}
afterAll(() => clinic.server.close());
beforeEach(async () => {
  moves.length = 0;
  failing = undefined;
  await clinic.server.database.sql`delete from rate_limits`;
});

const path = (id: string, rest = '') => `meadow/api/cases/${id}/consultation${rest}`;
const post = (id: string, rest: string, body: unknown = {}, role: keyof typeof cookies = 'clinician') =>
  staff.call('POST', path(id, `/${rest}`), cookies[role], body);
const decide = (id: string, body: unknown, role: keyof typeof cookies = 'clinician') =>
  post(id, 'decision', body, role);
async function read(id: string, role: keyof typeof cookies = 'clinician'): Promise<ConsultationDetail> {
  const answer = await staff.call('GET', path(id), cookies[role]);
  if (answer.status !== 200) throw new Error(`${answer.status} ${clinic.server.log().slice(-1500)}`);
  return consultationDetailSchema.parse(JSON.parse(answer.body));
}
const caseOf = async (id: string) =>
  detailOf(await staff.call('GET', `meadow/api/cases/${id}`, cookies.clinician));
/** The time in which it can be undone is over, by the clock that counts: the database's. */
async function passesTheTime(): Promise<void> {
  await clinic.server.database.sql`
    update inbox_items set pending_until = pending_until - ${UNDO_SECONDS}::float8 * interval '1 second'`;
  await clinic.server.decisions.finish();
}
const send = (device: TestDevice, over: Parameters<typeof intake>[1] = {}) =>
  staff.submit(device, 'intake.submit', intake(clinic.server.formHash, over));

const inAYear = () => new Date(Date.now() + 300 * DAY).toISOString().slice(0, 10);
const prescription = () => ({
  ...{ medicine: 'Melatonin 2 mg', directions: 'One at bedtime', quantity: '30 tablets' },
  ...{ refills: 2, days: 30, expiresOn: inAYear() },
});
const approval = () => ({ does: 'approve', prescription: prescription() });
const decline = {
  ...{ does: 'decline', reason: 'contraindicated', text: 'This would not be safe for you.' },
  alternatives: ['Sleep hygiene', 'Your own doctor'],
};
const ask = { does: 'ask', text: 'What is your blood pressure?' };
async function vouchForAll(id: string): Promise<void> {
  for (const { name, product } of (await read(id)).guards.filter(({ state }) => state === 'unmet')) {
    const about = { guard: name, ...(product !== undefined && { product }) };
    expect((await post(id, 'attestations', { ...about, text: 'Seen on the phone.' })).status).toBe(200);
  }
}

const movesOf = (id: string) => moves.filter(({ consultation }) => consultation === id);

/** What the device has been told of it, in order. */
async function toldOf(device: TestDevice, id: string) {
  const { changes } = await device.changes(clinic.server.send, 'meadow');
  return changes.flatMap((change) => (change.id === id && change.consultation ? [change.consultation] : []));
}

let people = 0;
async function newPatient(): Promise<{ phone: TestBrowser; person: string; id: string }> {
  people += 1;
  const phone = await clinic.browser({ from: `203.0.113.${people}` });
  const birthDate = `1980-01-${String(people).padStart(2, '0')}`;
  const { person } = await phone.enter(`care-${people}@mail.example`);
  await clinic.server.database.sql`
    update persons set birth_date = ${birthDate} where vendor = 'meadow' and id = ${person}`;
  const id = await send(phone.device, { patient: testPatient({ birthDate }) });
  return { phone, person, id };
}
async function recordOf(phone: TestBrowser, id: string) {
  const { text } = await phone.device.request(
    withCookie(clinic.server.send, phone.cookie()),
    'GET',
    '/connect/meadow/sync/v1/records',
  );
  return recordsPageSchema
    .parse(JSON.parse(text))
    .records.find((record) => record.kind === 'consultation' && record.id === id)?.body;
}
async function reply(
  device: TestDevice,
  answer: { consultation: string; asked: string; text: string; person?: string },
) {
  const payload = {
    ...{ session: answer.consultation, vendor: 'meadow', repliedAt: '2026-05-04T10:00:00+02:00' },
    ...answer,
  };
  const operation = await sealedTo(sealingTarget(clinic.server.sealing, 'meadow'), careReply.kind, payload);
  await device.push(clinic.server.send, 'meadow', [operation]);
  return operation.opId;
}

describe('whose it is', () => {
  it('is claimed, given to another and released, each on record', async () => {
    const id = await send(await createTestDevice());
    expect(await read(id)).toMatchObject({ state: 'waiting', clinician: null, history: [] });
    expect((await post(id, 'claim')).status).toBe(200);
    expect(await read(id)).toMatchObject({ state: 'in_review', clinician: { mine: true } });
    const [line] = (await staff.inbox(cookies.owner, '?state=in_review')).items.filter(
      (item) => item.id === id,
    );
    expect(line?.care).toEqual({ state: 'in_review', assignee: { name: 'A clinician', mine: false } });
    expect((await staff.inbox(cookies.clinician, '?mine=1')).items.map((item) => item.id)).toContain(id);
    expect((await staff.inbox(cookies.owner, '?mine=1')).items.map((item) => item.id)).not.toContain(id);
    expect((await post(id, 'assign', { email: 'OWNER@meadow.test' })).status).toBe(200);
    expect((await read(id, 'owner')).clinician).toMatchObject({ email: 'owner@meadow.test', mine: true });
    for (const email of ['auditor@meadow.test', 'clinician@brook.test', 'no\u0000body'])
      expect((await post(id, 'assign', { email })).status).toBe(404);
    expect((await post(id, 'release')).status).toBe(200);
    expect(await read(id)).toMatchObject({ state: 'waiting', clinician: null });
    expect((await read(id)).history.map(({ does, name, about }) => [does, name, about])).toEqual([
      ['claim', 'A clinician', null],
      ['assign', 'A clinician', 'A owner'],
      ['release', 'A clinician', null],
    ]);
    const trail = await clinic.server.database.sql`select action from audit_events where subject = ${id}`;
    expect(trail.map(({ action }) => action).filter((action) => action === 'care-assigned')).toHaveLength(3);
    expect((await post(id, 'release')).code).toBe('NOT_NOW');
  });

  it('is nobody’s to move who may only read, and isn’t there for another clinic', async () => {
    const id = await send(await createTestDevice());
    expect((await post(id, 'claim', {}, 'auditor')).status).toBe(403);
    expect((await staff.call('GET', path(id), cookies.auditor)).status).toBe(200);
    const brook = await staff.signIn('brook');
    expect((await staff.call('GET', path(id).replace('meadow', 'brook'), brook)).status).toBe(404);
    const claimed = await staff.call('POST', path(id, '/claim').replace('meadow', 'brook'), brook, {});
    expect(claimed.status).toBe(404);
    expect((await post(randomUUID(), 'claim')).status).toBe(404);
    expect((await decide(randomUUID(), ask)).status).toBe(404);
    expect(await read(id)).toMatchObject({ state: 'waiting', history: [] });
  });

  it('keeps what staff note, whatever characters it has', async () => {
    const id = await send(await createTestDevice());
    expect((await post(id, 'notes', { text: 'S: sleeps\u0000 badly\nO: tired' })).status).toBe(200);
    expect((await read(id)).history).toMatchObject([{ does: 'note', text: 'S: sleeps badly\nO: tired' }]);
    expect(await stateOf(id)).toBe('waiting');
  });
});

describe('what has to hold before a prescription (promise 2)', () => {
  it('is named before anybody decides, and refuses the decision', async () => {
    const id = await send(await createTestDevice());
    const unmet = (await read(id)).guards.filter(({ state }) => state === 'unmet');
    expect(unmet.map(({ name }) => name)).toEqual(['identity', 'history']);
    const refused = await decide(id, approval());
    expect([refused.status, refused.code]).toEqual([409, 'GUARDS_UNMET']);
    expect(JSON.parse(refused.body)).toMatchObject({
      errors: [{ pointer: '/guards/identity' }, { pointer: '/guards/history' }],
    });
    expect((await caseOf(id)).item.pending).toBeNull();
    expect((await post(id, 'attestations', { guard: 'place', text: 'I know' })).code).toBe('NOT_NOW');
    expect((await post(id, 'attestations', { guard: 'history', text: '  ' })).status).toBe(400);
    await vouchForAll(id);
    expect((await read(id)).guards.map(({ name, state }) => `${name} ${state}`)).toEqual([
      ...['role met', 'place met', 'stop met', 'identity attested', 'history attested'],
    ]);
    expect((await decide(id, approval())).status).toBe(200);
  });

  it('is an ID where the place asks for one, be it only the order’s, and for what a rule names anywhere', async () => {
    const id = await send(await createTestDevice());
    const idGuards = async () => (await read(id)).guards.filter(({ name }) => name === 'identity');
    expect(await idGuards()).toMatchObject([{ state: 'unmet' }]);
    expect((await idGuards())[0]).not.toHaveProperty('product');
    elsewhere.add(id);
    expect(await idGuards()).toMatchObject([{ state: 'unmet', product: 'dream-well' }]);
    const vouched = await post(id, 'attestations', { guard: 'history', text: 'Asked on the phone.' });
    expect(vouched.status).toBe(200);
    const dreams = {
      ...approval(),
      prescription: { ...prescription(), medicine: 'Ramelteon', product: 'dream-well' },
    };
    expect((await decide(id, dreams)).body).toContain('/guards/identity');
    // An approval reaches what was ordered, whatever is prescribed by it.
    dreaming.add(id);
    expect((await decide(id, approval())).body).toContain('/guards/identity');
    dreaming.delete(id);
    expect((await decide(id, approval())).status).toBe(200);
  });

  it('is asked by the same rules of what is ordered, or sent elsewhere, after it', async () => {
    const { person, id } = await newPatient();
    expect(await lacksId(id, ['sleep-well'], ['US-CA'])).toBe(false);
    expect(await lacksId(id, ['sleep-well'], ['US-OH'])).toBe('missing');
    expect(await lacksId(id, ['sleep-well', 'dream-well'], ['US-CA'])).toBe('missing');
    const ohioan = await send(await createTestDevice(), {
      place: { code: 'US-OH', confirmedAt: '2026-05-04T10:00:00+02:00' },
    });
    expect(await lacksId(ohioan, ['sleep-well'], ['US-CA'])).toBe('missing');
    const { sql } = clinic.server.database;
    const document = randomUUID();
    await sql`
      insert into identity_documents (vendor, id, person, device, document, photos, stated_at, received_at, status)
      values ('meadow', ${document}, ${person}, 'phone', 'passport', '{}', now(), now(), 'sent')`;
    const said = { id: document, expiresOn: inAYear() };
    const check = (decision: object) =>
      staff.call('POST', `meadow/api/patients/${person}/identity/decision`, cookies.clinician, {
        ...said,
        ...decision,
      });
    expect(await lacksId(id, ['sleep-well'], ['US-OH'])).toBe('sent');
    expect((await check({ decision: 'confirmed' })).status).toBe(200);
    expect(await lacksId(id, ['sleep-well', 'dream-well'], ['US-OH'])).toBe(false);
    // Orders that waited for it hear of it.
    expect(confirmed).toEqual([person]);
    await sql`update identity_documents set expires_on = '2020-01-01' where id = ${document}`;
    expect(await lacksId(id, ['sleep-well'], ['US-OH'])).toBe('missing');
    // A clinician may vouch for who it is.
    expect((await post(id, 'attestations', { guard: 'identity', text: 'Met in person.' })).status).toBe(200);
    expect(await lacksId(id, ['sleep-well'], ['US-OH'])).toBe(false);
  });

  it('is a stop that an answer met, also where the patient then changed it', async () => {
    const at = '2026-05-04T10:01:00+02:00';
    const hit = { rule: 'pregnant', version: '1.0', outcome: 'STOP' as const, evidence: ['pregnant'], at };
    const changed = { ...hit, withdrawnAt: '2026-05-04T10:02:00+02:00' };
    const id = await send(await createTestDevice(), { ruleHits: [changed, hit, changed] });
    const [stop] = (await read(id)).guards.filter(({ name }) => name === 'stop');
    expect(stop).toMatchObject({ state: 'unmet', attestable: true, rules: [{ id: 'pregnant' }] });
    const one = await send(await createTestDevice(), { ruleHits: [changed] });
    expect((await decide(one, approval())).body).toContain('/guards/stop');
    await vouchForAll(one);
    expect((await decide(one, approval())).status).toBe(200);
  });

  it('is the place as it is served now: a live visit comes first', async () => {
    const place = { code: 'US-NY', confirmedAt: '2026-05-04T10:00:00+02:00' };
    const id = await send(await createTestDevice(), { place });
    expect((await read(id)).guards).toContainEqual(
      expect.objectContaining({ name: 'place', state: 'unmet', attestable: false, needs: 'live-visit' }),
    );
    await vouchForAllBut(id, 'place');
    expect((await decide(id, approval())).code).toBe('GUARDS_UNMET');
    await decide(id, { does: 'live' });
    await passesTheTime();
    expect(await read(id)).toMatchObject({ state: 'live_visit' });
    expect((await post(id, 'live-done', { text: 'By video, 10 minutes.' })).status).toBe(200);
    expect((await decide(id, approval())).status).toBe(200);
  });

  const of = (product: string | undefined, medicine = 'Another') => ({
    does: 'approve',
    prescription: { ...prescription(), ...(product !== undefined && { product }), medicine },
  });
  const hit = { rule: 'no-dreams', version: '1', outcome: 'REVIEW' as const, evidence: ['snore'] };
  const at = '2026-05-04T10:01:00+02:00';

  it('is no stop rule about the very product, by whichever name it is prescribed, unless a clinician overrides it', async () => {
    const id = await send(await createTestDevice(), { ruleHits: [{ ...hit, at }] });
    await vouchForAllBut(id, 'product');
    const [guard] = (await read(id)).guards.filter(({ name }) => name === 'product');
    expect(guard).toMatchObject({ product: 'dream-well', state: 'unmet', rules: [{ id: 'no-dreams' }] });
    for (const refused of [
      of('dream-well'),
      of(undefined, 'Dream well 8 mg'),
      of('sleep-well', 'RAMELTEON'),
    ]) {
      const answer = await decide(id, refused);
      expect([answer.status, answer.code]).toEqual([409, 'GUARDS_UNMET']);
      expect(answer.body).toContain('/guards/product:dream-well');
    }
    // Of another product it says nothing, and neither does what was vouched for it.
    expect(
      (await post(id, 'attestations', { guard: 'product', product: 'sleep-well', text: 'x' })).code,
    ).toBe('NOT_NOW');
    expect((await decide(id, of('sleep-well'))).status).toBe(200);
    const other = await send(await createTestDevice(), { ruleHits: [{ ...hit, at, withdrawnAt: at }] });
    await vouchForAll(other);
    expect((await decide(other, of('dream-well'))).status).toBe(200);
    expect((await read(other)).history).toContainEqual(
      expect.objectContaining({ does: 'attest', about: 'product:dream-well', text: 'Seen on the phone.' }),
    );
  });

  it('is what the patient’s health profile says: no allergy to it, and not the same twice', async () => {
    const { person, id } = await newPatient();
    const [allergy, medicine] = [
      allergyTo({ text: 'Melatonin (rash)' }, 'Rash'),
      medicineOf({ text: 'ramelteon 8 mg' }, ''),
    ];
    for (const [name, resource] of [
      ['allergy', allergy],
      ['medicine', medicine],
    ] as const) {
      const body = { version: randomUUID(), resource, author: 'patient', statedAt: new Date().toISOString() };
      await clinic.server.database.sql`
        insert into health_records (vendor, person, kind, id, version, body)
        values ('meadow', ${person}, 'health', ${`${name}:${randomUUID()}`}, ${body.version}, ${JSON.stringify(body)})`;
    }
    const found = (await read(id)).guards.filter(({ product }) => product !== undefined);
    expect(found).toMatchObject([
      { name: 'product', product: 'sleep-well', said: ['Melatonin (rash)'], state: 'unmet' },
      { name: 'duplicate', product: 'dream-well', said: ['ramelteon 8 mg'], state: 'unmet' },
    ]);
    expect((await decide(id, of('sleep-well'))).body).toContain('/guards/product:sleep-well');
    expect((await decide(id, of('dream-well'))).body).toContain('/guards/duplicate:dream-well');
  });

  it('is a license for the place, where the staff’s data says where they have one', async () => {
    const id = await send(await createTestDevice());
    const licensed = async (places: readonly string[] | null) => {
      await clinic.server.database.sql`
        update staff set licensed = ${places === null ? null : [...places]} where email = 'clinician@meadow.test'`;
      return (await read(id)).guards.find(({ name }) => name === 'license');
    };
    expect(await licensed(['US-TX', 'US-C'])).toMatchObject({ state: 'unmet', attestable: false });
    await vouchForAllBut(id, 'license');
    expect((await decide(id, approval())).body).toContain('/guards/license');
    expect(await licensed(['US'])).toMatchObject({ state: 'met' });
    expect(await licensed(['US-CA'])).toMatchObject({ state: 'met' });
    expect(await licensed(null)).toBeUndefined();
  });

  it('is a reading that is recent on the day of the decision, and not only when the form was answered', async () => {
    const days = (ago: number) => new Date(Date.now() - ago * DAY).toISOString();
    const vitals = async (completedAt: string) =>
      (await read(await send(await createTestDevice(), { completedAt }))).guards.find(
        ({ name }) => name === 'vitals',
      );
    expect(await vitals(days(2))).toBeUndefined();
    expect(await vitals(days(31))).toMatchObject({ state: 'unmet', attestable: true });
  });

  it('is a prescription for a year at most', async () => {
    const id = await send(await createTestDevice());
    await vouchForAll(id);
    for (const expiresOn of ['2001-01-01', '2099-01-01'])
      expect(
        (await decide(id, { does: 'approve', prescription: { ...prescription(), expiresOn } })).status,
      ).toBe(400);
  });
});

async function vouchForAllBut(id: string, left: string): Promise<void> {
  for (const { name, product, state } of (await read(id)).guards)
    if (state === 'unmet' && name !== left)
      await post(id, 'attestations', {
        guard: name,
        ...(product !== undefined && { product }),
        text: 'Checked.',
      });
}

const review = (id: string) => staff.call('POST', `meadow/api/cases/${id}/review`, cookies.clinician, {});

it('is needed where an order waits for it: the case isn’t closed as read', async () => {
  const id = await send(await createTestDevice());
  const refused = await review(id);
  expect([refused.status, refused.code]).toEqual([409, 'ORDER_WAITING']);
  expect(JSON.parse(refused.body)).toMatchObject({ errors: [{ pointer: '/orders', detail: 'OR-1234' }] });
  expect((await caseOf(id)).item.pending).toBeNull();
  unordered.add(id);
  expect((await review(id)).status).toBe(200);
});

it('is completed with its case where nothing is prescribed, once that can’t be undone, and not while the patient owes an answer', async () => {
  const id = await send(await createTestDevice());
  unordered.add(id);
  expect((await review(id)).status).toBe(200);
  expect(closed).not.toContain(id);
  await passesTheTime();
  expect(closed.filter((one) => one === id)).toEqual([id]);
  const asked = await send(await createTestDevice());
  unordered.add(asked);
  expect((await decide(asked, ask)).status).toBe(200);
  await passesTheTime();
  expect((await review(asked)).status).toBe(200);
  await passesTheTime();
  expect(closed).not.toContain(asked);
});

describe('a decision', () => {
  it('is told to nobody while it can be undone, and is undone without a trace for the patient (promise 3)', async () => {
    const { phone, id } = await newPatient();
    expect((await decide(id, decline)).status).toBe(200);
    expect(await read(id)).toMatchObject({ state: 'waiting', draft: { does: 'decline' } });
    expect((await caseOf(id)).item.pending).toMatchObject({ action: 'review', mine: true });
    expect((await decide(id, ask, 'owner')).code).toBe('DECISION_MADE');
    expect((await post(id, 'claim', {}, 'owner')).code).toBe('DECISION_MADE');
    const undo = `meadow/api/cases/${id}/undo`;
    expect((await staff.call('POST', undo, cookies.owner, {})).code).toBe('DECISION_NOT_YOURS');
    expect((await staff.call('POST', undo, cookies.clinician, {})).status).toBe(200);
    await passesTheTime();
    expect(await read(id)).toMatchObject({ state: 'waiting', draft: null });
    expect(await recordOf(phone, id)).toBeUndefined();
    expect(await toldOf(phone.device, id)).toEqual([]);
    expect(movesOf(id)).toEqual([]);
    // What was only read since, isn't decided by what was undone.
    unordered.add(id);
    expect((await review(id)).status).toBe(200);
    await passesTheTime();
    expect(await stateOf(id)).toBe('waiting');
    // A case that was read before can still be decided.
    expect((await decide(id, decline)).status).toBe(200);
    await passesTheTime();
    expect(await stateOf(id)).toBe('declined');
  });

  it('against it reaches the patient, their device and the orders at once (promise 4)', async () => {
    const { phone, id } = await newPatient();
    await decide(id, decline);
    await passesTheTime();
    expect(await recordOf(phone, id)).toMatchObject({
      state: 'declined',
      clinician: 'A clinician',
      decision: { reason: 'contraindicated', text: decline.text, alternatives: decline.alternatives },
    });
    expect(await toldOf(phone.device, id)).toEqual(['declined']);
    expect(movesOf(id)).toMatchObject([
      { vendor: 'meadow', consultation: id, status: 'declined', decision: { reason: 'contraindicated' } },
    ]);
    expect((await caseOf(id)).item.status).toBe('reviewed');
    for (const body of [ask, decline, { does: 'withdraw', text: 'x' }])
      expect((await decide(id, body)).code).toBe('NOT_NOW');
  });

  it('for it prescribes, captures once, and is complete once the pharmacy has it', async () => {
    const { phone, id } = await newPatient();
    await post(id, 'claim');
    await vouchForAll(id);
    await decide(id, approval());
    const [{ decided }] = await clinic.server.database.sql<[{ decided: string }]>`
      select pending_at as decided from inbox_items where id = ${id}`;
    clinic.server.pass(11_000);
    await passesTheTime();
    expect(await recordOf(phone, id)).toMatchObject({ state: 'prescribed', prescription: prescription() });
    // Moved since to a place that asks for an ID.
    const attest = (guard: string) => post(id, 'attestations', { guard, text: 'Shown at the counter.' });
    expect((await attest('identity')).code).toBe('NOT_NOW');
    unseen.add(id);
    expect((await post(id, 'transmitted')).body).toContain('/guards/identity');
    expect((await attest('history')).code).toBe('NOT_NOW');
    expect((await attest('identity')).status).toBe(200);
    expect(confirmed).toContain(id);
    unseen.delete(id);
    expect((await post(id, 'transmitted')).status).toBe(200);
    expect(await stateOf(id)).toBe('completed');
    expect(movesOf(id).map(({ status }) => status)).toEqual(['in_review', 'approved']);
    // When it was decided, and not when it became final: what was ordered since nobody has seen.
    expect(movesOf(id)[1]?.decidedAt).toEqual(new Date(decided));
    expect((await read(id)).lines).toMatchObject([{ code: 'OR-1234', quantity: 2, medicine: null }]);
  });

  it('that this server can’t read isn’t taken for a reading: its case stays listed, and nothing is charged', async () => {
    const id = await send(await createTestDevice());
    unordered.add(id);
    expect((await decide(id, decline)).status).toBe(200);
    await clinic.server.database.sql`update consultations set draft = '{"does":"postpone"}' where id = ${id}`;
    await passesTheTime();
    expect(closed).not.toContain(id);
    expect((await caseOf(id)).item).toMatchObject({ status: 'new', pending: null });
  });

  it('is not final where the orders fail, and is once they don’t', async () => {
    const { phone, id } = await newPatient();
    const other = await newPatient();
    failing = id;
    await decide(id, decline);
    await decide(other.id, decline);
    await expect(passesTheTime()).rejects.toThrow('orders fail');
    expect(await stateOf(id)).toBe('waiting');
    expect(await recordOf(phone, id)).toBeUndefined();
    // It holds up no other.
    expect(await recordOf(other.phone, other.id)).toMatchObject({ state: 'declined' });
    failing = undefined;
    await clinic.server.decisions.finish();
    expect(await recordOf(phone, id)).toMatchObject({ state: 'declined' });
  });

  it('refers, and withdraws for the patient', async () => {
    const [one, two] = [await newPatient(), await newPatient()];
    await decide(one.id, {
      does: 'refer',
      where: 'Sleep clinic',
      text: 'They can measure it.',
      alternatives: [],
    });
    await decide(two.id, { does: 'withdraw', text: 'Changed their mind.' });
    await passesTheTime();
    expect(await recordOf(one.phone, one.id)).toMatchObject({
      state: 'referred',
      decision: { where: 'Sleep clinic' },
    });
    expect(await recordOf(two.phone, two.id)).toMatchObject({ state: 'withdrawn' });
    expect([...movesOf(one.id), ...movesOf(two.id)].map(({ status }) => status)).toEqual([
      'referred',
      'declined',
    ]);
  });
});

it('becomes a person’s with the form that they claim', async () => {
  people += 1;
  const phone = await clinic.browser({ from: `203.0.113.${people}` });
  const birthDate = '1971-02-03';
  const id = await send(phone.device, { patient: testPatient({ birthDate }) });
  await decide(id, decline);
  await passesTheTime();
  await phone.enter(`care-${people}@mail.example`);
  expect(await recordOf(phone, id)).toBeUndefined();
  await phone.claim([id], birthDate);
  expect(await recordOf(phone, id)).toMatchObject({ state: 'declined' });
});

describe('a question', () => {
  async function asked() {
    const patient = await newPatient();
    await decide(patient.id, ask);
    await passesTheTime();
    const question = (await read(patient.id)).asked?.id ?? '';
    return { ...patient, question };
  }

  it('waits for the patient, whose answer gives it back to the same clinician', async () => {
    const { phone, person, id, question } = await asked();
    expect(await recordOf(phone, id)).toMatchObject({
      state: 'needs_info',
      asked: { id: question, text: ask.text },
    });
    expect(
      (await staff.inbox(cookies.clinician, '?waitingOn=patient')).items.map((item) => item.id),
    ).toContain(id);
    const opId = await reply(phone.device, {
      consultation: id,
      asked: question,
      text: '120/80\u0000',
      person,
    });
    expect(await read(id)).toMatchObject({ state: 'in_review', clinician: { name: 'A clinician' } });
    expect((await read(id)).history.at(-1)).toMatchObject({
      does: 'reply',
      by: 'patient',
      text: '120/80\u0000',
    });
    expect(await recordOf(phone, id)).toMatchObject({ state: 'in_review' });
    expect((await read(id)).guards.find(({ name }) => name === 'contact')).toBeUndefined();
    const [ledger] = await clinic.server.database.sql`select outcome from op_ledger where op_id = ${opId}`;
    expect(ledger).toMatchObject({ outcome: 'applied' });
  });

  it('is answered by nobody else (promise 6)', async () => {
    const { id, question } = await asked();
    const other = await newPatient();
    await reply(other.phone.device, {
      consultation: id,
      asked: question,
      text: 'mine',
      person: other.person,
    });
    await reply(await createTestDevice(), { consultation: id, asked: question, text: 'mine' });
    expect(await read(id)).toMatchObject({ state: 'needs_info' });
    expect((await read(id)).history.map(({ does }) => does)).not.toContain('reply');
    // What was sent for another question of another case.
    const wrong = { consultation: other.id, asked: question, text: 'x', session: id };
    await reply(other.phone.device, wrong);
    expect(await read(id)).toMatchObject({ state: 'needs_info' });
  });

  it('is answered from a guest’s device that sent the form, and the patient told by phone', async () => {
    const device = await createTestDevice();
    const id = await send(device);
    await decide(id, ask);
    await passesTheTime();
    expect(await toldOf(device, id)).toEqual(['needs_info']);
    await reply(device, { consultation: id, asked: (await read(id)).asked?.id ?? '', text: 'Fine.' });
    expect(await stateOf(id)).toBe('in_review');
    await decide(id, ask);
    await passesTheTime();
    expect((await post(id, 'answered', { text: 'Called: 118/76.' })).status).toBe(200);
    expect(await stateOf(id)).toBe('in_review');
  });

  it('is listed again where its visit is logged after it was marked reviewed: nobody would decide', async () => {
    const { id } = await newPatient();
    await decide(id, { does: 'live' });
    await passesTheTime();
    unordered.add(id);
    await staff.call('POST', `meadow/api/cases/${id}/review`, cookies.clinician, {});
    await passesTheTime();
    expect((await caseOf(id)).item.status).toBe('reviewed');
    expect((await post(id, 'live-done', { text: 'Seen by video.' })).status).toBe(200);
    expect(await stateOf(id)).toBe('in_review');
    expect((await caseOf(id)).item.status).toBe('new');
  });

  it('is told where it is dismissed with its flood, in the same transaction', async () => {
    const id = await send(await createTestDevice());
    const { sql } = clinic.server.database;
    await sql`insert into inbox_floods (vendor, key, began_at, lead) values ('meadow', 'vendor:test', now(), ${id})`;
    await sql`update inbox_items set flood = 'vendor:test' where id = ${id}`;
    const flood = await staff.call('GET', `meadow/api/floods/${id}`, cookies.clinician);
    const { seenTo } = JSON.parse(flood.body);
    const answer = await staff.call('POST', `meadow/api/floods/${id}/dismiss`, cookies.clinician, {
      ...{ note: 'A script.', seenTo },
    });
    expect(answer.status).toBe(200);
    expect(dismissed).toEqual([id]);
  });

  it('that is answered after its case was marked reviewed lists it again: nobody would read it', async () => {
    const { phone, id, question } = await asked();
    await clinic.server.database
      .sql`update inbox_items set resolved_at = now(), resolved_by = 'A clinician' where id = ${id}`;
    await reply(phone.device, { consultation: id, asked: question, text: '118/76' });
    expect(await stateOf(id)).toBe('in_review');
    expect((await caseOf(id)).item.status).toBe('new');
  });

  it('that is answered while a withdrawal can be undone takes it back: somebody reads the answer first', async () => {
    const { phone, id, question } = await asked();
    expect((await decide(id, { does: 'withdraw', text: 'Told us by phone.' })).status).toBe(200);
    await reply(phone.device, { consultation: id, asked: question, text: '118/76, please go on.' });
    expect(await read(id)).toMatchObject({ state: 'in_review', draft: null });
    expect((await caseOf(id)).item).toMatchObject({ status: 'new', pending: null });
    expect((await caseOf(id)).timeline.map(({ action }) => action)).toContain('review-withdrawn');
    await passesTheTime();
    expect(closed).not.toContain(id);
    expect((await caseOf(id)).item.status).toBe('new');
    // Read, it can be decided again.
    expect((await decide(id, { does: 'withdraw', text: 'They have decided.' })).status).toBe(200);
    await passesTheTime();
    expect(await stateOf(id)).toBe('withdrawn');
  });

  it('that is answered while its case is being marked reviewed isn’t completed with it, nor by an answer that comes late', async () => {
    const first = await asked();
    unordered.add(first.id);
    expect((await review(first.id)).status).toBe(200);
    await reply(first.phone.device, { consultation: first.id, asked: first.question, text: '118/76' });
    const late = await asked();
    unordered.add(late.id);
    expect((await post(late.id, 'answered', { text: 'Called: 118/76.' })).status).toBe(200);
    expect((await review(late.id)).status).toBe(200);
    await reply(late.phone.device, { consultation: late.id, asked: late.question, text: 'I’m pregnant.' });
    await passesTheTime();
    for (const { id } of [first, late]) {
      expect(closed).not.toContain(id);
      expect(await stateOf(id)).toBe('in_review');
      expect((await caseOf(id)).item.status).toBe('new');
    }
  });

  it('ends what nobody answers for ten days, once (promise 5)', async () => {
    const { phone, id, question } = await asked();
    clinic.server.pass(9 * DAY);
    await clinic.server.turns.turn();
    expect(await stateOf(id)).toBe('needs_info');
    clinic.server.pass(1.1 * DAY);
    await Promise.all([clinic.server.turns.turn(), clinic.server.turns.turn()]);
    expect(await stateOf(id)).toBe('expired');
    await signIn();
    expect((await read(id)).history.filter(({ does }) => does === 'expire')).toHaveLength(1);
    expect(movesOf(id).at(-1)).toMatchObject({ status: 'expired', actor: null });
    expect((await caseOf(id)).item.status).toBe('reviewed');
    // Too late, and read all the same.
    await reply(phone.device, { consultation: id, asked: question, text: 'Sorry, here it is.' });
    expect(await stateOf(id)).toBe('expired');
    expect((await read(id)).history.at(-1)).toMatchObject({ does: 'late-reply', text: 'Sorry, here it is.' });
    expect((await caseOf(id)).item.status).toBe('new');
  });

  it('that is answered late lists its case again some times a day; after that its answers are read where they stand', async () => {
    const { phone, id, question } = await asked();
    clinic.server.pass(10.1 * DAY);
    await clinic.server.turns.turn();
    await signIn();
    const late = (text: string) => reply(phone.device, { consultation: id, asked: question, text });
    const close = async () => {
      await clinic.server.database
        .sql`update inbox_items set resolved_at = now(), resolved_by = 'x' where id = ${id}`;
    };
    for (const text of ['one', 'two', 'three']) {
      await late(text);
      expect((await caseOf(id)).item.status).toBe('new');
      await close();
    }
    await late('four');
    expect((await caseOf(id)).item.status).toBe('reviewed');
    expect((await read(id)).history.at(-1)).toMatchObject({ does: 'late-reply', text: 'four' });
    clinic.server.pass(1.1 * DAY);
    await late('five');
    await signIn();
    expect((await caseOf(id)).item.status).toBe('new');
  });
});

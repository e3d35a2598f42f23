/** The terms of sale of an order: those that the vendor publishes now, agreed to by the patient. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { promotionHash } from '../../../domain/shop/promotion.ts';
import { testDocument } from '../../../domain/testing/fixture-clinic.ts';
import { openTestOrders, TABLETS, type TestOrders } from './testing/test-orders.ts';

const terms = testDocument({ slug: 'terms', kind: 'terms' });
const agreed = {
  ...{ document: 'terms', version: terms.version, sha256: 'e'.repeat(64), language: 'en' },
  ...({ decision: 'active', decidedAt: '2026-11-20T09:00:00.000Z' } as const),
};

let desk: TestOrders;
beforeAll(async () => {
  desk = await openTestOrders([terms]);
});
afterAll(() => desk.close());

it('an order with the terms that are in force is placed', async () => {
  const { device } = await desk.clinic.browser();
  const placed = await desk.place(device, { consents: [agreed] });
  const view = await desk.view(placed);
  expect([view.statuses.order, view.problems]).toEqual(['placed', []]);
  const { document, version, language, decidedAt } = agreed;
  // The clinic sees by what words, and when.
  expect((await desk.seen(placed.id)).agreed).toEqual([
    { document, title: terms.title, version, language, decidedAt },
  ]);
});

it.each([
  ['without any consent', []],
  ['with other terms', [{ ...agreed, version: '1.0' }]],
  ['with terms that were declined', [{ ...agreed, decision: 'rejected' as const }]],
])('an order %s is kept, unpaid, until they are agreed to', async (_what, consents) => {
  const { device } = await desk.clinic.browser();
  const placed = await desk.place(device, { consents });
  expect(placed.outcome).toBe('applied');
  expect((await desk.view(placed)).problems).toEqual([{ code: 'CONSENT_OUTDATED' }]);
  const seen = await desk.seen(placed.id);
  expect(seen.agreed.map(({ version, title }) => [version, title])).toEqual(
    consents.filter(({ decision }) => decision === 'active').map(({ version }) => [version, null]),
  );
  await expect(desk.pay.start(placed.id, 1500)).rejects.toMatchObject({ name: 'ProblemError' });

  // Agreeing to the price alone is no agreement to the terms.
  const priced = await desk.ask('POST', placed, '/acceptance', { total: 1500 });
  expect(priced.json.order?.problems).toEqual([{ code: 'CONSENT_OUTDATED' }]);
  const { json } = await desk.ask('POST', placed, '/acceptance', { total: 1500, consents: [agreed] });
  expect([json.order?.statuses.order, json.order?.problems]).toEqual(['placed', []]);
  expect(desk.pay.dueOf(placed.id)?.amount).toBe(1500);
});

it('an order that was placed before its terms changed shows so, and is agreed to and paid', async () => {
  const { device } = await desk.clinic.browser();
  const placed = await desk.place(device, { consents: [agreed] });
  expect((await desk.view(placed)).statuses.order).toBe('placed');
  // What it has agreed to isn’t what is published any more.
  await desk.sql`
    update orders set content = replace(content, ${`"version":"${terms.version}"`}, '"version":"1.0"') where id = ${placed.id}`;
  await expect(desk.pay.start(placed.id, 1500)).rejects.toMatchObject({
    problem: { code: 'ORDER_LOCKED', detail: 'CONSENT_OUTDATED' },
  });
  const seen = await desk.view(placed);
  expect([seen.statuses.order, seen.problems]).toEqual(['problem', [{ code: 'CONSENT_OUTDATED' }]]);
  // Looking changes nothing: what is reserved for it stays so, and nobody is written to.
  const letters = await desk.letters();
  const [row] = await desk.sql`select order_status, is_reserved from orders where id = ${placed.id}`;
  expect(row).toEqual({ order_status: 'placed', is_reserved: true });
  const { json } = await desk.ask('POST', placed, '/acceptance', { total: 1500, consents: [agreed] });
  expect([json.order?.statuses.order, json.order?.problems]).toEqual(['placed', []]);
  await desk.pay.start(placed.id, 1500);
  expect(await desk.letters()).toBe(letters);
});

it('an order with a code is looked at without waiting for who uses that code up', async () => {
  const { device } = await desk.clinic.browser();
  const placed = await desk.place(device, { consents: [agreed], promotion: 'welcome' });
  expect((await desk.view(placed)).problems).toEqual([]);
  const { promise: over, resolve: end } = Promise.withResolvers<void>();
  const { promise: locked, resolve: lock } = Promise.withResolvers<void>();
  const paying = desk.sql.begin(async (transaction) => {
    await transaction`select 1 from promotion_uses for update`;
    lock();
    await over;
  });
  await locked;
  const seen = await Promise.race([
    desk.view(placed).then((view) => view.statuses.order),
    new Promise((resolve) => setTimeout(resolve, 5_000, 'waits')),
  ]);
  end();
  await paying;
  expect(seen).toBe('placed');
});

it('an order whose code has ended since is agreed to and paid at the price that is reserved for it', async () => {
  const code = { code: await promotionHash('SPRING'), off: { percent: 10 }, rx: false } as const;
  const before = desk.sold.shop.promotions;
  Object.assign(desk.sold.shop, { promotions: [...before, code] });
  const { device } = await desk.clinic.browser();
  const placed = await desk.place(device, { consents: [agreed], promotion: 'spring' });
  const { total } = (await desk.view(placed)).totals;
  expect(total).toBeLessThan(1500);
  await desk.sql`
    update orders set content = replace(content, ${`"version":"${terms.version}"`}, '"version":"1.0"') where id = ${placed.id}`;
  Object.assign(desk.sold.shop, { promotions: [...before, { ...code, until: '2020-01-01' }] });
  try {
    const seen = await desk.view(placed);
    expect([seen.problems, seen.totals.total]).toEqual([[{ code: 'CONSENT_OUTDATED' }], total]);
    const { json } = await desk.ask('POST', placed, '/acceptance', { total, consents: [agreed] });
    expect([json.order?.problems, json.order?.totals.total]).toEqual([[], total]);
    expect(await desk.pay.start(placed.id, total)).toMatchObject({ amount: total });
    // Once nothing is reserved for it any more, its code is left out by one agreement.
    await desk.pay.tell(placed.id, 'voided');
    const codes = (view: typeof seen | undefined) => view?.problems.map(({ code: one }) => one);
    expect(codes(await desk.view(placed))).toEqual(['PROMO_EXPIRED']);
    const accepted = await desk.ask('POST', placed, '/acceptance', { total: 1500 });
    expect([codes(accepted.json.order), accepted.json.order?.totals.total]).toEqual([[], 1500]);
  } finally {
    Object.assign(desk.sold.shop, { promotions: before });
  }
});

it('an order that a card stands for is paid by the terms that it was placed with', async () => {
  const { device } = await desk.clinic.browser();
  const placed = await desk.place(device, { consents: [agreed] });
  await desk.pay.tell(placed.id, 'captured', { charged: 1500 });
  await desk.sql`
    update orders set content = replace(content, ${`"version":"${terms.version}"`}, '"version":"1.0"') where id = ${placed.id}`;
  expect((await desk.view(placed)).statuses.order).toBe('placed');
});

describe('an order that waits for a clinician', () => {
  const own = (kind: 'charge-on-approval' | 'saved-card', version = '2.0') => ({
    ...agreed,
    ...{ document: kind, version },
  });
  const onApproval = own('charge-on-approval');
  const savedCard = own('saved-card');
  let clinic: TestOrders;
  beforeAll(async () => {
    const kinds = ['charge-on-approval', 'saved-card'] as const;
    clinic = await openTestOrders([terms, ...kinds.map((kind) => testDocument({ slug: kind, kind }))]);
  });
  afterAll(() => clinic.close());

  async function problemsOf(consents: readonly (typeof agreed)[], payment: 'card' | 'desk' = 'card') {
    const { device } = await clinic.clinic.browser();
    const consultation = await clinic.consult(device);
    const shown = { total: 9900, currency: 'USD' };
    const lines = [{ sku: TABLETS, quantity: 1 }];
    const order = { lines, consultation, shown, payment, consents: [...consents] };
    const placed = await clinic.place(device, order);
    return (await clinic.view(placed)).problems.map(({ code }) => code);
  }

  it.each([
    ['the charge', [agreed, savedCard]],
    ['the saved card', [agreed, onApproval]],
    ['either, but for their version of before', [agreed, own('charge-on-approval', '1.0'), savedCard]],
  ])('isn’t paid before the patient has agreed to %s', async (_what, consents) => {
    expect(await problemsOf(consents)).toEqual(['CONSENT_OUTDATED']);
  });

  it('needs each document by itself, and the card’s only where a card is kept', async () => {
    expect(await problemsOf([agreed, onApproval, savedCard])).toEqual([]);
    expect(await problemsOf([agreed, onApproval], 'desk')).toEqual([]);
  });

  it('is judged as it will be paid: what can’t be paid at the desk any more asks about the card', async () => {
    const { device } = await clinic.clinic.browser();
    const consultation = await clinic.consult(device);
    const placed = await clinic.place(device, {
      ...{ lines: [{ sku: TABLETS, quantity: 1 }], consultation, payment: 'desk' },
      ...{ shown: { total: 9900, currency: 'USD' }, consents: [agreed, onApproval] },
    });
    const at = async () => {
      const { payment, problems } = await clinic.view(placed);
      return [payment, problems.map(({ code }) => code)];
    };
    expect(await at()).toEqual(['desk', []]);
    Object.assign(clinic.sold.shop, { payAtDesk: false });
    try {
      const { total } = (await clinic.view(placed)).totals;
      await clinic.ask('POST', placed, '/acceptance', { total });
      expect(await at()).toEqual(['card', ['CONSENT_OUTDATED']]);
      await clinic.ask('POST', placed, '/acceptance', { total, consents: [agreed, onApproval, savedCard] });
      expect(await at()).toEqual(['card', []]);
    } finally {
      Object.assign(clinic.sold.shop, { payAtDesk: true });
    }
  });

  it('keeps the time at which something was agreed to, whatever is sent with what is agreed to now', async () => {
    const { device } = await clinic.clinic.browser();
    const consultation = await clinic.consult(device);
    const placed = await clinic.place(device, {
      ...{ lines: [{ sku: TABLETS, quantity: 1 }], consultation },
      ...{ shown: { total: 9900, currency: 'USD' }, consents: [agreed, onApproval] },
    });
    const decidedAt = '2026-11-27T09:00:00.000Z';
    const consents = [agreed, onApproval, savedCard].map((one) => ({ ...one, decidedAt }));
    const { total } = (await clinic.view(placed)).totals;
    await clinic.ask('POST', placed, '/acceptance', { total, consents });
    expect((await clinic.view(placed)).agreed?.map((one) => one.decidedAt)).toEqual([
      ...[agreed.decidedAt, agreed.decidedAt],
      decidedAt,
    ]);
  });

  it('shows afterwards which text was agreed to, in which language and when', async () => {
    const { device } = await clinic.clinic.browser();
    const placed = await clinic.place(device, { consents: [agreed] });
    expect((await clinic.view(placed)).agreed).toEqual([
      {
        ...{ document: 'terms', version: agreed.version, sha256: agreed.sha256 },
        ...{ language: 'en', decidedAt: agreed.decidedAt },
      },
    ]);
  });
});

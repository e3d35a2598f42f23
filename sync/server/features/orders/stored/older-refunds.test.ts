/** Refunds and disputes of before the orders knew what the books did: see the migrations. */
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestOrders, PLASTERS, type TestOrders } from '../testing/test-orders.ts';

let desk: TestOrders;
beforeAll(async () => {
  desk = await openTestOrders();
});
afterAll(() => desk.close());

async function migrate(name: string): Promise<void> {
  const text = await readFile(new URL(`../../../migrations/${name}.sql`, import.meta.url), 'utf8');
  for (const part of text.split('--> statement-breakpoint')) {
    const fragment = { kind: 'fragment', strings: [part], parts: [] } as const;
    await desk.sql`${fragment}`;
  }
}

/** A step of the books, between two accounts. */
async function book(order: string, kind: string, object: string, resolves: string | null, at: string) {
  const [transfer, owner] = [`${kind}:${object}`, { vendor: 'meadow', order }];
  await desk.sql.begin(async (sql) => {
    const row = { ...owner, id: transfer, kind, object, resolves, currency: 'USD', at };
    await sql`insert into ledger_transfers ${sql([row])}`;
    const posting = { ...owner, transfer };
    await sql`insert into ledger ${sql([
      { ...posting, account: 'charged', amount: -500 },
      { ...posting, account: 'refunding', amount: 500 },
    ])}`;
  });
}

/** One unit, refunded by staff, and asked for in the books under a name of their own. @returns that name. */
async function refunded(order: string): Promise<string> {
  desk.server.pass(60_000);
  const [id, name] = [randomUUID(), randomUUID()];
  const body = { id, lines: [{ sku: PLASTERS, quantity: 1 }], shipping: false, reason: 'Torn.' };
  expect((await desk.staff('POST', `orders/${order}/refund`, body)).status).toBe(200);
  const [{ at, by }] = await desk.sql<
    [{ at: string; by: string }]
  >`select at + interval '1 second' as at, by from order_refunds where id = ${id}`;
  const work = { id: name, vendor: 'meadow', order, kind: 'refund', generation: 1, amount: 500, actor: by };
  await desk.sql`insert into payment_work ${desk.sql([{ ...work, due_at: at, attempts: 1, done_at: at }])}`;
  await book(order, 'refund-asked', name, null, at);
  return name;
}

const ofUnits = (order: string) =>
  desk.sql<{ refund: string | null }[]>`
    select refund from order_units where "order" = ${order} and sku = ${PLASTERS} order by no`;

/** @param units that were charged, with their delivery. */
async function paid(units: number): Promise<string> {
  const { device } = await desk.clinic.browser({ from: '203.0.113.9' });
  const total = units * 500 + 500;
  const lines = [{ sku: PLASTERS, quantity: units }];
  const { id } = await desk.place(device, { lines, shown: { total, currency: 'USD' } });
  await desk.pay.tell(id, 'captured', { charged: total });
  return id;
}

it('the units of those that were refused or came back can be refunded again, and of no other', async () => {
  const id = await paid(4);
  const at = new Date().toISOString();
  const refused = await refunded(id);
  const returned = await refunded(id);
  const given = await refunded(id);
  // Nobody knows yet what becomes of it.
  await refunded(id);
  await book(id, 'refund-failed', refused, `refund-asked:${refused}`, at);
  await book(id, 'refund', 're_1', `refund-asked:${returned}`, at);
  await book(id, 'refund-returned', 're_1', null, at);
  await book(id, 'refund', 're_2', `refund-asked:${given}`, at);
  const before = await ofUnits(id);
  expect(before.every(({ refund }) => refund !== null)).toBe(true);
  await migrate('0036_older_failed_refunds');
  expect(await ofUnits(id)).toEqual([{ refund: null }, { refund: null }, before[2], before[3]]);
});

it('those that nobody knew the end of are known by the books’ name: what fails later can be refunded again', async () => {
  const id = await paid(4);
  const at = new Date().toISOString();
  // Of one amount, and by one person.
  const [under, other, given, failed] = [
    await refunded(id),
    await refunded(id),
    await refunded(id),
    await refunded(id),
  ];
  await book(id, 'refund', 're_3', `refund-asked:${given}`, at);
  // Since the migration before.
  await book(id, 'refund-failed', failed, `refund-asked:${failed}`, at);
  const counted = async () => {
    const [row] = await desk.sql`select count(*)::int as rows from order_refunds where "order" = ${id}`;
    return row?.rows;
  };
  const [first] = await ofUnits(id);
  await migrate('0037_older_refunds_named');
  expect(await ofUnits(id)).toEqual([under, other, given, null].map((refund) => ({ refund })));
  const rows = await counted();
  // It goes by both names: pressed once more, it is the same.
  const body = {
    id: first?.refund,
    lines: [{ sku: PLASTERS, quantity: 1 }],
    shipping: false,
    reason: 'Torn.',
  };
  expect((await desk.staff('POST', `orders/${id}/refund`, body)).status).toBe(200);
  await migrate('0037_older_refunds_named');
  expect(await counted()).toBe(rows);
  // The bank refuses one, and sends back what had been given.
  await desk.pay.tell(id, 'partially_refunded', {}, { failedRefunds: [under, given] });
  expect(await ofUnits(id)).toEqual([null, other, null, null].map((refund) => ({ refund })));
});

it('a dispute that was lost before is counted in what can’t be refunded', async () => {
  const id = await paid(2);
  const columns = { vendor: 'meadow', order: id, amount: 1500, currency: 'USD', purpose: 'charge' };
  const states = { status: 'partially_refunded', phase: 'captured', attempt: 'method', generation: 1 };
  const sums = { authorized: 1500, captured: 1500, refunding: 0, refunded: 0, lost: 1000 };
  const flags = { disputed: false, release_wanted: false, version: 1, attempts: 0 };
  const times = { checked_at: new Date().toISOString(), created_at: new Date().toISOString() };
  const row = { ...columns, ...states, ...sums, ...flags, ...times };
  await desk.sql`insert into payments ${desk.sql([row])}`;
  expect((await desk.seen(id)).refundable.most).toBe(1500);
  await migrate('0038_lost_disputes');
  expect((await desk.seen(id)).refundable.most).toBe(500);
});

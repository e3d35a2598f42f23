/** Refunds that failed while the orders and the books named them apart: see the migration. */
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestOrders, PLASTERS, type TestOrders } from '../testing/test-orders.ts';

let desk: TestOrders;
beforeAll(async () => {
  desk = await openTestOrders();
});
afterAll(() => desk.close());

const MIGRATION = new URL('../../../migrations/0036_older_failed_refunds.sql', import.meta.url);

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

it('the units of those that were refused or came back can be refunded again, and of no other', async () => {
  const { device } = await desk.clinic.browser({ from: '203.0.113.9' });
  const lines = [{ sku: PLASTERS, quantity: 4 }];
  const { id } = await desk.place(device, { lines, shown: { total: 2500, currency: 'USD' } });
  await desk.pay.tell(id, 'captured', { charged: 2500 });
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
  const ofUnits = () =>
    desk.sql<{ refund: string | null }[]>`
      select refund from order_units where "order" = ${id} and sku = ${PLASTERS} order by no`;
  const before = await ofUnits();
  expect(before.every(({ refund }) => refund !== null)).toBe(true);
  const migration = { kind: 'fragment', strings: [await readFile(MIGRATION, 'utf8')], parts: [] } as const;
  await desk.sql`${migration}`;
  expect(await ofUnits()).toEqual([{ refund: null }, { refund: null }, before[2], before[3]]);
});

/**
 * Orders in accounts: what a guest's device has placed comes with the claim of its form, and orders follow persons who turn out to be one. One whose form is
 * another person's by then hears nothing of it any more.
 */
import { ORDER_RECORD, ORDER_VERSION } from '../../../protocol/records/order.ts';
import type { Sql, Transaction } from '../../base/database/database.ts';
import type { Publish } from '../../core/records/publishing.ts';
import type { Claimable, ClosedAccount, Merge, Patients, PersonPart } from '../accounts/patients.ts';
import type { Approval } from './order-approval.ts';
import type { OrderDesk } from './order-desk.ts';
import type { OrderLetters } from './order-letters.ts';
import { isUnconfirmed, SYSTEM, type Within } from './settle-order.ts';
import { openOrder, publishOrder } from './stored/open-order.ts';
import { namesOwnForm } from './stored/own-form.ts';
import { type OrderContent, readOrder } from './stored/stored-order.ts';

interface Owned {
  readonly vendor: string;
  readonly ids: readonly string[];
}

/** Also other names of them. */
async function give(
  transaction: Transaction,
  publish: Publish,
  { vendor, ids }: Owned,
  person: string | null,
  left: string | null,
): Promise<void> {
  if (ids.length === 0) return;
  await transaction`
    update orders set person = ${person} where vendor = ${vendor} and (id = any(${[...ids]}::uuid[]) or same_as = any(${[...ids]}::uuid[]))`;
  for (const id of ids) {
    const order = await readOrder(transaction, vendor, id);
    if (order) publishOrder(publish, order);
    if (left !== null)
      publish.record({
        vendor,
        person: left,
        kind: ORDER_RECORD,
        v: ORDER_VERSION,
        id,
        body: null,
        reason: 'merged',
      });
  }
}

/** @returns of another name of one, that one's. */
export async function findOwnOrder(
  sql: Sql,
  { vendor, order, person }: { readonly vendor: string; readonly order: string; readonly person: string },
): Promise<string | undefined> {
  const [row] = await sql<[{ id: string }?]>`
    select coalesce(same_as, id) as id from orders where vendor = ${vendor} and id = ${order} and person = ${person}`;
  return row?.id;
}

/** Orders of nobody that were placed with these forms, by the device that sent them. */
const guestOrders = (transaction: Transaction, vendor: string, opIds: readonly string[]) => transaction<
  { id: string }[]
>`
  select o.id from orders o join op_ledger l on l.vendor = o.vendor and l.op_id = o.consultation and l.device = o.device
  where o.vendor = ${vendor} and o.person is null and o.same_as is null and o.consultation = any(${[...opIds]}::uuid[]) order by o.id for update of o`;

const ofPerson = (transaction: Transaction, vendor: string, person: string) => transaction<{ id: string }[]>`
  select id from orders where vendor = ${vendor} and person = ${person} and same_as is null order by id for update`;

export interface FollowPersonsDependencies {
  readonly desk: Pick<OrderDesk, 'settle' | 'end'>;
  readonly letters: Pick<OrderLetters, 'tell'>;
  readonly approval: Pick<Approval, 'lookAgain'>;
  readonly now: () => Date;
}

/**
 * Forms are another person's now: what nobody would decide on any more is given back, or says what is wrong with it where nothing is held for it. What was
 * approved is the clinic's to send; what waits for a photo ID may have got it with the form.
 * @param orders that may have parted from their forms as well.
 */
async function followForms(
  { desk, letters, approval, now }: FollowPersonsDependencies,
  { transaction, publish }: Pick<Within, 'transaction' | 'publish'>,
  {
    vendor,
    opIds,
    orders = [],
  }: { readonly vendor: string; readonly opIds: readonly string[]; readonly orders?: readonly string[] },
): Promise<void> {
  const within: Within = { transaction, publish, at: now() };
  const rows = await transaction<{ id: string; own: boolean }[]>`
    select id, ${namesOwnForm(transaction)} as own from orders o
    where vendor = ${vendor} and (consultation = any(${[...opIds]}::uuid[]) or id = any(${[...orders]}::uuid[])) and same_as is null
      and order_status = 'placed' and clinical_status <> 'approved' and (has_rx or way = 'none') order by id`;
  for (const { id, own } of rows) {
    const order = await openOrder(transaction, vendor, id);
    if (!order) continue;
    if (own) await approval.lookAgain(order, within, 'system');
    else if (isUnconfirmed(order.now)) await desk.settle(order, within, { keepsPrivate: true });
    else {
      await desk.end(order, { event: 'cancelled', at: within.at, ...SYSTEM }, within);
      await letters.tell(transaction, order.now, 'cancelled', { keepsPrivate: true });
    }
  }
}

const idsOf = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id);

const partWith = (dependencies: FollowPersonsDependencies): PersonPart => ({
  name: 'orders',
  async move(transaction, publish, { vendor, kept, merged }: Merge, opIds) {
    const ids = idsOf(
      merged === null
        ? await guestOrders(transaction, vendor, opIds)
        : await ofPerson(transaction, vendor, merged),
    );
    await give(transaction, publish, { vendor, ids }, kept, merged);
    await followForms(dependencies, { transaction, publish }, { vendor, opIds });
    return ids;
  },
  // What was ordered since stays with the kept person.
  async moveBack(transaction, publish, { vendor, kept, merged }, { rows, opIds }) {
    await give(transaction, publish, { vendor, ids: rows }, merged, kept);
    await followForms(dependencies, { transaction, publish }, { vendor, opIds, orders: rows });
  },
  async arisen(sql: Sql, { vendor, kept, at, until }) {
    const rows = await sql<{ id: string; at: string }[]>`
      select "order" as id, e.at from order_events e join orders o on o.vendor = e.vendor and o.id = e."order"
      where o.vendor = ${vendor} and o.person = ${kept} and e.key = 'placed' and e.at > ${at.toISOString()} and e.at <= ${until.toISOString()}
      order by e.at, "order"`;
    return rows.map((row) => ({ what: 'order', id: row.id, at: new Date(row.at) }));
  },
});

/** Of guests, without a form that says whose they are: who begins an account from one on the device that sent it has it there. */
const claimable: Claimable = {
  async find(transaction, vendor, opIds) {
    const rows = await transaction<{ op_id: string; device: string; received_at: string }[]>`
      select op_id, device, received_at from orders
      where vendor = ${vendor} and op_id = any(${[...opIds]}::uuid[]) and person is null and same_as is null and consultation is null for update`;
    return rows.map(({ op_id: opId, device, received_at }) => ({
      ...{ opId, device, birthDate: undefined, receivedAt: new Date(received_at) },
    }));
  },
  async publish(transaction, publish, { vendor, person, opIds }) {
    const rows = await transaction<{ id: string }[]>`
      select id from orders where vendor = ${vendor} and op_id = any(${[...opIds]}::uuid[]) and person is null order by id`;
    await give(transaction, publish, { vendor, ids: idsOf(rows) }, person, null);
  },
};

export function followPersons(patients: Patients, dependencies: FollowPersonsDependencies): void {
  patients.addPart(partWith(dependencies));
  patients.addClaimable(claimable);
  patients.onClaimed(async (transaction, { vendor, person, opIds }, publish) => {
    const ids = idsOf(await guestOrders(transaction, vendor, opIds));
    await give(transaction, publish, { vendor, ids }, person, null);
    await followForms(dependencies, { transaction, publish }, { vendor, opIds });
  });
}

/** What the vendor has to keep of a sale stays, which the address of a card isn't; nobody opens it by a token any more, and what isn't paid ends. */
export async function closeOrders(
  transaction: Transaction,
  publish: Publish,
  { vendor, persons }: ClosedAccount,
  desk: OrderDesk,
  at: Date,
): Promise<void> {
  const rows = await transaction<{ id: string; payment_status: string }[]>`
    select id, payment_status from orders where vendor = ${vendor} and person = any(${[...persons]}::uuid[]) and same_as is null order by id for update`;
  await transaction`
    delete from order_tokens t using orders o
    where t.vendor = ${vendor} and o.vendor = t.vendor and o.id = t."order" and o.person = any(${[...persons]}::uuid[])`;
  // Another name of an order is never opened: what was sent by it lies there as it came.
  const others = await transaction<{ id: string; content: string }[]>`
    select id, content from orders where vendor = ${vendor} and person = any(${[...persons]}::uuid[]) and same_as is not null
    and content like '%"billing"%'`;
  for (const { id, content } of others) {
    const { billing: _billing, ...kept } = JSON.parse(content) as OrderContent;
    await transaction`update orders set content = ${JSON.stringify(kept)} where vendor = ${vendor} and id = ${id}`;
  }
  for (const { id } of rows) {
    const order = await openOrder(transaction, vendor, id);
    if (order?.now.content.billing) {
      const { billing: _billing, ...content } = order.now.content;
      order.change({ content });
      await order.save(publish);
    }
    if (order && UNPAID.includes(order.now.statuses.payment) && OPEN.includes(order.now.statuses.order))
      await desk.end(order, { event: 'cancelled', at, actor: 'patient' }, { transaction, publish, at });
  }
}
const OPEN: readonly string[] = ['placed', 'problem'];
const UNPAID: readonly string[] = ['none', 'requires_method', 'failed', 'voided', 'deferred'];

/** Payments in PostgreSQL. */
import { lookedAt } from '../../../domain/payment/payment-machine.ts';
import type { Sql, Transaction } from '../../base/database/database.ts';
import { orderFeed } from '../../core/ingest/feed-order.ts';
import type { Publish, PublishWithin } from '../../core/records/publishing.ts';
import type { Alerted } from './attention.ts';
import { cardOf } from './cards.ts';
import type { Account, Transfer } from './ledger.ts';
import type { Payment, PaymentName } from './payment.ts';
import type { PaymentEvent, PaymentRows, PaymentStore, Work } from './store.ts';

/** What else there is in a transaction: who is told of changes, and who says what is due. */
export type Others = Pick<PaymentRows, 'tell' | 'ask' | 'keepCard'>;

const AT_ONCE = 200;

/** Columns of times come as ISO text, those of numbers as numbers. */
type Stored<Row, Times extends keyof Row> = Omit<Row, Times> & { readonly [Time in Times]: string | null };
type StoredPayment = Stored<Payment, 'captureBefore' | 'attemptedAt' | 'checkedAt' | 'createdAt'>;
type StoredWork = Stored<Work, 'sentAt' | 'dueAt'>;

const dateOf = (value: string | null) => (value === null ? null : new Date(value));
const knownDate = (value: string | null) => new Date(value ?? 0);
const isoOf = (value: Date | null) => value?.toISOString() ?? null;

const paymentOf = (row: StoredPayment): Payment => ({
  ...row,
  ...{ captureBefore: dateOf(row.captureBefore), attemptedAt: dateOf(row.attemptedAt) },
  ...{ checkedAt: knownDate(row.checkedAt), createdAt: knownDate(row.createdAt) },
});
const workOf = (row: StoredWork): Work => ({
  ...row,
  ...{ sentAt: dateOf(row.sentAt), dueAt: knownDate(row.dueAt) },
});

async function readPayment(sql: Sql | Transaction, { vendor, order }: PaymentName, lock: boolean) {
  const [row] = await sql<[StoredPayment?]>`
    select vendor, "order", amount::float8 as amount, currency, purpose, provider, status, phase, attempt,
      ${isoInstant(sql, 'attempted_at')} as "attemptedAt", declined, generation, intent_id as "intentId", customer, method, card, keep_for as "keepFor",
      ${isoInstant(sql, 'capture_before')} as "captureBefore", authorized::float8 as authorized, captured::float8 as captured,
      refunding::float8 as refunding, refunded::float8 as refunded, lost::float8 as lost, disputed,
      capture_wanted::float8 as "captureWanted", release_wanted as "releaseWanted", close_wanted as "closeWanted",
      started_by as "startedBy", started_from as "startedFrom", version, attempts,
      ${isoInstant(sql, 'checked_at')} as "checkedAt", ${isoInstant(sql, 'created_at')} as "createdAt", alert, books_differ as "booksDiffer"
    from payments where vendor = ${vendor} and "order" = ${order} ${lock ? sql`for update` : sql``}`;
  return row && paymentOf(row);
}

const isoInstant = (sql: Sql | Transaction, column: string) =>
  sql`to_char(${sql(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const columnsOf = (payment: Payment) => ({
  ...{ vendor: payment.vendor, order: payment.order, amount: payment.amount, currency: payment.currency },
  ...{ purpose: payment.purpose, provider: payment.provider, status: payment.status, phase: payment.phase },
  ...{ attempt: payment.attempt, attempted_at: isoOf(payment.attemptedAt), declined: payment.declined },
  ...{ generation: payment.generation, intent_id: payment.intentId, customer: payment.customer },
  ...{ method: payment.method, card: payment.card, keep_for: payment.keepFor },
  ...{ capture_before: isoOf(payment.captureBefore) },
  ...{ authorized: payment.authorized, captured: payment.captured, refunding: payment.refunding },
  ...{ refunded: payment.refunded, lost: payment.lost, disputed: payment.disputed },
  ...{ capture_wanted: payment.captureWanted, release_wanted: payment.releaseWanted },
  ...{ close_wanted: payment.closeWanted, started_by: payment.startedBy, started_from: payment.startedFrom },
  ...{ version: payment.version, attempts: payment.attempts, alert: payment.alert },
  ...{ books_differ: payment.booksDiffer },
  ...{ checked_at: payment.checkedAt.toISOString(), created_at: payment.createdAt.toISOString() },
});

export async function readTransfers(
  sql: Sql | Transaction,
  vendor: string,
  orders: readonly string[],
): Promise<ReadonlyMap<string, readonly Transfer[]>> {
  const rows = await sql<
    (Omit<Transfer, 'at' | 'postings'> & { at: string; account: Account; amount: number })[]
  >`
    select t.vendor, t."order", t.id, t.kind, t.object, t.resolves, t.currency, ${isoInstant(sql, 'at')} as at,
      l.account, l.amount::float8 as amount
    from ledger_transfers t join ledger l on l.vendor = t.vendor and l.transfer = t.id
    where t.vendor = ${vendor} and t."order" = any(${[...orders]}::uuid[]) order by t.at, t.id`;
  const found = new Map<string, Map<string, Transfer>>();
  for (const { account, amount, at, ...row } of rows) {
    const own = found.get(row.order) ?? new Map<string, Transfer>();
    const before = own.get(row.id)?.postings ?? [];
    own.set(row.id, { ...row, at: new Date(at), postings: [...before, { account, amount }] });
    found.set(row.order, own);
  }
  return new Map([...found].map(([order, own]) => [order, [...own.values()]]));
}

export function rowsOf(sql: Transaction, others: Others): PaymentRows {
  return {
    find: (name) => readPayment(sql, name, false),
    lock: (name) => readPayment(sql, name, true),
    async add(payment) {
      const rows =
        await sql`insert into payments ${sql([columnsOf(payment)])} on conflict do nothing returning vendor`;
      return rows.length > 0;
    },
    async save(payment) {
      const { vendor, order, version } = payment;
      const { intent_id: _i, vendor: _v, order: _o, version: _n, ...columns } = columnsOf(payment);
      const names = Object.keys(columns);
      const changes = names.map((name) => sql`${sql(name)} = ${columns[name as keyof typeof columns]}`);
      const list = changes.slice(1).reduce((all, one) => sql`${all}, ${one}`, changes[0] ?? sql``);
      const rows = await sql`
        update payments set ${list}, version = ${version + 1},
          intent_id = case when generation = ${payment.generation} then intent_id end
        where vendor = ${vendor} and "order" = ${order} and version = ${version} returning vendor`;
      if (rows.length === 0) throw new Error('Another was faster.');
    },
    async storeIntent({ vendor, order }, generation, intent, at) {
      const rows = await sql`
        update payments set intent_id = ${intent}, version = version + 1, checked_at = ${at.toISOString()}
        where vendor = ${vendor} and "order" = ${order} and generation = ${generation} and intent_id is null returning vendor`;
      return rows.length > 0;
    },
    async findByIntent(vendor, intent) {
      const [row] = await sql<[PaymentName?]>`
        select vendor, "order" from payments where vendor = ${vendor} and intent_id = ${intent}`;
      return row;
    },
    async transfersOf({ vendor, order }) {
      return (await readTransfers(sql, vendor, [order])).get(order) ?? [];
    },
    async post(transfers) {
      for (const { postings, at, id, vendor, order, kind, object, resolves, currency } of transfers) {
        const transfer = { id, vendor, order, kind, object, resolves, currency, at: at.toISOString() };
        await sql`insert into ledger_transfers ${sql([transfer])}`;
        const rows = postings.map((posting) => ({ vendor, order, transfer: id, ...posting }));
        await sql`insert into ledger ${sql(rows)}`;
      }
    },
    async addWork(work) {
      const { sentAt, dueAt, vendor, id, order, kind, generation, amount, request, lease, attempts, actor } =
        work;
      const row = {
        ...{ vendor, id, order, kind, generation, amount, request, lease, attempts, actor },
        ...{ sent_at: isoOf(sentAt), due_at: dueAt.toISOString() },
      };
      const rows = await sql`insert into payment_work ${sql([row])} on conflict do nothing returning id`;
      return rows.length > 0 ? work : undefined;
    },
    async saveWork({ vendor, id, lease }, change) {
      const mine = sql`where vendor = ${vendor} and id = ${id} and done_at is null and lease = ${lease}`;
      const rows =
        'request' in change
          ? await sql`
              update payment_work set request = ${change.request}, sent_at = coalesce(sent_at, ${change.sentAt.toISOString()}),
                due_at = ${change.leaseUntil.toISOString()} ${mine} returning id`
          : 'dueAt' in change
            ? await sql`
                update payment_work set due_at = ${change.dueAt.toISOString()}, lease = null, fault = ${change.fault} ${mine} returning id`
            : await sql`
                update payment_work set done_at = ${change.doneAt.toISOString()}, lease = null, fault = ${change.fault ?? null} ${mine} returning id`;
      return rows.length > 0;
    },
    async hasWork({ vendor, order, generation }, kind) {
      const rows = await sql`
        select 1 from payment_work where vendor = ${vendor} and "order" = ${order} and kind = ${kind} and generation = ${generation}
          and done_at is null limit 1`;
      return rows.length > 0;
    },
    async newDeclines({ vendor }, tries) {
      const rows = await sql<{ id: string }[]>`
        select id from payment_declines where vendor = ${vendor} and id = any(${[...tries]}::text[])`;
      const kept = new Set(rows.map(({ id }) => id));
      return [...new Set(tries)].filter((id) => !kept.has(id));
    },
    async addDeclines({ vendor, order }, tries, at) {
      if (tries.length === 0) return 0;
      const found = [...new Set(tries)].map((id) => ({ vendor, id, order, at: at.toISOString() }));
      const rows = await sql`insert into payment_declines ${sql(found)} on conflict do nothing returning id`;
      return rows.length;
    },
    cardOf: (owner) => cardOf(sql, owner),
    async addEvent({ vendor, id, type, intent, receivedAt }) {
      const at = receivedAt.toISOString();
      const rows = await sql`
        insert into payment_events (vendor, id, type, intent, received_at, due_at) values (${vendor}, ${id}, ${type}, ${intent}, ${at}, ${at})
        on conflict do nothing returning id`;
      return rows.length > 0;
    },
    async endEvent({ vendor, id }, change) {
      if ('dueAt' in change)
        await sql`update payment_events set due_at = ${change.dueAt.toISOString()} where vendor = ${vendor} and id = ${id}`;
      else
        await sql`
          update payment_events set done_at = ${change.doneAt.toISOString()}, fault = ${change.fault ?? null}
          where vendor = ${vendor} and id = ${id}`;
    },
    ...others,
  };
}

export function createPostgresStore(
  sql: Sql,
  publishWithin: PublishWithin,
  othersOf: (transaction: Transaction, publish: Publish) => Others,
): PaymentStore {
  return {
    within: (work) =>
      publishWithin(async (transaction, publish) => {
        // First, as whoever places or changes an order does: they lock the order and then its payment, and who is told of a payment locks its order.
        await orderFeed(transaction);
        return work(rowsOf(transaction, othersOf(transaction, publish)));
      }),
    async claimWork(now, lease, until) {
      const [row] = await sql<[StoredWork?]>`
        with due as (
          select vendor, id from payment_work where done_at is null and due_at <= ${now.toISOString()}
          order by due_at limit 1 for update skip locked)
        update payment_work w set lease = ${lease}, due_at = ${until.toISOString()}, attempts = attempts + 1
        from due where w.vendor = due.vendor and w.id = due.id
        returning w.vendor, w.id, w."order", w.kind, w.generation, w.amount::float8 as amount, w.request, w.lease, w.attempts, w.actor,
          ${isoInstant(sql, 'sent_at')} as "sentAt", ${isoInstant(sql, 'due_at')} as "dueAt"`;
      return row && workOf(row);
    },
    async claimEvent(now, until) {
      const [row] = await sql<[(Omit<PaymentEvent, 'receivedAt'> & { receivedAt: string })?]>`
        with due as (
          select vendor, id from payment_events where done_at is null and due_at <= ${now.toISOString()}
          order by due_at limit 1 for update skip locked)
        update payment_events e set due_at = ${until.toISOString()} from due where e.vendor = due.vendor and e.id = due.id
        returning e.vendor, e.id, e.type, e.intent, ${isoInstant(sql, 'received_at')} as "receivedAt"`;
      return row && { ...row, receivedAt: new Date(row.receivedAt) };
    },
    async toLookAt(hourAgo, dayAgo) {
      return sql<PaymentName[]>`
        select vendor, "order" from payments
        where intent_id is not null and provider <> 'desk' and (
          (status = any(${[...lookedAt('hourly')]}::text[]) and checked_at <= ${hourAgo.toISOString()})
          or (status = any(${[...lookedAt('daily')]}::text[]) and checked_at <= ${dayAgo.toISOString()}))
        order by checked_at limit ${AT_ONCE}`;
    },
    async forgetStarters(since) {
      await sql`
        update payments p set started_from = null, started_by = null, version = version + 1
        where (started_from is not null or started_by is not null) and phase <> 'open' and checked_at <= ${since.toISOString()}
          and not exists (select 1 from payment_work w where w.vendor = p.vendor and w."order" = p."order" and w.kind = 'create'
            and w.generation = p.generation and w.done_at is null)`;
    },
    async alerts(vendor) {
      return sql<(PaymentName & Alerted)[]>`
        select vendor, "order", alert, status, capture_wanted::float8 as "captureWanted", release_wanted as "releaseWanted",
          intent_id as "intentId", books_differ as "booksDiffer"
        from payments where vendor = ${vendor} and (alert is not null or status = 'disputed' or books_differ) order by created_at limit ${AT_ONCE}`;
    },
  };
}

/** Payments in memory, with the constraints of the tables: transactions one after the other, undone where they throw. */
import { lookedAt } from '../../../../domain/payment/payment-machine.ts';
import type { Transfer } from '../ledger.ts';
import type { Payment, PaymentName } from '../payment.ts';
import type { PaymentChange, PaymentEvent, PaymentRows, PaymentStore, Work } from '../store.ts';

interface StoredWork extends Work {
  readonly doneAt?: Date;
  readonly fault?: string;
}
interface StoredEvent extends PaymentEvent {
  readonly dueAt: Date;
  readonly doneAt?: Date;
  readonly fault?: string;
}

export interface Tables {
  readonly payments: Map<string, Payment>;
  readonly works: Map<string, StoredWork>;
  readonly events: Map<string, StoredEvent>;
  readonly transfers: Map<string, Transfer>;
  /** Orders by the names of their declined tries. */
  readonly declines: Map<string, string>;
}

export interface MemoryStore extends PaymentStore {
  readonly tables: Tables;
}

const nameOf = ({ vendor, order }: PaymentName) => `${vendor} ${order}`;

/** As the check of the table, and the deferred trigger. @throws Error */
function checkMoney(payment: Payment): void {
  const { authorized, captured, refunding, refunded, lost } = payment;
  if (authorized < captured || captured < refunded || Math.min(refunding, refunded, lost) < 0)
    throw new Error('payments_money');
}

function checkTransfer({ transfers }: Tables, transfer: Transfer): void {
  const { id, vendor, resolves, postings } = transfer;
  if (transfers.has(`${vendor} ${id}`)) throw new Error(`ledger_transfers_pk ${id}`);
  if (
    resolves !== null &&
    [...transfers.values()].some((one) => one.vendor === vendor && one.resolves === resolves)
  )
    throw new Error(`ledger_transfers_resolves ${resolves}`);
  if (postings.reduce((sum, { amount }) => sum + amount, 0) !== 0) throw new Error('ledger_zero');
}

export function memoryRows(
  tables: Tables,
  others: Pick<PaymentRows, 'tell' | 'ask' | 'keepCard'>,
): PaymentRows {
  const { payments, works, events, transfers, declines } = tables;
  const find: PaymentRows['find'] = async (name) => payments.get(nameOf(name));
  const newDeclines: PaymentRows['newDeclines'] = async ({ vendor }, tries) =>
    [...new Set(tries)].filter((id) => !declines.has(`${vendor} ${id}`));
  return {
    find,
    lock: find,
    async add(payment) {
      if (payments.has(nameOf(payment))) return false;
      payments.set(nameOf(payment), payment);
      return true;
    },
    async save(payment) {
      const stored = payments.get(nameOf(payment));
      if (stored?.version !== payment.version) throw new Error('Another was faster.');
      checkMoney(payment);
      const intentId = stored.generation === payment.generation ? stored.intentId : null;
      payments.set(nameOf(payment), { ...payment, intentId, version: payment.version + 1 });
    },
    async storeIntent(name, generation, intent, at) {
      const stored = payments.get(nameOf(name));
      if (!stored || stored.generation !== generation || stored.intentId !== null) return false;
      payments.set(nameOf(name), { ...stored, intentId: intent, version: stored.version + 1, checkedAt: at });
      return true;
    },
    async findByIntent(vendor, intent) {
      return [...payments.values()].find((one) => one.vendor === vendor && one.intentId === intent);
    },
    async transfersOf(name) {
      return [...transfers.values()].filter((one) => nameOf(one) === nameOf(name));
    },
    async post(added) {
      for (const transfer of added) {
        checkTransfer(tables, transfer);
        transfers.set(`${transfer.vendor} ${transfer.id}`, transfer);
      }
    },
    async addWork(work) {
      const isSame = (one: StoredWork) =>
        one.doneAt === undefined && one.kind === work.kind && one.generation === work.generation;
      const waits = [...works.values()].some((one) => nameOf(one) === nameOf(work) && isSame(one));
      if (waits && work.kind !== 'refund' && work.kind !== 'create') return undefined;
      works.set(work.id, work);
      return work;
    },
    async saveWork({ id, lease }, change) {
      const stored = works.get(id);
      if (!stored || stored.doneAt !== undefined || stored.lease !== lease) return false;
      if ('request' in change)
        works.set(id, {
          ...stored,
          request: change.request,
          sentAt: stored.sentAt ?? change.sentAt,
          dueAt: change.leaseUntil,
        });
      else works.set(id, { ...stored, ...change, lease: null });
      return true;
    },
    async hasWork(payment, kind) {
      return [...works.values()].some(
        (one) =>
          nameOf(one) === nameOf(payment) &&
          one.generation === payment.generation &&
          one.kind === kind &&
          one.doneAt === undefined,
      );
    },
    newDeclines,
    async addDeclines(name, tries) {
      const added = await newDeclines(name, tries);
      for (const id of added) declines.set(`${name.vendor} ${id}`, name.order);
      return added.length;
    },
    cardOf: async () => undefined,
    async addEvent(event) {
      const name = `${event.vendor} ${event.id}`;
      if (events.has(name)) return false;
      events.set(name, { ...event, dueAt: event.receivedAt });
      return true;
    },
    async endEvent({ vendor, id }, change) {
      const stored = events.get(`${vendor} ${id}`);
      if (stored) events.set(`${vendor} ${id}`, { ...stored, ...change });
    },
    ...others,
  };
}

export function createMemoryStore(
  othersOf: (tables: Tables) => Pick<PaymentRows, 'ask'> & { tell?(change: PaymentChange): Promise<void> },
  change: (rows: PaymentRows) => PaymentRows = (rows) => rows,
): MemoryStore {
  const tables: Tables = {
    ...{ payments: new Map(), works: new Map(), events: new Map(), transfers: new Map() },
    declines: new Map(),
  };
  let last: Promise<unknown> = Promise.resolve();
  const others = othersOf(tables);

  function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const own = last.then(async () => {
      const before = new Map(
        Object.entries(tables).map(([name, rows]) => [name, new Map(rows as Map<string, unknown>)]),
      );
      try {
        return await work();
      } catch (error) {
        for (const [name, rows] of Object.entries(tables) as [string, Map<string, unknown>][]) {
          rows.clear();
          for (const [key, row] of before.get(name) ?? []) rows.set(key, row);
        }
        throw error;
      }
    });
    last = own.catch(() => undefined);
    return own;
  }

  const earliest = <Row extends { readonly dueAt: Date; readonly doneAt?: Date }>(
    rows: Iterable<Row>,
    now: Date,
  ) =>
    [...rows]
      .filter(({ doneAt, dueAt }) => doneAt === undefined && dueAt <= now)
      .toSorted((a, b) => a.dueAt.getTime() - b.dueAt.getTime())[0];

  return {
    tables,
    within: (work) =>
      inTurn(() =>
        work(
          change(
            memoryRows(tables, { tell: async () => undefined, keepCard: async () => undefined, ...others }),
          ),
        ),
      ),
    claimWork: (now, lease, until) =>
      inTurn(async () => {
        const due = earliest(tables.works.values(), now);
        if (!due) return undefined;
        const claimed = { ...due, lease, dueAt: until, attempts: due.attempts + 1 };
        tables.works.set(due.id, claimed);
        return claimed;
      }),
    claimEvent: (now, until) =>
      inTurn(async () => {
        const due = earliest(tables.events.values(), now);
        if (due) tables.events.set(`${due.vendor} ${due.id}`, { ...due, dueAt: until });
        return due;
      }),
    toLookAt: async (hourAgo, dayAgo) =>
      [...tables.payments.values()].filter(
        ({ intentId, provider, status, checkedAt }) =>
          intentId !== null &&
          provider !== 'desk' &&
          ((lookedAt('hourly').includes(status) && checkedAt <= hourAgo) ||
            (lookedAt('daily').includes(status) && checkedAt <= dayAgo)),
      ),
    forgetStarters: (since) =>
      inTurn(async () => {
        for (const [key, one] of tables.payments) {
          const { startedFrom, startedBy, phase, checkedAt, generation, version } = one;
          const isKnown = startedFrom !== null || startedBy !== null;
          const isBegun = [...tables.works.values()].some(
            (work) =>
              nameOf(work) === key &&
              work.kind === 'create' &&
              work.generation === generation &&
              work.doneAt === undefined,
          );
          if (isKnown && phase !== 'open' && checkedAt <= since && !isBegun)
            tables.payments.set(key, { ...one, startedFrom: null, startedBy: null, version: version + 1 });
        }
      }),
    alerts: async (vendor) =>
      [...tables.payments.values()].filter(
        (one) =>
          one.vendor === vendor && (one.alert !== null || one.status === 'disputed' || one.booksDiffer),
      ),
  };
}

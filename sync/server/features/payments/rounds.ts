/** Looks at what is due: work, what providers have told, payments that nobody has looked at for long, and once a day the provider's own books. */
import { randomUUID } from 'node:crypto';
import type { Sql } from '../../base/database/database.ts';
import type { Logger } from '../../base/process/log.ts';
import type { Job } from '../../core/jobs/job.ts';
import type { Movement } from '../../providers/payment/provider.ts';
import { ProviderRefused, ProviderUnknown } from '../../providers/payment/provider.ts';
import { DECLINE_EVENTS } from './declines.ts';
import type { PerformDependencies, Performed } from './outcomes.ts';
import type { Payment, PaymentName } from './payment.ts';
import { LEASE_MS } from './perform.ts';
import type { PaymentEvent, Work } from './store.ts';

export interface Missing extends Movement {
  /** Null where it belongs to none. */
  readonly order: string | null;
}

export interface Rounds {
  /** All that is due now. @returns how much. */
  work(): Promise<number>;
  events(): Promise<number>;
  /** Payments that may have changed without a word. @returns how many were looked at. */
  sweep(): Promise<number>;
  /** Compares a vendor's books with the provider's. @returns movements that the books still don't have. */
  reconcile(vendor: string, since: Date): Promise<readonly Missing[]>;
}

/** As staff are told of it. */
const LEDGER_DIFFERS = 'LEDGER_DIFFERS';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const EVENT_AGAIN_MS = 30_000;
/** An event may be faster than the row that it is about. */
const EVENT_WAITS_MS = 600_000;

const isProviders = (error: unknown): error is ProviderUnknown | ProviderRefused =>
  error instanceof ProviderUnknown || error instanceof ProviderRefused;

/** What the books have of a movement: any of these. */
function transfersFor({ kind, object, intent }: Movement): readonly string[] {
  if (kind === 'charge') return [`capture:${intent}`];
  if (kind === 'refund') return [`refund:${object}`, `refund-failed:${object}`];
  if (kind === 'refund-returned') return [`refund-returned:${object}`, `refund-failed:${object}`];
  return [`${kind}:${object}`];
}

export function createRounds(
  dependencies: PerformDependencies & {
    readonly perform: (work: Work) => Promise<Performed>;
    /** Where cards may have been declined. @param event that tells of one. */
    readonly onDecline: (payment: Payment, event?: PaymentEvent) => Promise<void>;
    /** Slugs. */
    readonly vendors: readonly string[];
    readonly logger: Pick<Logger, 'warn' | 'error'>;
  },
): Rounds {
  const { store, providerOf, now, fetchAndApply, perform, mayMove, vendors, logger } = dependencies;
  const after = (milliseconds: number) => new Date(now().getTime() + milliseconds);
  const before = (milliseconds: number) => after(-milliseconds);

  async function findByIntent(vendor: string, intent: string): Promise<PaymentName | undefined> {
    const looked = vendor === '' ? vendors : [vendor];
    return store.within(async (rows) => {
      for (const one of looked) {
        const found = await rows.findByIntent(one, intent);
        if (found) return found;
      }
      return undefined;
    });
  }

  async function take(event: PaymentEvent): Promise<void> {
    const found = await findByIntent(event.vendor, event.intent);
    const end = (change: { readonly dueAt: Date } | { readonly doneAt: Date; readonly fault?: string }) =>
      store.within((rows) => rows.endEvent(event, change));
    if (found && (await mayMove(found.vendor))) {
      const payment = await fetchAndApply(found);
      if (payment && DECLINE_EVENTS.includes(event.type)) await dependencies.onDecline(payment, event);
      return end({ doneAt: now() });
    }
    const isOver = now().getTime() - event.receivedAt.getTime() >= EVENT_WAITS_MS;
    if (!isOver) return end({ dueAt: after(EVENT_AGAIN_MS) });
    // Of an intent that was replaced, or was never stored; or of another system with the same account.
    logger.error({ event: event.id, type: event.type }, 'PAYMENT_EVENT_OF_NOBODY');
    return end({ doneAt: now(), fault: 'NOBODYS' });
  }

  /** Staff are to look at an order for as long as its books aren't the provider's. */
  async function mark(name: PaymentName, differs: boolean): Promise<void> {
    const isNew = await store.within(async (rows) => {
      const payment = await rows.lock(name);
      if (!payment || differs === payment.booksDiffer) return false;
      await rows.save({ ...payment, booksDiffer: differs });
      return differs;
    });
    if (isNew) dependencies.onAlert(name.vendor, name.order, LEDGER_DIFFERS);
  }

  /** One that fails holds up no other. */
  async function guarded(task: () => Promise<unknown>): Promise<void> {
    try {
      await task();
    } catch (error) {
      if (isProviders(error)) logger.warn({ fault: error.code }, 'PAYMENT_NOT_ASKED');
      else logger.error({ err: error }, 'PAYMENT_FAILED');
    }
  }

  return {
    async work() {
      for (let count = 0; ; count += 1) {
        const claimed = await store.claimWork(now(), randomUUID(), after(LEASE_MS));
        if (!claimed) return count;
        await guarded(() => perform(claimed));
      }
    },

    async events() {
      for (let count = 0; ; count += 1) {
        const event = await store.claimEvent(now(), after(EVENT_AGAIN_MS));
        if (!event) return count;
        await guarded(() => take(event));
      }
    },

    async sweep() {
      await store.forgetStarters(before(HOUR_MS));
      const names = await store.toLookAt(before(HOUR_MS), before(DAY_MS));
      for (const name of names)
        await guarded(async () => {
          if (!(await mayMove(name.vendor))) return;
          const payment = await fetchAndApply(name);
          // Its events may never have come.
          if (payment && (payment.phase === 'open' || payment.startedFrom !== null))
            await dependencies.onDecline(payment);
        });
      return names.length;
    },

    async reconcile(vendor, since) {
      const provider = providerOf(vendor);
      if (!provider || !(await mayMove(vendor))) return [];
      const missing: Missing[] = [];
      const compared = new Map<string, PaymentName>();
      for (const movement of await provider.movements(vendor, since)) {
        const name = await findByIntent(vendor, movement.intent);
        const isOfOther = !name && (await findByIntent('', movement.intent)) !== undefined;
        if (isOfOther) continue;
        if (name) compared.set(name.order, name);
        const isBooked = async () => {
          const known = name ? await store.within((rows) => rows.transfersOf(name)) : [];
          return transfersFor(movement).some((id) => known.some((one) => one.id === id));
        };
        if (await isBooked()) continue;
        if (name) await guarded(() => fetchAndApply(name));
        if (!(await isBooked())) missing.push({ ...movement, order: name?.order ?? null });
      }
      for (const name of compared.values())
        await mark(
          name,
          missing.some(({ order }) => order === name.order),
        );
      if (missing.length > 0)
        logger.error(
          { vendor, movements: missing.map(({ kind, object }) => `${kind}:${object}`) },
          'LEDGER_DIFFERS',
        );
      return missing;
    },
  };
}

const LOOK_MS = 1_000;
/** What is booked late at the provider is compared again. */
const OVERLAP_MS = 3 * DAY_MS;

/** Once a day for each vendor, by whichever process is first. One that fails holds up no other, and is compared at the next turn, from where it was. */
export async function reconcileDue(
  sql: Sql,
  rounds: Pick<Rounds, 'reconcile'>,
  { now, logger }: { readonly now: Date; readonly logger: Pick<Logger, 'error'> },
): Promise<void> {
  const due = await sql<{ vendor: string; since: string }[]>`
    update payment_environments e set reconciled_at = ${now.toISOString()}
    from (select vendor, reconciled_at from payment_environments
      where reconciled_at is null or reconciled_at <= ${new Date(now.getTime() - DAY_MS).toISOString()} for update skip locked) was
    where e.vendor = was.vendor
    returning e.vendor, to_char(coalesce(was.reconciled_at, e.confirmed_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as since`;
  for (const { vendor, since } of due)
    try {
      const missing = await rounds.reconcile(vendor, new Date(Date.parse(since) - OVERLAP_MS));
      const strays = missing.filter(({ order }) => order === null).length;
      await sql`update payment_environments set strays = ${strays} where vendor = ${vendor}`;
    } catch (error) {
      logger.error({ err: error, vendor }, 'LEDGER_NOT_COMPARED');
      await sql`update payment_environments set reconciled_at = ${since} where vendor = ${vendor}`;
    }
}

/** Of the last comparison. */
export async function strayMovements(sql: Sql, vendor: string): Promise<number> {
  const [row] = await sql<[{ strays: number }?]>`
    select strays from payment_environments where vendor = ${vendor}`;
  return row?.strays ?? 0;
}

/** Goes the rounds while the server runs, in as many processes as there are: each piece of work is claimed for a lease. */
export function createPaymentJob(rounds: Rounds, logger: Logger): Job {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;

  function look(): void {
    running ??= (async () => {
      await rounds.events();
      await rounds.work();
    })()
      .catch((error: unknown) => logger.error({ err: error }, 'PAYMENTS_POSTPONED'))
      .finally(() => {
        running = undefined;
      });
  }

  return {
    name: 'payments',
    start() {
      timer = setInterval(look, LOOK_MS);
      timer.unref();
    },
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}

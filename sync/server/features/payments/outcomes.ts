/** What becomes of a piece of work: it is done, tried again, or left to staff; and whether it is still to be done at all. */

import { UNKNOWN_AFTER_MS } from '../../../domain/payment/payment-machine.ts';
import type { Logger } from '../../base/process/log.ts';
import { type ApplyDependencies, type FetchAndApply, putPayment, withTotals } from './apply.ts';
import { transferOf } from './ledger.ts';
import {
  isShort,
  type Payment,
  quieted,
  REFUND_FAILED,
  refundable,
  withRefundAlert,
  withStatus,
} from './payment.ts';
import type { Work } from './store.ts';

export interface PerformDependencies extends ApplyDependencies {
  readonly fetchAndApply: FetchAndApply;
  /** Whether this database is where staff have said that it moves money. */
  readonly mayMove: (vendor: string) => Promise<boolean>;
  readonly onAlert: (vendor: string, order: string, alert: string) => void;
  readonly logger: Pick<Logger, 'warn' | 'error'>;
}

const HOUR_MS = 3_600_000;

export type Performed = 'done' | 'unknown' | 'refused' | 'not wanted';

/** Whether it is still to be done: what was decided since counts. */
export function isWanted(payment: Payment, work: Work): boolean {
  const { phase, attempt, releaseWanted, closeWanted, captureWanted, intentId, generation } = payment;
  if (generation !== work.generation) return false;
  switch (work.kind) {
    case 'create':
      return intentId === null && !releaseWanted && (phase === 'none' || phase === 'saved');
    case 'update':
      return phase === 'open' && attempt !== 'unknown' && !releaseWanted;
    case 'confirm':
      return phase === 'open' && !releaseWanted;
    case 'close':
      return phase === 'open' && attempt !== 'unknown' && closeWanted && !releaseWanted;
    case 'check':
      return phase === 'open' && attempt === 'unknown';
    case 'capture':
      return phase === 'authorized' && !releaseWanted && !isShort(payment);
    case 'save':
      return phase === 'authorized' && !releaseWanted && (captureWanted === null || isShort(payment));
    case 'cancel':
      return releaseWanted && (phase === 'open' || phase === 'authorized');
    case 'refund':
      return phase === 'captured';
    case 'tell':
      return true;
  }
}

const after = (now: Date, milliseconds: number) => new Date(now.getTime() + milliseconds);

export function createOutcomes({ store, now, onAlert, logger }: PerformDependencies) {
  const finish = (work: Work, fault?: string) =>
    store.within((rows) => rows.saveWork(work, { doneAt: now(), ...(fault === undefined ? {} : { fault }) }));

  async function alert({ vendor, order }: Work, code: string): Promise<void> {
    await store.within(async (rows) => {
      const payment = await rows.lock({ vendor, order });
      // A refund that failed is staff's to give again, whatever else is to be seen.
      const isGraver = payment?.alert === REFUND_FAILED && refundable(payment) > 0;
      if (payment && payment.alert !== code && !isGraver) await rows.save({ ...payment, alert: code });
    });
    onAlert(vendor, order, code);
  }

  /** Tried again for as long as it is wanted; staff are told once the last of the waits is over. */
  async function postpone(work: Work, fault: string): Promise<Performed> {
    const wait = UNKNOWN_AFTER_MS[work.attempts - 1];
    await store.within((rows) => rows.saveWork(work, { dueAt: after(now(), wait ?? HOUR_MS), fault }));
    logger.warn({ vendor: work.vendor, order: work.order, kind: work.kind, fault }, 'PAYMENT_POSTPONED');
    if (wait === undefined) await alert(work, fault);
    return 'unknown';
  }

  /** Only the first that is created for an order is kept. The others are never confirmed, and cost nothing. */
  async function keepIntent(work: Work, intent: string): Promise<void> {
    await store.within(async (rows) => {
      const before = await rows.lock(work);
      if (
        before &&
        isWanted(before, work) &&
        (await rows.storeIntent(work, work.generation, intent, now()))
      ) {
        const stored = await rows.lock(work);
        const known = await rows.transfersOf(work);
        if (stored)
          await putPayment(rows, { before, after: withStatus({ ...stored, phase: 'open' }), known }, now());
      }
      await rows.saveWork(work, { doneAt: now() });
    });
  }

  /** The provider has given its answer, whatever it is: the attempt is over. */
  const answered = (work: Work) =>
    store.within(async (rows) => {
      const payment = await rows.lock(work);
      if (payment?.attemptedAt && payment.generation === work.generation && work.kind === 'confirm')
        await rows.save({ ...payment, attemptedAt: null });
    });

  /** @returns whether staff are to decide: where somebody has given it back at the provider, there is nothing left. */
  async function failRefund(work: Work): Promise<boolean> {
    return store.within(async (rows) => {
      const before = await rows.lock(work);
      if (!before) return false;
      const known = await rows.transfersOf(work);
      const resolves = `refund-asked:${work.id}`;
      if (known.some((one) => one.resolves === resolves)) return refundable(before) > 0;
      const step = {
        kind: 'refund-failed',
        object: work.id,
        resolves,
        from: 'refunding',
        to: 'charged',
      } as const;
      const added = [transferOf(before, { ...step, amount: work.amount }, now())];
      // Asking again by itself would be refused again: staff decide.
      const failed = withStatus({ ...withTotals(before, [...known, ...added]), releaseWanted: false });
      const after = withRefundAlert(quieted(before, failed), true);
      await putPayment(rows, { before, after, known, added }, now());
      return refundable(after) > 0;
    });
  }

  return { finish, alert, postpone, keepIntent, answered, failRefund };
}

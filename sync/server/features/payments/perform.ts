/** Does one piece of work: one call of the provider, whose request is kept with its key, and then whatever has become of the payment. */

import { UNKNOWN_AFTER_MS } from '../../../domain/payment/payment-machine.ts';
import type { Logger } from '../../base/process/log.ts';
import {
  type PaymentProvider,
  ProviderRefused,
  type ProviderRequest,
  ProviderUnknown,
} from '../../providers/payment/provider.ts';
import { type ApplyDependencies, type FetchAndApply, putPayment, withTotals } from './apply.ts';
import { moneyOf, transferOf } from './ledger.ts';
import { intentAmount, type Payment, withStatus } from './payment.ts';
import type { PaymentRows, Work } from './store.ts';

export interface PerformDependencies extends ApplyDependencies {
  readonly fetchAndApply: FetchAndApply;
  /** Whether this database is where staff have said that it moves money. */
  readonly mayMove: (vendor: string) => Promise<boolean>;
  readonly onAlert: (vendor: string, order: string, alert: string) => void;
  readonly logger: Pick<Logger, 'warn' | 'error'>;
}

/** Longer than a provider may take. */
export const LEASE_MS = 60_000;
const COPY_WAITS_MS = 60_000;
const HOUR_MS = 3_600_000;

interface Prepared {
  readonly request: ProviderRequest;
  readonly provider: PaymentProvider | undefined;
}

export type Performed = 'done' | 'unknown' | 'refused' | 'not wanted';

const after = (now: Date, milliseconds: number) => new Date(now.getTime() + milliseconds);

/** Whether it is still to be done: what was decided since counts. */
export function isWanted(payment: Payment, work: Work): boolean {
  const { phase, attempt, releaseWanted, captureWanted, intentId, generation } = payment;
  if (generation !== work.generation) return false;
  switch (work.kind) {
    case 'create':
      return intentId === null && !releaseWanted && (phase === 'none' || phase === 'saved');
    case 'update':
      return phase === 'open' && attempt !== 'unknown' && !releaseWanted;
    case 'confirm':
      return phase === 'open' && !releaseWanted;
    case 'check':
      return phase === 'open' && attempt === 'unknown';
    case 'capture':
      return phase === 'authorized' && !releaseWanted;
    case 'save':
      return phase === 'authorized' && !releaseWanted && captureWanted === null;
    case 'cancel':
      return releaseWanted && (phase === 'open' || phase === 'authorized');
    case 'refund':
      return phase === 'captured';
    case 'tell':
      return true;
  }
}

/** @throws Error where there is no intent to act on. */
function requestOf(payment: Payment, work: Work): ProviderRequest {
  const { vendor, order, currency, customer, method, purpose, generation, captureWanted } = payment;
  if (work.kind === 'create') {
    const saved =
      generation > 1 && customer !== null && method !== null ? { saved: { customer, method } } : {};
    const isCharge = generation > 1 && captureWanted !== null;
    const amount = intentAmount(payment);
    const intent = {
      purpose: isCharge ? 'charge' : purpose,
      amount,
      currency,
      order,
      vendor,
      ...saved,
    } as const;
    return { step: 'create', intent };
  }
  const intent = payment.intentId;
  if (intent === null) throw new Error('There is no intent yet.');
  switch (work.kind) {
    case 'update':
      return { step: 'update', intent, amount: intentAmount(payment) };
    case 'confirm':
      return { step: 'confirm', intent, offSession: true };
    case 'capture':
      return { step: 'capture', intent, amount: work.amount };
    case 'save':
    case 'cancel':
      return { step: 'cancel', intent, kind: intent.startsWith('seti') ? 'setup' : 'payment' };
    case 'refund':
      return { step: 'refund', intent, amount: work.amount };
    case 'check':
    case 'tell':
      throw new Error(`${work.kind} sends nothing.`);
  }
}

export function createPerform(dependencies: PerformDependencies): (work: Work) => Promise<Performed> {
  const { store, providerOf, now, fetchAndApply, mayMove, onAlert, logger } = dependencies;

  const finish = (work: Work, fault?: string) =>
    store.within((rows) => rows.saveWork(work, { doneAt: now(), ...(fault === undefined ? {} : { fault }) }));

  async function alert({ vendor, order }: Work, code: string): Promise<void> {
    await store.within(async (rows) => {
      const payment = await rows.lock({ vendor, order });
      if (payment && payment.alert !== code) await rows.save({ ...payment, alert: code });
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

  /** @returns what is to be sent and by whom; undefined where nothing is, any more. */
  async function prepare(rows: PaymentRows, work: Work) {
    const payment = await rows.lock(work);
    if (!payment || !isWanted(payment, work)) return undefined;
    const request: ProviderRequest =
      work.request === null ? requestOf(payment, work) : (JSON.parse(work.request) as ProviderRequest);
    const kept = { request: JSON.stringify(request), sentAt: now(), leaseUntil: after(now(), LEASE_MS) };
    if (!(await rows.saveWork(work, kept))) return undefined;
    if (work.kind === 'confirm') {
      const attempted = {
        ...payment,
        attempt: 'unknown',
        attemptedAt: now(),
        attempts: payment.attempts + 1,
      } as const;
      const known = await rows.transfersOf(work);
      await putPayment(rows, { before: payment, after: withStatus(attempted), known }, now());
    }
    return { request, provider: providerOf(work.vendor, payment.provider) };
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

  async function failRefund(work: Work): Promise<void> {
    await store.within(async (rows) => {
      const before = await rows.lock(work);
      const known = await rows.transfersOf(work);
      const resolves = `refund-asked:${work.id}`;
      if (!before || known.some((one) => one.resolves === resolves)) return;
      const step = {
        kind: 'refund-failed',
        object: work.id,
        resolves,
        from: 'refunding',
        to: 'charged',
      } as const;
      const added = [transferOf(before, { ...step, amount: work.amount }, now())];
      // Asking again by itself would be refused again: staff decide.
      const after = { ...withTotals(before, [...known, ...added]), releaseWanted: false };
      await putPayment(rows, { before, after: withStatus(after), known, added }, now());
    });
  }

  async function refused(work: Work, error: ProviderRefused): Promise<Performed> {
    if (work.kind === 'create') {
      await finish(work, error.code);
      await alert(work, error.code);
      return 'refused';
    }
    const payment = await fetchAndApply(work);
    if (work.kind === 'refund') await failRefund(work);
    const isStill = payment !== undefined && isWanted(payment, work) && work.kind !== 'confirm';
    if (isStill && work.kind !== 'refund') return postpone(work, error.code);
    await finish(work, error.code);
    if (isStill) await alert(work, error.code);
    return 'refused';
  }

  async function send(work: Work, { request, provider }: Prepared): Promise<Performed> {
    if (!provider) return postpone(work, 'NO_PROVIDER');
    try {
      const intent = await provider.send(work.vendor, request, work.id);
      if (work.kind === 'create') {
        await keepIntent(work, intent);
        return 'done';
      }
    } catch (error) {
      if (error instanceof ProviderUnknown) {
        // What became of it, checks will say; it isn't sent again.
        if (work.kind === 'confirm') await finish(work, error.code);
        return work.kind === 'confirm' ? 'unknown' : postpone(work, error.code);
      }
      if (!(error instanceof ProviderRefused)) throw error;
      await answered(work);
      return refused(work, error);
    }
    await answered(work);
    await fetchAndApply(work);
    await finish(work);
    return 'done';
  }

  async function check(work: Work): Promise<Performed> {
    const payment = await fetchAndApply(work);
    if (!payment || !isWanted(payment, work)) {
      await finish(work);
      return 'done';
    }
    const [wait, isLast] = [UNKNOWN_AFTER_MS[work.attempts], work.attempts >= UNKNOWN_AFTER_MS.length];
    if (!isLast)
      await store.within((rows) => rows.saveWork(work, { dueAt: after(now(), wait ?? HOUR_MS), fault: '' }));
    else {
      await alert(work, 'UNKNOWN');
      await finish(work, 'UNKNOWN');
    }
    return 'unknown';
  }

  async function tell(work: Work): Promise<Performed> {
    await store.within(async (rows) => {
      await tellNow(rows, work);
      await rows.saveWork(work, { doneAt: now() });
    });
    return 'done';
  }

  /** Of one that was sent before, what has become of it comes first. @returns true where that was all. */
  async function isOver(work: Work): Promise<boolean> {
    if (work.sentAt === null || work.kind === 'create') return false;
    const payment = await fetchAndApply(work);
    if (work.kind !== 'refund' || !payment?.intentId) return work.kind === 'confirm';
    const object = await providerOf(work.vendor, payment.provider)?.retrieve(work.vendor, payment.intentId);
    return object?.refunds.some(({ key }) => key === work.id) === true;
  }

  return async (work) => {
    if (work.kind === 'tell') return tell(work);
    if (!(await mayMove(work.vendor))) {
      await store.within((rows) =>
        rows.saveWork(work, { dueAt: after(now(), COPY_WAITS_MS), fault: 'COPY' }),
      );
      return 'unknown';
    }
    try {
      if (work.kind === 'check') return await check(work);
      if (await isOver(work)) {
        await finish(work);
        return 'done';
      }
      const payment = await store.within((rows) => rows.find(work));
      if (work.kind === 'refund' && payment?.disputed) return await postpone(work, 'DISPUTED');
      const prepared = await store.within((rows) => prepare(rows, work));
      if (prepared) return await send(work, prepared);
      await finish(work, 'NOT_WANTED');
      return 'not wanted';
    } catch (error) {
      if (error instanceof ProviderUnknown) return postpone(work, error.code);
      throw error;
    }
  };
}

/** For changes that were made where nobody could be told. */
async function tellNow(rows: PaymentRows, work: Work): Promise<void> {
  const payment = await rows.lock(work);
  if (!payment) return;
  const { vendor, order, status, card } = payment;
  const money = moneyOf(await rows.transfersOf(work));
  await rows.tell({ vendor, order, status, money: { ...money, ...(card === null ? {} : { card }) } });
}

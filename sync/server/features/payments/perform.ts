/** Does one piece of work: one call of the provider, whose request is kept with its key, and then whatever has become of the payment. */

import { UNKNOWN_AFTER_MS } from '../../../domain/payment/payment-machine.ts';
import {
  type PaymentProvider,
  ProviderRefused,
  type ProviderRequest,
  ProviderUnknown,
} from '../../providers/payment/provider.ts';
import { putPayment } from './apply.ts';
import { failedRefunds, moneyOf } from './ledger.ts';
import { createOutcomes, isWanted, type PerformDependencies, type Performed } from './outcomes.ts';
import { intentAmount, type Payment, REFUND_FAILED, withStatus } from './payment.ts';
import type { PaymentRows, Work } from './store.ts';

/** Longer than a provider may take. */
export const LEASE_MS = 60_000;
const COPY_WAITS_MS = 60_000;
const HOUR_MS = 3_600_000;

interface Prepared {
  readonly request: ProviderRequest;
  readonly provider: PaymentProvider | undefined;
}

const after = (now: Date, milliseconds: number) => new Date(now.getTime() + milliseconds);

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
      return {
        ...{ step: 'update', intent, amount: intentAmount(payment) },
        ...(purpose === 'charge' && { keep: payment.keepFor !== null }),
      };
    case 'confirm':
      return { step: 'confirm', intent, offSession: true };
    case 'capture':
      return { step: 'capture', intent, amount: work.amount };
    case 'save':
    case 'close':
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
  const { store, providerOf, now, fetchAndApply, mayMove } = dependencies;
  const { finish, alert, postpone, keepIntent, answered, failRefund } = createOutcomes(dependencies);

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

  async function refused(work: Work, error: ProviderRefused): Promise<Performed> {
    if (work.kind === 'create') {
      await finish(work, error.code);
      await alert(work, error.code);
      return 'refused';
    }
    const payment = await fetchAndApply(work);
    const isStill = payment !== undefined && isWanted(payment, work) && work.kind !== 'confirm';
    if (isStill && work.kind !== 'refund') return postpone(work, error.code);
    const isOwed = work.kind === 'refund' && (await failRefund(work));
    await finish(work, error.code);
    if (isStill && isOwed) await alert(work, REFUND_FAILED);
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
  const books = await rows.transfersOf(work);
  const money = { ...moneyOf(books), ...(card === null ? {} : { card }) };
  await rows.tell({ vendor, order, status, money, failedRefunds: failedRefunds(books) });
}

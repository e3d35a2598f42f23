/** The only writer of what has become of a payment: webhook, check, retry and sweep all end here. */
import { randomUUID } from 'node:crypto';
import {
  type PaymentProvider,
  type ProviderPayment,
  ProviderUnknown,
} from '../../providers/payment/provider.ts';
import { failedRefunds, moneyOf, type Transfer, totalsOf, transferOf } from './ledger.ts';
import {
  applyObject,
  checkEdge,
  nextWork,
  type Payment,
  type PaymentName,
  refundable,
  type WorkKind,
  wantedOf,
  withStatus,
} from './payment.ts';
import type { PaymentRows, PaymentStore, Work } from './store.ts';

export interface ApplyDependencies {
  readonly store: PaymentStore;
  /**
   * Of a vendor; undefined: its patients pay at the desk alone.
   * @param name of the one that a payment was begun with, where it was: settings may have changed since.
   */
  readonly providerOf: (vendor: string, name?: Payment['provider']) => PaymentProvider | undefined;
  readonly now: () => Date;
}

export function newWork(
  payment: Payment,
  kind: WorkKind,
  given: {
    readonly id?: string | undefined;
    readonly amount?: number;
    readonly dueAt: Date;
    readonly actor?: string;
    readonly lease?: string;
    readonly request?: string;
  },
): Work {
  const { vendor, order, generation } = payment;
  const { id = randomUUID(), amount = 0, dueAt, actor = 'system', lease = null, request = null } = given;
  return {
    ...{ id, vendor, order, generation, kind, amount, dueAt, actor, lease, request },
    ...{ sentAt: null, attempts: lease === null ? 0 : 1 },
  };
}

interface Put {
  readonly before: Payment;
  readonly after: Payment;
  /** The order's books before. */
  readonly known: readonly Transfer[];
  readonly added?: readonly Transfer[];
}

export interface AskedRefund {
  /** Its name; undefined: nobody asks for it by one. */
  readonly id?: string | undefined;
  readonly amount: number;
  readonly actor: string;
  readonly now: Date;
}

/** Asked for in the books first, so that two at once can't give back more than was paid. */
export async function askRefund(
  rows: PaymentRows,
  payment: Payment,
  { id, amount, actor, now }: AskedRefund,
): Promise<Transfer> {
  // As a column of its kind gives it back.
  const work = newWork(payment, 'refund', { id: id?.toLowerCase(), amount, actor, dueAt: now });
  if (payment.provider !== 'desk') await rows.addWork(work);
  const step = { kind: 'refund-asked', object: work.id, from: 'charged', to: 'refunding', amount } as const;
  return transferOf(payment, step, now);
}

export const withTotals = (payment: Payment, transfers: readonly Transfer[]): Payment =>
  withStatus({ ...payment, ...totalsOf(transfers, payment.intentId) });

/** By nobody's asking: all of what was to be released, or what the provider's own page has charged of an amount of before. */
function givenBack(before: Payment, payment: Payment): number {
  if (payment.phase !== 'captured' || payment.disputed) return 0;
  if (payment.releaseWanted) return refundable(payment);
  return before.phase === 'captured' ? 0 : Math.max(0, payment.captured - wantedOf(payment));
}

/** Writes a payment's new state, its books and what follows from it. @throws Error where another was faster. */
export async function putPayment(
  rows: PaymentRows,
  { before, after, known, added = [] }: Put,
  now: Date,
): Promise<void> {
  const transfers = [...added];
  let payment = after;
  const back = givenBack(before, payment);
  if (back > 0) {
    transfers.push(await askRefund(rows, payment, { amount: back, actor: 'system', now }));
    payment = withTotals(payment, [...known, ...transfers]);
  }
  checkEdge(before, payment);
  await rows.post(transfers);
  await rows.save(payment);
  for (const { kind, amount, dueAt } of nextWork(payment, now))
    if (kind !== 'create' || !(await rows.hasWork(payment, kind)))
      await rows.addWork(newWork(payment, kind, { amount, dueAt }));
  const { vendor, order, status, card } = payment;
  if (status === before.status && transfers.length === 0 && card === before.card) return;
  const books = [...known, ...transfers];
  const money = { ...moneyOf(books), ...(card === null ? {} : { card }) };
  await rows.tell({ vendor, order, status, money, failedRefunds: failedRefunds(books) });
}

/** By which something was paid, and that its patient wants kept. */
async function keepWanted(rows: PaymentRows, payment: Payment, object: ProviderPayment): Promise<boolean> {
  const { vendor, keepFor, provider, intentId } = payment;
  const { id, state, customer, method, brand, card } = object;
  if (keepFor === null || provider === null || provider === 'desk' || intentId !== id) return false;
  if (state !== 'held' && state !== 'succeeded') return false;
  if (customer === undefined || method === undefined) return false;
  await rows.keepCard(
    { vendor, person: keepFor },
    { provider, customer, method, brand: brand ?? 'card', last4: card ?? '' },
  );
  return true;
}

/** @param seen version of the payment when the object was asked for. @returns false where it has moved since: the object may be of before. */
export async function applyProviderObject(
  rows: PaymentRows,
  name: PaymentName,
  {
    object,
    seen,
    now,
    askedAt,
  }: { readonly object: ProviderPayment; readonly seen: number; readonly now: Date; readonly askedAt: Date },
): Promise<boolean> {
  const before = await rows.lock(name);
  if (before?.version !== seen) return false;
  const known = await rows.transfersOf(name);
  const { payment, transfers: added } = applyObject(before, object, known, now, askedAt);
  const after = (await keepWanted(rows, payment, object)) ? { ...payment, keepFor: null } : payment;
  await putPayment(rows, { before, after, known, added }, now);
  return true;
}

const MAX_TRIES = 5;

export type FetchAndApply = (name: PaymentName) => Promise<Payment | undefined>;

/** @throws ProviderUnknown, ProviderRefused */
export function createFetchAndApply({ store, providerOf, now }: ApplyDependencies): FetchAndApply {
  return async (name) => {
    const find = () => store.within((rows) => rows.find(name));
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const payment = await find();
      if (!payment?.intentId || payment.provider === 'desk') return payment;
      const provider = providerOf(name.vendor, payment.provider);
      if (!provider) throw new ProviderUnknown('NO_PROVIDER');
      const askedAt = now();
      const object = await provider.retrieve(name.vendor, payment.intentId);
      const seen = payment.version;
      if (
        await store.within((rows) => applyProviderObject(rows, name, { object, seen, now: now(), askedAt }))
      )
        return find();
    }
    throw new ProviderUnknown('BUSY');
  };
}

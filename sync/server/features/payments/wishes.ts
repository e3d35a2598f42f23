/** What other features want of an order's payment, within their own transactions: written down, and done by a job once they are committed. */
import { randomUUID } from 'node:crypto';
import { ProblemError } from '../../base/problems.ts';
import { deskPayment } from '../../providers/payment/desk/desk.ts';
import { askRefund, newWork, putPayment, withTotals } from './apply.ts';
import { type Transfer, transferOf } from './ledger.ts';
import {
  applyObject,
  type Due,
  isShort,
  newPayment,
  type Payment,
  type PaymentName,
  REFUND_FAILED,
  refundable,
  withStatus,
} from './payment.ts';
import type { PaymentRows } from './store.ts';

export interface Wish extends PaymentName {
  readonly actor: string;
}
export interface AmountWish extends Wish {
  readonly amount: number;
}

export interface RefundWish extends AmountWish {
  /** Its name, a UUID: where it fails, it is told by it. */
  readonly id?: string;
}

/** More than was held or paid, or nothing at all. */
export class AmountError extends ProblemError {
  constructor(detail: string) {
    super('AMOUNT_IMPOSSIBLE', { detail });
  }
}
/** The bank of the patient has taken the money back, and hasn't decided whose it is. */
export class DisputedError extends ProblemError {
  constructor() {
    super('REFUND_IMPOSSIBLE', { detail: 'The payment is disputed.' });
  }
}

const isChangeable = ({ phase, attempt, releaseWanted, provider }: Payment) =>
  !releaseWanted && provider !== 'desk'
    ? phase === 'none' || (phase === 'open' && attempt !== 'unknown')
    : provider === 'desk' && phase === 'none';

/** @throws Error where there is none of this order. */
async function lockPayment(rows: PaymentRows, name: PaymentName): Promise<Payment> {
  const payment = await rows.lock(name);
  if (!payment) throw new Error('There is no payment of this order.');
  return payment;
}

export async function expectPayment(
  rows: PaymentRows,
  due: Due,
  provider: 'desk' | null,
  now: Date,
): Promise<void> {
  if (await rows.add(newPayment(due, now, provider))) return;
  const before = await lockPayment(rows, due);
  if (!isChangeable(before) || (before.phase === 'open' && provider === 'desk')) return;
  const { amount, currency, purpose } = due;
  const isOpen = before.phase === 'open';
  // Begun to be charged at once, and to be decided on first now: another intent takes its place.
  const closeWanted = before.closeWanted || (isOpen && before.purpose === 'charge' && purpose === 'hold');
  const wanted = isOpen ? { amount, closeWanted } : { amount, currency, purpose, provider };
  const after = withStatus({ ...before, ...wanted });
  if (isOpen && amount !== before.amount) await rows.addWork(newWork(before, 'update', { dueAt: now }));
  await putPayment(rows, { before, after, known: await rows.transfersOf(due) }, now);
}

/** @throws AmountError where more is wanted than is held. */
export async function wantCapture(
  rows: PaymentRows,
  { amount, ...name }: AmountWish,
  now: Date,
): Promise<void> {
  const before = await lockPayment(rows, name);
  if (before.releaseWanted || before.phase === 'captured' || before.phase === 'voided') return;
  const held = before.phase === 'authorized' && !isShort(before) ? before.authorized : before.amount;
  if (amount <= 0 || (before.purpose !== 'save' && amount > held))
    throw new AmountError('More than was held.');
  const after = withStatus({ ...before, captureWanted: amount });
  await putPayment(rows, { before, after, known: await rows.transfersOf(name) }, now);
}

/** Given back, or never taken: by what the provider says. Once more changes nothing. */
export async function wantRelease(rows: PaymentRows, name: Wish, now: Date): Promise<void> {
  const before = await rows.lock(name);
  if (!before || before.releaseWanted) return;
  const after = withStatus({ ...before, releaseWanted: true });
  await putPayment(rows, { before, after, known: await rows.transfersOf(name) }, now);
}

/** @throws AmountError, DisputedError */
export async function wantRefund(
  rows: PaymentRows,
  { id, amount, actor, ...name }: RefundWish,
  now: Date,
): Promise<void> {
  const before = await lockPayment(rows, name);
  if (before.disputed) throw new DisputedError();
  const known = await rows.transfersOf(name);
  if (before.provider === 'desk') return refundAtDesk(rows, before, known, amount, now);
  if (amount <= 0 || amount > refundable(before)) throw new AmountError('More than was paid.');
  const added = [await askRefund(rows, before, { id, amount, actor, now })];
  // Whoever asks for one has seen what failed before it.
  const seen = { ...before, ...(before.alert === REFUND_FAILED && { alert: null }) };
  await putPayment(rows, { before, after: withTotals(seen, [...known, ...added]), known, added }, now);
}

/** Staff have handed it back: also what was asked for when the order was canceled. */
async function refundAtDesk(
  rows: PaymentRows,
  before: Payment,
  known: readonly Transfer[],
  amount: number,
  now: Date,
): Promise<void> {
  const over = new Set(known.map(({ resolves }) => resolves));
  const waits = known.find(
    ({ id, kind, postings }) =>
      kind === 'refund-asked' &&
      !over.has(id) &&
      postings.some((one) => one.account === 'refunding' && one.amount === amount),
  );
  if (!waits && (amount <= 0 || amount > refundable(before))) throw new AmountError('More than was paid.');
  const asked = waits ? [] : [await askRefund(rows, before, { amount, actor: 'desk', now })];
  const resolves = waits?.id ?? asked[0]?.id ?? '';
  const step = {
    kind: 'refund',
    object: `desk_${randomUUID()}`,
    resolves,
    from: 'refunding',
    to: 'customer',
    amount,
  } as const;
  const added = [...asked, transferOf(before, step, now)];
  await putPayment(rows, { before, after: withTotals(before, [...known, ...added]), known, added }, now);
}

/** @throws AmountError where it isn't what is due. */
export async function payAtDesk(
  rows: PaymentRows,
  { amount, ...name }: AmountWish,
  now: Date,
): Promise<void> {
  const before = await lockPayment(rows, name);
  if (before.provider !== 'desk' || before.phase !== 'none' || before.releaseWanted)
    throw new AmountError('Nothing is due at the desk.');
  if (amount !== before.amount) throw new AmountError('Another amount is due.');
  const object = deskPayment(`desk_${randomUUID()}`, amount, before.currency);
  await rows.storeIntent(name, before.generation, object.id, now);
  const stored = await lockPayment(rows, name);
  const known = await rows.transfersOf(name);
  const { payment: after, transfers: added } = applyObject(stored, object, known, now);
  await putPayment(rows, { before: stored, after, known, added }, now);
}

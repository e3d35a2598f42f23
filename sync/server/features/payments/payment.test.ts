import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mayFollow } from '../../../domain/payment/payment-machine.ts';
import type { ProviderPayment } from '../../providers/payment/provider.ts';
import { failedRefunds, moneyOf, type Transfer } from './ledger.ts';
import {
  applyObject,
  intentAmount,
  newPayment,
  type Payment,
  REFUND_FAILED,
  renewed,
  withStatus,
} from './payment.ts';

const at = new Date('2026-11-02T09:00:00Z');
const due = { vendor: 'meadow', order: 'an-order', amount: 4900, currency: 'USD', purpose: 'hold' } as const;
const opened: Payment = withStatus({ ...newPayment(due, at, 'stripe'), phase: 'open', intentId: 'pi_1' });
const object = (change: Partial<ProviderPayment>): ProviderPayment => ({
  ...{ id: 'pi_1', kind: 'payment', state: 'open', amount: 4900, currency: 'USD', received: 0 },
  ...{ method: 'pm_1', customer: 'cus_1', card: '4242', refunds: [], disputes: [], ...change },
});
const refund = { id: 're_1', key: 'a-key', amount: 1900 } as const;
const paid = { state: 'succeeded', received: 4900 } as const;

/** What Stripe said at one time after the other. */
const history: readonly ProviderPayment[] = [
  object({ declined: 'declined' }),
  object({ state: 'action' }),
  object({ state: 'held' }),
  object(paid),
  object({ ...paid, refunds: [{ ...refund, state: 'pending' }] }),
  object({ ...paid, refunds: [{ ...refund, state: 'succeeded' }] }),
  object({
    ...paid,
    refunds: [{ ...refund, state: 'succeeded' }],
    disputes: [{ id: 'dp_1', amount: 3000, state: 'open' }],
  }),
  object({
    ...paid,
    refunds: [{ ...refund, state: 'succeeded' }],
    disputes: [{ id: 'dp_1', amount: 3000, state: 'won' }],
  }),
];

function applyAll(objects: readonly ProviderPayment[]) {
  let [payment, books]: [Payment, readonly Transfer[]] = [opened, []];
  for (const one of objects) {
    const applied = applyObject(payment, one, books, at);
    books = [...books, ...applied.transfers];
    payment = applied.payment;
  }
  return { payment, books };
}

describe('what a provider says', () => {
  it('is news for books that lacked something, and only where it adds to them', () => {
    const { payment: before, books } = applyAll([object(paid)]);
    const payment = { ...before, booksDiffer: true };
    expect(applyObject(payment, object(paid), books, at).payment.booksDiffer).toBe(true);
    const given = object({ ...paid, refunds: [{ ...refund, state: 'succeeded' }] });
    expect(applyObject(payment, given, books, at).payment.booksDiffer).toBe(false);
  });

  it('ends in one state, in whatever order and however often it arrives (cases 24, 27, I5, I6)', () => {
    const last = history.at(-1);
    if (!last) throw new Error('There is no history.');
    const expected = applyAll(history);
    expect(expected.payment.status).toBe('partially_refunded');
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...history), { maxLength: 20 }), (shuffled) => {
        const { payment, books } = applyAll([...shuffled, last, ...shuffled]);
        expect(payment.status).toBe(expected.payment.status);
        expect(moneyOf(books)).toEqual(moneyOf(expected.books));
      }),
    );
  });

  it('adds up to nothing, and keeps what is held above what is charged above what is given back (I2, I3)', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...history), { maxLength: 20 }), (shuffled) => {
        const { payment, books } = applyAll(shuffled);
        for (const { postings } of books)
          expect(postings.reduce((sum, { amount }) => sum + amount, 0)).toBe(0);
        expect(payment.authorized).toBeGreaterThanOrEqual(payment.captured);
        expect(payment.captured).toBeGreaterThanOrEqual(payment.refunding + payment.refunded + payment.lost);
      }),
    );
  });

  /** Whatever an intent can say at any time, from its first word to its last. */
  const anything: fc.Arbitrary<ProviderPayment> = fc.oneof(
    fc.constantFrom(
      object({}),
      object({ declined: 'declined' }),
      object({ state: 'action' }),
      object({ state: 'processing' }),
      object({ state: 'held' }),
      object({ state: 'canceled' }),
    ),
    fc.subarray(['re_1', 're_2', 'dp_1']).map((given) =>
      object({
        ...paid,
        refunds: [
          { ...refund, state: 'succeeded' as const },
          { ...refund, id: 're_2', key: 'b-key', state: 'pending' as const },
        ].filter(({ id }) => given.includes(id)),
        disputes: given.includes('dp_1') ? [{ id: 'dp_1', amount: 1100, state: 'open' as const }] : [],
      }),
    ),
  );

  it('in any sequence, repeated and shuffled, comes to legal states; what is over stays over, and no more comes back than was paid (I3, I5, I6)', () => {
    const isOver = ({ phase }: Payment) => phase === 'captured' || phase === 'voided';
    fc.assert(
      fc.property(fc.array(anything, { maxLength: 25 }), (told) => {
        let [payment, books]: [Payment, readonly Transfer[]] = [opened, []];
        for (const one of told) {
          const applied = applyObject(payment, one, books, at);
          books = [...books, ...applied.transfers];
          const { authorized, captured, refunding, refunded, lost, generation } = applied.payment;
          expect(mayFollow(payment.status, applied.payment.status, generation > payment.generation)).toBe(
            true,
          );
          const phase = isOver(payment) ? payment.phase : applied.payment.phase;
          expect(applied.payment.phase).toBe(phase);
          expect(authorized).toBeGreaterThanOrEqual(captured);
          expect(captured).toBeGreaterThanOrEqual(refunding + refunded + lost);
          payment = applied.payment;
        }
      }),
      { numRuns: 1_000 },
    );
  });

  it('moves nothing where it is of another intent (case 31)', () => {
    const { payment, books } = applyAll([object({ id: 'pi_before', state: 'canceled' })]);
    expect([payment, books]).toEqual([opened, []]);
  });

  it('before an attempt was answered says nothing of it (case 36)', () => {
    const sent = withStatus({ ...opened, attempt: 'unknown', attemptedAt: at });
    const early = applyObject(sent, object({ declined: 'declined' }), [], new Date(at.getTime() + 5_000));
    expect(early.payment.status).toBe('unknown');
    const late = applyObject(sent, object({ declined: 'declined' }), [], new Date(at.getTime() + 61_000));
    expect(late.payment.status).toBe('failed');
  });
});

describe('a refund that fails', () => {
  const asked = { ...refund, state: 'pending' } as const;
  const namesAfter = (...refunds: ProviderPayment['refunds'][number][]) =>
    failedRefunds(
      applyAll([object(paid), ...refunds.map((one) => object({ ...paid, refunds: [one] }))]).books,
    );

  it('is named as it was asked for, be it refused or sent back', () => {
    expect(namesAfter(asked)).toEqual([]);
    expect(namesAfter(asked, { ...refund, state: 'succeeded' })).toEqual([]);
    expect(namesAfter(asked, { ...refund, state: 'failed' })).toEqual(['a-key']);
    const back = [asked, { ...refund, state: 'succeeded' }, { ...refund, state: 'failed' }] as const;
    expect(namesAfter(...back)).toEqual(['a-key']);
  });

  it('is staff’s to see also after another one was given, and over with what is given at the provider', () => {
    const other = { id: 're_2', key: 'b-key', amount: 500 } as const;
    const says = (...refunds: ProviderPayment['refunds']) => object({ ...paid, refunds });
    const failed = { ...refund, state: 'failed' } as const;
    const waiting = { ...other, state: 'pending' } as const;
    const both = [object(paid), says(asked, waiting), says(failed, waiting)];
    const given = { ...other, state: 'succeeded' } as const;
    const alertAfter = (...told: readonly ProviderPayment[]) => applyAll([...both, ...told]).payment.alert;
    expect(alertAfter()).toBe(REFUND_FAILED);
    expect(alertAfter(says(failed, given))).toBe(REFUND_FAILED);
    const byHand = { id: 're_3', amount: 1900, state: 'succeeded' } as const;
    expect(
      applyAll([object(paid), says(asked), says(failed), says(failed, byHand)]).payment.alert,
    ).toBeNull();
  });

  it('and was made at the provider has its name there', () => {
    expect(namesAfter({ id: 're_9', amount: 100, state: 'failed' })).toEqual(['re_9']);
  });
});

describe('an intent whose tries are used up, and which is to be closed', () => {
  const closing: Payment = withStatus({ ...opened, closeWanted: true });
  const saving: Payment = withStatus({ ...closing, purpose: 'save', intentId: 'seti_1' });
  const setup = (change: Partial<ProviderPayment>) => object({ id: 'seti_1', kind: 'setup', ...change });

  it('keeps the card that was taken, or saved, before that', () => {
    expect(applyObject(closing, object({ state: 'held' }), [], at).payment).toMatchObject({
      ...{ status: 'authorized', method: 'pm_1', closeWanted: false },
    });
    expect(applyObject(saving, setup({ state: 'succeeded' }), [], at).payment).toMatchObject({
      ...{ status: 'setup', method: 'pm_1', closeWanted: false },
    });
  });

  it('is over without one, and keeps none', () => {
    expect(applyObject(closing, object({ state: 'canceled' }), [], at).payment.status).toBe('voided');
    expect(applyObject(saving, setup({ state: 'canceled' }), [], at).payment.status).toBe('voided');
  });

  it('is followed by one for what the patient is shown then, whatever was approved before', () => {
    const approved: Payment = withStatus({ ...closing, generation: 2, captureWanted: 4900 });
    const { payment } = applyObject(approved, object({ state: 'canceled' }), [], at);
    const begun = withStatus({ ...renewed(payment), amount: 3900 });
    expect([begun.status, begun.captureWanted, intentAmount(begun)]).toEqual(['none', null, 3900]);
  });
});

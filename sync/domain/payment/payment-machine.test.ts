import { describe, expect, it } from 'vitest';
import { type PaymentStatus, paymentStatuses } from '../orders/order-status.ts';
import { demoCardOf, demoCards } from './demo-cards.ts';
import { lookedAt, mayFollow, paymentStates } from './payment-machine.ts';

const followersOf = (status: PaymentStatus) => [
  ...paymentStates[status].next,
  ...(paymentStates[status].renews ?? []),
];

function reachableFrom(start: PaymentStatus): ReadonlySet<PaymentStatus> {
  const seen = new Set<PaymentStatus>([start]);
  for (const status of seen) for (const next of followersOf(status)) seen.add(next);
  return seen;
}

describe('the states of a payment (I6, I18)', () => {
  it('are all reached from none', () => {
    expect([...reachableFrom('none')].toSorted()).toEqual([...paymentStatuses].toSorted());
  });

  it('are all looked at again where something at the provider may change them, hourly unless they are settled', () => {
    expect(lookedAt('daily').toSorted()).toEqual(['captured', 'partially_refunded', 'refunded']);
    const ours = ['none', 'deferred', 'setup', 'voided'];
    expect([...lookedAt('hourly'), ...lookedAt('daily'), ...ours].toSorted()).toEqual(
      [...paymentStatuses].toSorted(),
    );
  });

  it.each(paymentStatuses)('%s leads to an end', (status) => {
    const ends = [...reachableFrom(status)].filter((one) => ['voided', 'captured', 'refunded'].includes(one));
    expect(ends).not.toEqual([]);
  });

  it('never go back to an earlier rank on one intent, but for a refund that came back', () => {
    const back = paymentStatuses.flatMap((from) =>
      paymentStates[from].next
        .filter((to) => paymentStates[to].rank < paymentStates[from].rank)
        .map((to) => `${from} ${to}`),
    );
    const cameBack = ['refund_pending', 'partially_refunded', 'disputed', 'refunded'] as const;
    expect(back.filter((edge) => !cameBack.some((one) => edge.startsWith(`${one} `)))).toEqual([]);
    for (const from of ['captured', ...cameBack] as const)
      for (const to of ['none', 'requires_method', 'failed', 'unknown', 'authorized', 'voided'] as const)
        expect(mayFollow(from, to, false)).toBe(false);
  });

  it('end at voided, unless another intent begins', () => {
    expect(paymentStatuses.filter((to) => to !== 'voided' && mayFollow('voided', to, false))).toEqual([]);
    expect(mayFollow('voided', 'none', true)).toBe(true);
  });
});

describe('the demo’s cards', () => {
  it('are found by their number as it is typed, and have valid check digits', () => {
    expect(demoCardOf('4242 4242 4242 4242')?.token).toBe('demo_4242');
    expect(demoCardOf('4111 1111 1111 1111')).toBeUndefined();
    const luhn = (number: string) =>
      Array.from(number)
        .toReversed()
        .reduce((sum, digit, index) => {
          const doubled = Number(digit) * (index % 2 === 0 ? 1 : 2);
          return sum + (doubled > 9 ? doubled - 9 : doubled);
        }, 0) % 10;
    expect(demoCards.filter(({ number }) => luhn(number) !== 0).map(({ number }) => number)).toEqual([]);
  });
});

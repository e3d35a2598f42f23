/** Amounts are integers of a currency's minor unit. A product of one is rounded once, half away from zero; a sum is split without losing anything. */
import { dinero, halfAwayFromZero, multiply, toSnapshot, transformScale } from 'dinero.js';

/** What a rate is a share of: 10.75 % is 10750. */
const RATE_SCALE = 5;
const MINOR_UNIT = { code: '', base: 10, exponent: 0 } as const;

/** A share of an amount. dinero.js rounds down unless it is told how. */
export function shareOf(amount: number, rate: number): number {
  const share = multiply(dinero({ amount, currency: MINOR_UNIT }), { amount: rate, scale: RATE_SCALE });
  return toSnapshot(transformScale(share, 0, halfAwayFromZero)).amount;
}

export const percent = (whole: number): number => whole * 10 ** (RATE_SCALE - 2);

export const sumOf = (amounts: readonly number[]): number => amounts.reduce((sum, one) => sum + one, 0);

/**
 * An amount split by weight, by largest remainder: what is left over goes to the shares that lost most, the first of equal ones first.
 * dinero.js's `allocate` gives it to the first shares instead.
 */
export function splitBy(amount: number, weights: readonly number[]): readonly number[] {
  const all = BigInt(sumOf(weights));
  if (all === 0n) return weights.map(() => 0);
  const exact = weights.map((weight) => BigInt(amount) * BigInt(weight));
  const whole = exact.map((part) => Number(part / all));
  const left = amount - sumOf(whole);
  const winners = exact
    .map((part, at) => ({ at, lost: part % all }))
    .sort((one, other) => (one.lost === other.lost ? one.at - other.at : one.lost > other.lost ? -1 : 1))
    .slice(0, left)
    .map(({ at }) => at);
  return whole.map((part, at) => part + (winners.includes(at) ? 1 : 0));
}

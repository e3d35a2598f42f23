/** Stolen cards are tried out where nobody counts: declined ones cost tries, of the order and of the network that they come from. */
import { createHash } from 'node:crypto';
import { ProblemError } from '../../base/problems.ts';
import { type Counter, consumeAll } from '../../http/limits/consume-all.ts';
import type { Limits } from '../../http/limits/limits.ts';
import { networksOf } from '../../http/limits/network.ts';
import { perMinute, type RatePolicy, times } from '../../http/limits/policy.ts';
import type { Uncounted } from './declines.ts';
import type { PaymentName } from './payment.ts';
import type { PaymentResult, Starter } from './start.ts';

/** Then one an hour. */
const OF_ORDER: RatePolicy = { kind: 'rate', name: 'payment-order', burst: 8, perMinute: 1 / 60 };
/** Many people pay from one address: a clinic's waiting room, a mobile network. Then one in two minutes. */
const OF_NETWORK: RatePolicy = { kind: 'rate', name: 'payment-network', burst: 40, perMinute: 0.5 };
/** Under way at once, so that none is begun that couldn't be counted. Of a server that died over them they are back within a minute: a crash keeps nobody from paying. */
const AT_ONCE_OF_ORDER = perMinute('payment-order-at-once', OF_ORDER.burst);
const AT_ONCE_OF_NETWORK = perMinute('payment-network-at-once', OF_NETWORK.burst);

const hashed = (name: string, allowance = 1) =>
  `${createHash('sha256').update(name).digest('base64url')}:${allowance}`;
const ownerOf = (owner: string) => hashed(`owner ${owner}`);
/**
 * Who tries cards: the networks of their address, and an order's owner, each with how many times as much they may. As it may be kept: hashed, as the limits
 * keep their keys.
 */
export const countedAs = ({ from, owner }: Pick<Starter, 'from' | 'owner'>): string =>
  [
    ...networksOf(from).map(({ name, allowance }) => hashed(name, allowance)),
    ...(owner === undefined ? [] : [ownerOf(owner)]),
  ].join(' ');
/**
 * Against whom it counts that anything is handed out: an owner isn't kept from paying by others behind their address.
 * @param isBegun it was, with tries left: it is the order's own from then on.
 */
export const admittedAs = (by: Pick<Starter, 'from' | 'owner'>, isBegun: boolean): string | null =>
  isBegun ? null : by.owner === undefined ? countedAs(by) : ownerOf(by.owner);
const COUNTED = /([\w-]{43}):(\d+)/g;

export interface ConfirmLimits {
  /** Before anything is handed out that a card can be tried with. @param from {@link admittedAs} @throws ProblemError RATE_LIMITED */
  admit(order: PaymentName, from: string | null): Promise<void>;
  /** Where it asks a card. @param from address. @throws ProblemError RATE_LIMITED, and whatever the work throws. */
  count(order: PaymentName, from: string, work: () => Promise<PaymentResult>): Promise<PaymentResult>;
  /** Where a card was asked already. @param from {@link countedAs} */
  note(order: PaymentName, from: string, paid: PaymentResult): Promise<PaymentResult>;
  /** Tried at the provider. @param from who was handed what it was tried with, as {@link countedAs} says; null where nobody knows. */
  declined(order: PaymentName, from: string | null, uncounted: Uncounted): Promise<void>;
}

const tooMany = (seconds: number) => new ProblemError('RATE_LIMITED', {}, { 'retry-after': String(seconds) });

/** @param onUsedUp told where an order has no tries left, or who tries it at the provider hasn't. */
export function createConfirmLimits(
  limits: Limits,
  onUsedUp: (order: PaymentName) => Promise<void>,
): ConfirmLimits {
  const keyOf = ({ vendor, order }: PaymentName) => `${vendor} ${order}`;
  const counters = (
    order: PaymentName,
    from: string | null,
    ofOrder: RatePolicy,
    ofNetwork: RatePolicy,
  ): readonly Counter[] => [
    [keyOf(order), ofOrder],
    ...[...(from ?? '').matchAll(COUNTED)].map(
      ([, network = '', allowance]): Counter => [network, times(ofNetwork, Number(allowance))],
    ),
  ];

  /** @param isTried by who was handed what it was tried with: nobody can be refused there. */
  async function charge(
    order: PaymentName,
    from: string | null,
    { tries, keep }: Uncounted,
    isTried: boolean,
  ): Promise<void> {
    const counted = counters(order, from, OF_ORDER, OF_NETWORK);
    for (let charged = 0; charged < tries; charged += 1)
      for (const counter of counted) await limits.charge(...counter);
    const kept = await keep();
    // Who heard of them at the same time has counted the others.
    const twice = tries - kept;
    if (twice > 0) for (const [key, policy] of counted) await limits.refund(key, twice, policy);
    // The order's own also where all were counted already: who counted them may have died before this. Of a network that has used up its tries, each
    // secret that is out there gives one more.
    for (const counter of isTried && kept > 0 ? counted : counted.slice(0, 1))
      if (!(await limits.peek(...counter)).allowed) return onUsedUp(order);
  }

  const confirmLimits: ConfirmLimits = {
    async admit(order, from) {
      for (const counter of counters(order, from, OF_ORDER, OF_NETWORK)) {
        const { allowed, retryAfter } = await limits.peek(...counter);
        if (!allowed) throw tooMany(retryAfter);
      }
    },

    async count(order, address, work) {
      const from = countedAs({ from: address });
      await confirmLimits.admit(order, from);
      const atOnce = counters(order, from, AT_ONCE_OF_ORDER, AT_ONCE_OF_NETWORK);
      const taken = await consumeAll(limits, atOnce);
      if (!taken.allowed) throw tooMany(taken.retryAfter);
      try {
        const { uncounted, ...paid } = await work();
        if (uncounted) await charge(order, from, uncounted, false);
        return paid;
      } finally {
        for (const [key, policy] of atOnce) await limits.refund(key, 1, policy);
      }
    },

    async note(order, from, { uncounted, ...paid }) {
      if (uncounted) await confirmLimits.declined(order, from, uncounted);
      return paid;
    },

    declined: (order, from, uncounted) => charge(order, from, uncounted, true),
  };
  return confirmLimits;
}

/**
 * The books: append-only double entry, and the only source of what an order has cost so far. A hold is a pending transfer that is charged in whole or in part,
 * voided or expired, once; so is a refund from when it is asked for, and a dispute.
 */
import type { OrderMoney } from '../../../domain/orders/order-view.ts';
import type { ProviderPayment } from '../../providers/payment/provider.ts';

export type Account = 'customer' | 'held' | 'charged' | 'refunding' | 'disputed';

export interface Posting {
  readonly account: Account;
  readonly amount: number;
}

export const transferKinds = [
  'hold',
  'capture',
  'void',
  'refund-asked',
  'refund',
  'refund-failed',
  'refund-returned',
  'dispute',
  'dispute-won',
  'dispute-lost',
] as const;
export type TransferKind = (typeof transferKinds)[number];

export interface Transfer {
  /** Kind and object: each of an object is written once. */
  readonly id: string;
  readonly vendor: string;
  readonly order: string;
  readonly kind: TransferKind;
  /** Of the provider; of a refund that was only asked for, the key of its step. */
  readonly object: string;
  /** Id of the pending one that is over by this. */
  readonly resolves: string | null;
  readonly currency: string;
  readonly at: Date;
  readonly postings: readonly Posting[];
}

export interface Step {
  readonly kind: TransferKind;
  readonly object: string;
  readonly resolves?: string;
  readonly from: Account;
  readonly to: Account;
  readonly amount: number;
  /** Of a hold that is charged in part: the rest goes back. */
  readonly rest?: number;
}

export interface Books {
  readonly vendor: string;
  readonly order: string;
  readonly currency: string;
}

export function transferOf({ vendor, order, currency }: Books, step: Step, at: Date): Transfer {
  const { kind, object, resolves = null, from, to, amount, rest = 0 } = step;
  const rests: readonly Posting[] = rest === 0 ? [] : [{ account: 'customer', amount: rest }];
  return {
    ...{ vendor, order, currency, kind, object, resolves, at, id: `${kind}:${object}` },
    postings: [{ account: from, amount: -(amount + rest) }, { account: to, amount }, ...rests],
  };
}

/** The hold, and what became of it. */
function holdSteps(object: ProviderPayment, known: readonly Transfer[]): readonly Step[] {
  if (object.kind === 'setup') return [];
  const { id, state, received } = object;
  const hold = known.find((one) => one.id === `hold:${id}`);
  const held = hold?.postings.find(({ account }) => account === 'held')?.amount ?? object.amount;
  const resolves = `hold:${id}`;
  if (state === 'held') return [{ kind: 'hold', object: id, from: 'customer', to: 'held', amount: held }];
  if (state === 'succeeded')
    return [
      hold
        ? {
            kind: 'capture',
            object: id,
            resolves,
            from: 'held',
            to: 'charged',
            amount: received,
            rest: held - received,
          }
        : { kind: 'capture', object: id, from: 'customer', to: 'charged', amount: received },
    ];
  if (state === 'canceled' && hold)
    return [{ kind: 'void', object: id, resolves, from: 'held', to: 'customer', amount: held }];
  return [];
}

const ASKED = 'refund-asked:';

/** One that we asked for is pending under our key from the moment of asking; another one from when we hear of it. */
function refundSteps({ refunds }: ProviderPayment, known: readonly Transfer[]): readonly Step[] {
  return refunds.flatMap(({ id, key, amount, state }): readonly Step[] => {
    const asked = key ?? id;
    const resolves = `${ASKED}${asked}`;
    const first: Step = { kind: 'refund-asked', object: asked, from: 'charged', to: 'refunding', amount };
    if (state === 'pending') return [first];
    if (state === 'succeeded')
      return [first, { kind: 'refund', object: id, resolves, from: 'refunding', to: 'customer', amount }];
    if (known.some((one) => one.id === `refund:${id}`))
      return [{ kind: 'refund-returned', object: id, from: 'customer', to: 'charged', amount }];
    return [first, { kind: 'refund-failed', object: id, resolves, from: 'refunding', to: 'charged', amount }];
  });
}

function disputeSteps({ disputes }: ProviderPayment): readonly Step[] {
  return disputes.flatMap(({ id, amount, state }): readonly Step[] => {
    const resolves = `dispute:${id}`;
    const first: Step = { kind: 'dispute', object: id, from: 'charged', to: 'disputed', amount };
    if (state === 'open') return [first];
    const [kind, to] =
      state === 'won' ? (['dispute-won', 'charged'] as const) : (['dispute-lost', 'customer'] as const);
    return [first, { kind, object: id, resolves, from: 'disputed', to, amount }];
  });
}

/** What the provider's word adds to the books. @param known all of this order's. */
export function newTransfers(
  books: Books,
  object: ProviderPayment,
  known: readonly Transfer[],
  at: Date,
): readonly Transfer[] {
  const ids = new Set(known.map(({ id }) => id));
  const over = new Set(known.map(({ resolves }) => resolves));
  return [...holdSteps(object, known), ...refundSteps(object, known), ...disputeSteps(object)]
    .map((step) => transferOf(books, step, at))
    .filter(({ id, resolves }) => !ids.has(id) && (resolves === null || !over.has(resolves)));
}

const gained = (transfers: readonly Transfer[], account: Account, kinds?: readonly TransferKind[]): number =>
  transfers
    .filter(({ kind }) => kinds === undefined || kinds.includes(kind))
    .flatMap(({ postings }) => postings)
    .filter((posting) => posting.account === account)
    .reduce((sum, { amount }) => sum + amount, 0);

const lostOf = (transfers: readonly Transfer[]): number => gained(transfers, 'customer', ['dispute-lost']);

export type Money = Omit<OrderMoney, 'card'>;

/** What the patient is told: of the books alone. */
export function moneyOf(transfers: readonly Transfer[]): Money {
  const lost = lostOf(transfers);
  return {
    held: gained(transfers, 'held'),
    charged: gained(transfers, 'charged', ['capture']),
    refunded: gained(transfers, 'customer', ['refund', 'refund-returned']),
    refunding: gained(transfers, 'refunding'),
    ...(lost > 0 && { lost }),
  };
}

/** Names of the refunds that were asked for and weren't given after all: refused, or sent back by the bank of the patient. */
export function failedRefunds(transfers: readonly Transfer[]): readonly string[] {
  const asked = new Map(
    transfers.flatMap(({ kind, object, resolves }) => (kind === 'refund' ? [[object, resolves]] : [])),
  );
  return transfers.flatMap(({ kind, object, resolves }) => {
    const failed =
      kind === 'refund-failed' ? resolves : kind === 'refund-returned' ? asked.get(object) : null;
    return failed ? [failed.slice(ASKED.length)] : [];
  });
}

export interface Totals {
  readonly authorized: number;
  readonly captured: number;
  readonly refunding: number;
  readonly refunded: number;
  readonly lost: number;
  readonly disputed: boolean;
}

/** The projection onto an order's payment. @param intent the present one: what an earlier one held was given back. */
export function totalsOf(transfers: readonly Transfer[], intent: string | null): Totals {
  const own = transfers.filter(({ object }) => object === intent);
  const captured = gained(own, 'charged', ['capture']);
  return {
    authorized: Math.max(gained(own, 'held', ['hold']), captured),
    captured,
    refunding: gained(transfers, 'refunding'),
    refunded: gained(transfers, 'customer', ['refund', 'refund-returned']),
    lost: lostOf(transfers),
    disputed: gained(transfers, 'disputed') > 0,
  };
}

import type { OrderView } from '../../../sync/domain/orders/order-view.ts';

export type MoneyLine =
  | { readonly name: 'held' | 'releasing' | 'charged' | 'refunding' | 'refunded'; readonly amount: number }
  | { readonly name: 'notCharged' };

/** What the ledger says, and nothing that it doesn't. @param isAgainst nothing will be charged for it. */
export function moneyLine(
  { money, statuses }: Pick<OrderView, 'money' | 'statuses'>,
  isAgainst: boolean,
): MoneyLine | undefined {
  const { held, charged, refunding, refunded } = money;
  if (refunding > 0) return { name: 'refunding', amount: refunding };
  if (refunded > 0) return { name: 'refunded', amount: refunded };
  if (charged > 0) return { name: 'charged', amount: charged };
  if (held > 0) return { name: isAgainst ? 'releasing' : 'held', amount: held };
  return statuses.payment === 'voided' ? { name: 'notCharged' } : undefined;
}

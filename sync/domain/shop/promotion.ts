/** A promotion code: which one it is, and why it doesn't count. */
import type { OrderProblem } from '../orders/order-view.ts';
import type { Promotion } from './shop.ts';

export type PromotionProblem = Extract<OrderProblem, `PROMO_${string}`>;

/** A code as it is compared: people type spaces and small letters. */
export const promotionCode = (typed: string): string => typed.replace(/\s/g, '').toUpperCase();

export async function promotionHash(typed: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(promotionCode(typed)));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

export interface PromotionQuestion {
  readonly promotions: readonly Promotion[];
  /** As it was typed. */
  readonly code: string;
  /** Today in the vendor's time zone, `YYYY-MM-DD`. */
  readonly today: string;
  /** What is bought and paid here: a prescription that is paid at a counter is left out. */
  readonly kinds: readonly ('rx' | 'otc')[];
  /** Where it is known: whether this person has ordered before. A device doesn't, and leaves that to the server. */
  readonly firstOrder?: boolean | undefined;
  /** Orders that have used it; the server alone knows. */
  readonly used?: number | undefined;
}

export async function promotionOf(
  question: PromotionQuestion,
): Promise<{ readonly promotion: Promotion } | { readonly problem: PromotionProblem }> {
  const { promotions, code, today, kinds, firstOrder, used = 0 } = question;
  const hash = await promotionHash(code);
  const promotion = promotions.find((one) => one.code === hash);
  if (promotion === undefined) return { problem: 'PROMO_INVALID' };
  const { until, limit } = promotion;
  if ((until !== undefined && today > until) || (limit !== undefined && used >= limit))
    return { problem: 'PROMO_EXPIRED' };
  const lowers = kinds.some((kind) => kind === 'otc' || promotion.rx);
  if (!lowers || (promotion.firstOrderOnly === true && firstOrder === false))
    return { problem: 'PROMO_NOT_ELIGIBLE' };
  return { promotion };
}

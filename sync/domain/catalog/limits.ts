/** Limits of what is sold, apart from the schema: a product's page checks its cart without one. */
import type { Product } from './product.ts';

/** Below it a card payment costs more than it brings, and providers refuse it: in the currency's minor unit. */
export const MIN_AMOUNT = 50;

/** Units of a product in one order. A prescription is for one. */
export const quantityLimit = ({ kind, maxQuantity }: Pick<Product, 'kind' | 'maxQuantity'>): number =>
  maxQuantity ?? (kind === 'rx' ? 1 : 9);

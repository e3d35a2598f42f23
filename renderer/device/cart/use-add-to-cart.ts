import { useCallback } from 'react';
import { choiceIn, withChoice, withMore } from '../../../sync/domain/cart/cart.ts';
import { quantityLimit } from '../../../sync/domain/catalog/limits.ts';
import type { Product } from '../../../sync/domain/catalog/product.ts';
import { useEditCart } from './use-cart.ts';

export interface Choice {
  readonly sku: string;
  readonly quantity: number;
  /** The operation that sent the form: with what needs a prescription. */
  readonly consultation?: string;
  /** Where the form was answered: it isn't asked again. */
  readonly place?: string;
}

/** Kept on this device before it resolves. */
export type AddToCart = (choice: Choice) => Promise<void>;

/** Puts one of these products into the cart. */
export function useAddToCart(products: readonly Product[]): AddToCart {
  const edit = useEditCart();
  return useCallback(
    async ({ sku, quantity, consultation, place }) => {
      const product = products.find(({ plans }) => plans.some((plan) => plan.sku === sku));
      const plan = product?.plans.find((one) => one.sku === sku);
      if (product === undefined || plan === undefined) throw new Error(`Nobody sells ${sku}.`);
      const item = { sku, product: product.slug, unit: plan.amount };
      const named = consultation === undefined ? item : { ...item, consultation };
      await edit((content, stamp) => {
        const more = withMore(content, named, quantity, quantityLimit(product), stamp);
        const isKnown = place === undefined || choiceIn(content, 'place') !== undefined;
        return isKnown ? more : withChoice(more, 'place', place, stamp);
      });
    },
    [products, edit],
  );
}

import type { Plan, Product } from './product.ts';

export interface Sold<Of extends Pick<Product, 'plans'> = Product> {
  readonly product: Of;
  readonly plan: Plan;
}

/** The product and plan that a SKU names; undefined if nothing is sold under it. */
export function soldAs<Of extends Pick<Product, 'plans'>>(
  products: readonly Of[],
  sku: string,
): Sold<Of> | undefined {
  for (const product of products) {
    const plan = product.plans.find((one) => one.sku === sku);
    if (plan) return { product, plan };
  }
  return undefined;
}

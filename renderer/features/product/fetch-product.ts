import type { Product } from '../../../sync/domain/catalog/product.ts';

/** Whether what came over the network is a product and not the page of a captive portal: the build has checked the rest. */
const isProduct = (value: unknown): value is Product =>
  typeof value === 'object' && value !== null && 'plans' in value && Array.isArray(value.plans);

/** @throws where it can't be reached, or isn't one. */
export async function fetchProduct(
  url: string,
  fetch: typeof globalThis.fetch = globalThis.fetch,
): Promise<Product> {
  const response = await fetch(url, { headers: { accept: 'application/json' } });
  if (!response.ok) throw new Error(`The product answered ${response.status}`);
  const body: unknown = await response.json();
  if (!isProduct(body)) throw new Error('The product is not in the expected form');
  return body;
}

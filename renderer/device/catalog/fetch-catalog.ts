/** What a vendor sells, from its published files: the build has checked them, and the device keeps them for when there is no network. */
import type { Product } from '../../../sync/domain/catalog/product.ts';
import type { Shop } from '../../../sync/domain/shop/shop.ts';

const hasList = (value: unknown, name: string): boolean =>
  typeof value === 'object' && value !== null && name in value && Array.isArray(Reflect.get(value, name));

// Whether what came over the network is the file and not the page of a captive portal.
const isProduct = (value: unknown): value is Product => hasList(value, 'plans');
const isShop = (value: unknown): value is Shop => hasList(value, 'shipping');

/** @throws where it can't be reached, or isn't what it should be. */
async function fetchFile<File>(
  url: string,
  isFile: (value: unknown) => value is File,
  fetch: typeof globalThis.fetch,
): Promise<File> {
  const response = await fetch(url, { headers: { accept: 'application/json' } });
  if (!response.ok) throw new Error(`The catalog answered ${response.status}`);
  const body: unknown = await response.json();
  if (!isFile(body)) throw new Error('The catalog is not in the expected form');
  return body;
}

export const fetchProduct = (url: string, fetch = globalThis.fetch): Promise<Product> =>
  fetchFile(url, isProduct, fetch);

export const fetchShop = (url: string, fetch = globalThis.fetch): Promise<Shop> =>
  fetchFile(url, isShop, fetch);

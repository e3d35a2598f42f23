import type { Product } from '../../../sync/domain/catalog/product.ts';
import type { Shop } from '../../../sync/domain/shop/shop.ts';
import type { PublishedPack } from '../../../sync/domain/vendor/published-pack.ts';
import { fetchProduct, fetchShop } from './fetch-catalog.ts';

export interface ShopFiles {
  readonly shop: Shop;
  readonly products: readonly Product[];
}

/** Everything that a vendor sells, and what it asks for it. @throws where something of it can't be reached. */
export async function fetchShopFiles(
  { shop, products = [] }: Pick<PublishedPack, 'shop' | 'products'>,
  fetch: typeof globalThis.fetch = globalThis.fetch,
): Promise<ShopFiles | undefined> {
  if (shop === undefined) return undefined;
  const [found, ...all] = await Promise.all([
    fetchShop(shop.url, fetch),
    ...products.map(({ url }) => fetchProduct(url, fetch)),
  ]);
  return { shop: found, products: all };
}

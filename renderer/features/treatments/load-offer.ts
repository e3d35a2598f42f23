import type { Product } from '../../../sync/domain/catalog/product.ts';
import type { Shop, Treatments } from '../../../sync/domain/shop/shop.ts';
import type { PublishedPack } from '../../../sync/domain/vendor/published-pack.ts';
import { fetchProduct, fetchShop } from '../../device/catalog/fetch-catalog.ts';

/** What a form leads to at this vendor. */
export interface Offer {
  readonly shop: Shop;
  readonly treatments: Treatments;
  readonly products: readonly Product[];
}

/** @throws where a file can't be reached. */
export async function loadOffer(
  { shop: published, products: listed = [] }: Pick<PublishedPack, 'shop' | 'products'>,
  form: string,
  fetch = globalThis.fetch,
): Promise<Offer | undefined> {
  if (published === undefined) return undefined;
  const shop = await fetchShop(published.url, fetch);
  const treatments = shop.treatments.find(({ questionnaire }) => questionnaire === form);
  if (treatments === undefined) return undefined;
  const wanted = listed.filter(({ slug }) => treatments.products.includes(slug));
  return { shop, treatments, products: await Promise.all(wanted.map(({ url }) => fetchProduct(url, fetch))) };
}

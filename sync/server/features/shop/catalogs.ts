/** What vendors sell, as their published files say: read once for each pack. */
import { type Product, productSchema } from '../../../domain/catalog/product.ts';
import { createReadOnce } from '../../../domain/read-once.ts';
import { type Shop, shopSchema } from '../../../domain/shop/shop.ts';
import type { PublishedPack } from '../../../domain/vendor/published-pack.ts';
import { readPublished } from '../../packs/read-published.ts';
import type { Vendor, VendorDirectory } from '../../packs/vendor-directory.ts';

export interface Catalog {
  readonly products: readonly Product[];
  readonly shop: Shop;
  readonly serviceAreas: PublishedPack['serviceAreas'];
}

export interface Catalogs {
  /** Undefined where there is no such vendor, or it sells nothing. */
  of(vendor: string): Promise<Catalog | undefined>;
}

async function readCatalog(vendor: Vendor): Promise<Catalog | undefined> {
  const { shop, products = [], serviceAreas } = vendor.pack;
  if (shop === undefined) return undefined;
  return {
    shop: shopSchema.parse(await readPublished(vendor, shop.url)),
    products: await Promise.all(
      products.map(async ({ url }) => productSchema.parse(await readPublished(vendor, url))),
    ),
    serviceAreas,
  };
}

/** Those that were asked for last: of thousands of vendors a few are busy. */
const MAX_KEPT = 500;

export function createCatalogs(vendors: VendorDirectory): Catalogs {
  const readOnce = createReadOnce<Catalog | undefined>(MAX_KEPT);
  return {
    async of(slug) {
      const vendor = vendors.find(slug);
      if (vendor === undefined) return undefined;
      return readOnce(`${slug} ${vendor.pack.packHash}`, () => readCatalog(vendor));
    },
  };
}

/** A shop for the tests' clinic, published as files as `build/vendor` would. The data: `sync/domain/testing/fixture-shop.ts`. */
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Product } from '../../domain/catalog/product.ts';
import type { Shop } from '../../domain/shop/shop.ts';
import { shopOf } from '../../domain/testing/fixture-shop.ts';
import type { CompiledPack } from '../packs/read-packs.ts';

export async function withShop(
  compiled: CompiledPack,
  { products, shop = shopOf() }: { readonly products: readonly Product[]; readonly shop?: Shop },
): Promise<CompiledPack> {
  const filesDir = await mkdtemp(join(tmpdir(), 'carefront-shop-'));
  const { pack } = compiled;
  const publish = async (name: string, value: unknown) => {
    const path = join(filesDir, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, JSON.stringify(value));
    return `/connect/${pack.slug}/files/${name}`;
  };
  const url = await publish('shop.json', shop);
  const listed = await Promise.all(
    products.map(async (product) => {
      const { slug, kind, name, form, summary, questionnaire, plans } = product;
      return {
        ...{ slug, kind, name, form, summary },
        ...(questionnaire === undefined ? {} : { questionnaire }),
        from: { amount: Math.min(...plans.map(({ amount }) => amount)) },
        url: await publish(`products/${slug}.json`, product),
      };
    }),
  );
  const forms = shop.treatments.map(({ questionnaire }) => questionnaire);
  const packHash = createHash('sha256').update(`${pack.packHash} ${JSON.stringify([shop, products])}`);
  return {
    ...compiled,
    filesDir,
    pack: { ...pack, products: listed, shop: { url, forms }, packHash: packHash.digest('hex') },
  };
}

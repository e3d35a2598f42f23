/** What the demo vendors publish, without a build. */
import { join } from 'node:path';
import { checkPack } from '../../../build/vendor/check.ts';
import { publishPack } from '../../../build/vendor/publish.ts';
import { demoVendors } from '../../../build/vendor/testing.ts';
import type { PublishedTexts } from '../../../sync/domain/assistant/build-passages.ts';
import { productSchema } from '../../../sync/domain/catalog/product.ts';
import type { LegalText } from '../../../sync/domain/legal/legal-document.ts';
import { shopSchema } from '../../../sync/domain/shop/shop.ts';

const VENDORS = ['willow', 'lantern', 'mainstreet', 'northgate', 'harbour'];

async function textsOf(vendor: string): Promise<PublishedTexts> {
  const { pack: checked, faults } = await checkPack(join(demoVendors, vendor));
  if (!checked) throw new Error(`${vendor}: ${JSON.stringify(faults[0])}`);
  const { pack, files } = await publishPack(checked);
  const contents = new Map(
    files.entries().map(([path, bytes]) => [`/connect/${vendor}/files/${path}`, bytes]),
  );
  const read = (url: string): unknown => JSON.parse(Buffer.from(contents.get(url) ?? '').toString());
  return {
    pack,
    products: (pack.products ?? []).map(({ url }) => productSchema.parse(read(url))),
    shop: pack.shop && shopSchema.parse(read(pack.shop.url)),
    legalText: ({ texts }, language) => {
      const url = texts[language]?.url;
      return url === undefined ? undefined : (read(url) as LegalText);
    },
  };
}

export const demoTexts = (): Promise<readonly PublishedTexts[]> => Promise.all(VENDORS.map(textsOf));

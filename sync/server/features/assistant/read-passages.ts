/** What vendors say in their own words, from their published files. */
import { buildPassages } from '../../../domain/assistant/build-passages.ts';
import type { VendorPassages } from '../../../domain/assistant/passage.ts';
import type { Language } from '../../../domain/languages.ts';
import type { LegalText } from '../../../domain/legal/legal-document.ts';
import { readPublished } from '../../packs/read-published.ts';
import type { Vendor } from '../../packs/vendor-directory.ts';
import type { Catalogs } from '../shop/feature.ts';

/** Whose passages are published: more would be a list that no device reads for one question. */
export const MAX_SPEAKERS = 200;

async function readLegal(vendor: Vendor): Promise<ReadonlyMap<string, LegalText>> {
  const texts = vendor.pack.legal.flatMap(({ slug, texts: own }) =>
    Object.entries(own).flatMap(([language, text]) =>
      text ? [{ key: `${slug} ${language}`, url: text.url }] : [],
    ),
  );
  const read = async (url: string) => (await readPublished(vendor, url)) as LegalText;
  // A document that can't be read takes none of the others along.
  const found = await Promise.allSettled(texts.map(async ({ key, url }) => [key, await read(url)] as const));
  return new Map(found.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : [])));
}

export async function readPassages(
  vendor: Vendor,
  catalogs: Catalogs,
  onRefused: (passage: string) => void,
): Promise<VendorPassages> {
  const legal = await readLegal(vendor);
  const { products = [], shop } = (await catalogs.of(vendor.pack.slug)) ?? {};
  return buildPassages(
    {
      ...{ pack: vendor.pack, products, shop },
      legalText: ({ slug }, language: Language) => legal.get(`${slug} ${language}`),
    },
    onRefused,
  );
}

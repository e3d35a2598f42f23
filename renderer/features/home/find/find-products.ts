/** Looks among a vendor's products, on the device: by name and by what they are for, in every language at once, typed as people type. */
import type { ListedProduct } from '../../../../sync/domain/catalog/product.ts';
import { indexTexts, tolerant } from '../../../../sync/domain/discovery/vendor-search.ts';
import type { Localized } from '../../../../sync/domain/languages.ts';
import { wordsOf } from '../../../../sync/domain/words/fold-text.ts';

const inAll = (text: Localized): string => Object.values(text).join('\n');

/** @returns for what is typed, those that are found, the best first; all of them where nothing is typed. */
export function createFindProducts(
  products: readonly ListedProduct[],
): (typed: string) => readonly ListedProduct[] {
  const index = indexTexts(
    products.map(({ name, form, summary }, id) => ({
      ...{ id, name: inAll(name) },
      about: [form, summary].map(inAll).join('\n'),
    })),
  );
  return (typed) => {
    if (wordsOf(typed).length === 0) return products;
    return index.search(typed, { ...tolerant, combineWith: 'AND' }).flatMap(({ id }) => products[id] ?? []);
  };
}

import { describe, expect, it } from 'vitest';
import type { ListedProduct } from '../../../../sync/domain/catalog/product.ts';
import { createFindProducts } from './find-products.ts';

const listed = (slug: string, names: ListedProduct['name'], summary: ListedProduct['summary']) =>
  ({
    slug,
    kind: 'otc',
    name: names,
    form: { en: 'Tablet' },
    summary,
    from: { amount: 500 },
    url: '/p',
  }) as const;
const products = [
  listed(
    'paracetamol',
    { en: 'Paracetamol', es: 'Paracetamol', ar: 'باراسيتامول' },
    { en: 'For headache and fever.', es: 'Para el dolor de cabeza y la fiebre.', ar: 'للصُّداع والحُمّى.' },
  ),
  listed(
    'ibuprofen',
    { en: 'Ibuprofen', es: 'Ibuprofeno', ar: 'إيبوبروفين' },
    { en: 'For pain and swelling.', es: 'Para el dolor y la inflamación.', ar: 'للألم والتورّم.' },
  ),
  listed('patch-14', { en: 'Nicotine patch 14 mg' }, { en: 'To stop smoking.' }),
  listed('patch-21', { en: 'Nicotine patch 21 mg' }, { en: 'To stop smoking.' }),
];
const find = createFindProducts(products);
const found = (typed: string) => find(typed).map(({ slug }) => slug);

describe('a product is found', () => {
  it.each([
    ['its name', 'ibuprofen', ['ibuprofen']],
    ['the beginning of it', 'ibup', ['ibuprofen']],
    ['a slip of the finger', 'parasetamol', ['paracetamol']],
    ['what it is for', 'headache', ['paracetamol']],
    ['Spanish without accents', 'inflamacion', ['ibuprofen']],
    ['Arabic without marks', 'الصداع', ['paracetamol']],
    ['an Arabic name without its hamza', 'ايبوبروفين', ['ibuprofen']],
    ['a strength, and no other', 'nicotine 21', ['patch-21']],
  ])('by %s', (_by, typed, slugs) => {
    expect(found(typed)).toEqual(slugs);
  });

  it('not by what nobody sells here, and all are where nothing is typed', () => {
    expect(found('insulin')).toEqual([]);
    expect(found('  ')).toEqual(products.map(({ slug }) => slug));
  });
});

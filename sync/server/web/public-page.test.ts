import { expect, it } from 'vitest';
import type { ListedProduct } from '../../domain/catalog/product.ts';
import { testPack } from '../../domain/testing/fixture-clinic.ts';
import { publicPagesOf } from './public-page.ts';

const balm: ListedProduct = {
  ...{ slug: 'balm', name: { en: 'Balm' }, form: { en: 'Stick' }, summary: { en: 'Soothes.' } },
  kind: 'otc',
  ...{ url: '/connect/meadow/files/products/balm.json', from: { amount: 1500 } },
};

it.each([
  ['USD', '15.00'],
  ['JPY', '1500'],
  ['KWD', '1.500'],
])('an offer in %s says what search engines read as its price', (currency, price) => {
  const pages = publicPagesOf(testPack({ currency, products: [balm] }));
  const offer = pages.find(({ path }) => path === 'product/balm')?.about('en', 'https://care.example');
  expect(offer).toMatchObject({ offers: { price, priceCurrency: currency } });
});

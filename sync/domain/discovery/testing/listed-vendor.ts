/** Vendors as they are listed, for tests: each builder takes only what its test is about. */
import { testPack, testQuestionnaire } from '../../testing/fixture-clinic.ts';
import { productOf, shopOf } from '../../testing/fixture-shop.ts';
import { buildDiscovery, type ListedVendor } from '../build-index.ts';
import type { DiscoveryIndex } from '../discovery-index.ts';

export const listed = (
  slug: string,
  name: string,
  pack: Partial<ListedVendor['pack']> = {},
  catalog?: ListedVendor['catalog'],
): ListedVendor => ({ pack: { ...testPack(), questionnaires: [], ...pack, slug, name }, catalog });

export const formOn = (title: string, amount = 2500, slug = title.toLowerCase().replaceAll(' ', '-')) =>
  testQuestionnaire({ slug, title: { en: title }, price: { amount, currency: 'USD' } });

/** Aspen sells sildenafil by mail in California; Birch treats hair loss and bladder infections, also in New York by live visit; Cedar is British. */
export const grove: readonly ListedVendor[] = [
  listed(
    'aspen',
    'Aspen Men',
    {
      tagline: { en: 'Straight answers' },
      locales: ['en', 'es'],
      serviceAreas: [{ place: 'US-CA', modality: 'async' }],
      questionnaires: [formOn('Erectile dysfunction', 3500)],
    },
    {
      products: [
        productOf('sildenafil', { kind: 'rx', questionnaire: 'erectile-dysfunction', fulfillment: ['mail'] }),
      ],
      shop: shopOf(),
    },
  ),
  listed('birch', 'Birch Clinic', {
    tagline: { en: 'Care among birches', ar: 'رعاية بين أشجار البتولا' },
    locales: ['en', 'es', 'ar'],
    serviceAreas: [
      { place: 'US', modality: 'async' },
      { place: 'US-NY', modality: 'live' },
      { place: 'US-LA', modality: 'unavailable' },
    ],
    questionnaires: [formOn('Hair loss', 0), formOn('Bladder infection check')],
  }),
  listed(
    'cedar',
    'Cedar Online',
    {
      ...{ region: 'GB', currency: 'GBP', locales: ['en'], tagline: { en: 'A doctor at home' } },
      serviceAreas: [{ place: 'GB', modality: 'async' }],
      questionnaires: [formOn('Hair loss', 2900)],
    },
    {
      products: [
        productOf('finasteride', { kind: 'rx', questionnaire: 'hair-loss', fulfillment: ['mail'] }),
        productOf('minoxidil', { fulfillment: ['mail', 'pickup'] }),
      ],
      shop: shopOf(),
    },
  ),
];

/** As a device reads it: nothing of what JSON can't hold. */
export const indexOf = (vendors: readonly ListedVendor[] = grove): DiscoveryIndex => {
  const { index } = buildDiscovery(vendors);
  return JSON.parse(JSON.stringify({ ...index, shards: [], rates: {} })) as DiscoveryIndex;
};

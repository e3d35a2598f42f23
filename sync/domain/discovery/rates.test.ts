import { describe, expect, test } from 'vitest';
import { planOf, productOf, shopOf } from '../testing/fixture-shop.ts';
import { buildDiscovery, type ListedVendor } from './build-index.ts';
import { ratesFor, sortRates } from './rates.ts';
import { formOn, listed } from './testing/listed-vendor.ts';

const plans = [planOf('M1', 1800, { everyDays: 30 }), planOf('M3', 4500, { everyDays: 90 })];
const clinic = (slug: string, name: string, more: Partial<ListedVendor['pack']> = {}, product = {}) =>
  listed(
    slug,
    name,
    {
      serviceAreas: [
        { place: 'US-OH', modality: 'async' },
        { place: 'US-NJ', modality: 'live' },
      ],
      questionnaires: [formOn('Hair loss', 3000)],
      ...more,
    },
    {
      products: [
        productOf('finasteride', {
          ...{ kind: 'rx', questionnaire: 'hair-loss', fulfillment: ['mail'], plans },
          ...product,
        }),
      ],
      shop: shopOf({
        taxes: [{ place: 'US-OH', category: 'shipping', rate: 10_000, source: 'test', asOf: '2026-11-01' }],
      }),
    },
  );
const ratesIn = (place: string, vendors: readonly ListedVendor[], concept = 'hair-loss') =>
  ratesFor(buildDiscovery(vendors).rates[concept] ?? [], place);

describe('a rate', () => {
  test('is all that is charged: visit, medicine, delivery, tax, and each time after', () => {
    const [month, quarter] = ratesIn('US-OH', [clinic('oak', 'Oak')]);
    expect(month).toMatchObject({
      ...{ consultation: 3000, perMonth: 1800, delivery: 500, tax: 50, first: 5350 },
      renewal: { everyDays: 30, amount: 2350 },
      ...{ modality: 'async', way: 'mail', atPharmacy: false },
    });
    expect(quarter).toMatchObject({ perMonth: 1500, first: 8050, renewal: { everyDays: 90, amount: 5050 } });
  });

  test('is found under its condition and under its substance', () => {
    expect(ratesIn('US-OH', [clinic('oak', 'Oak')], 'finasteride')).toHaveLength(2);
  });

  test('at a pharmacy leaves the medicine’s price to it', () => {
    const [rate] = ratesIn('US-OH', [clinic('oak', 'Oak', {}, { fulfillment: ['pickup'] })]);
    expect(rate).toMatchObject({ atPharmacy: true, first: 3000, delivery: 0 });
    expect(rate).not.toHaveProperty('perMonth');
    expect(rate).not.toHaveProperty('renewal');
  });

  test('of what needs no prescription has no visit in it', () => {
    const [rate] = ratesIn('US-OH', [clinic('oak', 'Oak', {}, { kind: 'otc' })]);
    expect(rate).toMatchObject({ consultation: 0, first: 2350 });
  });

  test('is the visit’s where nothing else is sold', () => {
    const lone = listed('fir', 'Fir', {
      serviceAreas: [{ place: 'US-OH', modality: 'async' }],
      questionnaires: [formOn('Hair loss', 2000)],
    });
    expect(ratesIn('US-OH', [lone])).toMatchObject([{ way: 'visit', first: 2000 }]);
  });

  test('says that a live visit comes first, and isn’t there where nobody may treat', () => {
    expect(ratesIn('US-NJ', [clinic('oak', 'Oak')])[0]?.modality).toBe('live');
    expect(ratesIn('US-TX', [clinic('oak', 'Oak')])).toEqual([]);
  });

  test('isn’t there where the product isn’t sent, or nothing is mailed', () => {
    expect(ratesIn('US-OH', [clinic('oak', 'Oak', {}, { notIn: ['US-OH'] })])).toEqual([]);
    const { catalog, pack } = clinic('oak', 'Oak');
    expect(
      ratesIn('US-OH', [{ pack, catalog: catalog && { ...catalog, shop: shopOf({ shipping: [] }) } }]),
    ).toEqual([]);
  });

  test('decision 23: in Britain there is none of a prescription medicine, whoever sells it', () => {
    const there = { serviceAreas: [{ place: 'GB', modality: 'async' as const }] };
    expect(ratesIn('GB-ENG', [clinic('oak', 'Oak', there)])).toEqual([]);
    const british = ratesIn('GB-ENG', [clinic('elm', 'Elm', { ...there, region: 'GB', currency: 'GBP' })]);
    // The consultation, which names no medicine.
    expect(british).toMatchObject([{ way: 'visit', first: 3000 }]);
    expect(JSON.stringify(british)).not.toMatch(/finasteride/i);
  });
});

test('rates are sorted by what is paid, and those that cost the same by name', () => {
  const rates = ratesIn('US-OH', [clinic('b', 'Birch'), clinic('a', 'Ash')]);
  const order = (by: 'first' | 'month' | 'name') =>
    sortRates(rates, by, 'en').map(({ offer, plan }) => `${offer.vendor.name} ${plan?.sku}`);
  expect(order('first')).toEqual(['Ash M1', 'Birch M1', 'Ash M3', 'Birch M3']);
  expect(order('month')).toEqual(['Ash M3', 'Birch M3', 'Ash M1', 'Birch M1']);
  expect(order('name')).toEqual(['Ash M1', 'Ash M3', 'Birch M1', 'Birch M3']);
});

import { describe, expect, it } from 'vitest';
import { pharmacyOf, planOf, productOf, shopOf } from '../testing/fixture-shop.ts';
import { type CartQuestion, cartProblems } from './cart-problems.ts';
import { shippingAt } from './places.ts';
import { type PromotionQuestion, promotionHash, promotionOf } from './promotion.ts';

describe('a promotion code', async () => {
  const lasting = { code: await promotionHash('WELCOME10'), off: { percent: 10 }, rx: false };
  const first = {
    ...lasting,
    ...{ code: await promotionHash('FIRST'), firstOrderOnly: true, until: '2026-12-31', limit: 3, rx: true },
  };
  const ask = (more: Partial<PromotionQuestion>) =>
    promotionOf({ promotions: [lasting, first], code: 'FIRST', today: '2026-11-26', kinds: ['rx'], ...more });

  it('is known by its hash, however it is typed', async () => {
    expect(await ask({ code: ' welcome 10', kinds: ['otc'] })).toEqual({ promotion: lasting });
    expect(await promotionHash('abc')).toBe(
      'b5d4045c3f466fa91fe2cc6abe79232a1a57cdf104f7a26e716e0a1e2789df78',
    );
  });

  it.each([
    ['PROMO_INVALID', { code: 'OTHER' }],
    ['PROMO_EXPIRED', { today: '2027-01-01' }],
    ['PROMO_EXPIRED', { used: 3 }],
    ['PROMO_NOT_ELIGIBLE', { firstOrder: false }],
    ['PROMO_NOT_ELIGIBLE', { code: 'WELCOME10' }],
    ['PROMO_NOT_ELIGIBLE', { kinds: [] }],
  ])('says %s of %j', async (problem, more) => {
    expect(await ask(more)).toEqual({ problem });
  });

  it('counts on its last day, for one order more, and where nobody knows yet who it is', async () => {
    expect(await ask({ today: '2026-12-31', used: 2 })).toEqual({ promotion: first });
  });
});

describe('a cart', () => {
  const balm = productOf('balm', {
    notIn: ['US-CA'],
    maxQuantity: 3,
    plans: [planOf('BALM', 1000), planOf('BALM-2', 1800)],
  });
  const pill = productOf('pill', { kind: 'rx', fulfillment: ['mail'] });
  const old = productOf('old', { discontinued: { on: '2026-01-01' } });
  const mailed = productOf('spray', { fulfillment: ['pickup'] });
  const ask = (more: Partial<CartQuestion>) =>
    cartProblems({
      products: [balm, pill, old, mailed],
      shop: shopOf({ pharmacies: [pharmacyOf('north'), pharmacyOf('south', { active: false })] }),
      serviceAreas: [
        { place: 'US', modality: 'async' },
        { place: 'US-MS', modality: 'unavailable' },
      ],
      lines: [{ sku: 'BALM', quantity: 3 }],
      place: 'US-OH',
      way: 'mail',
      ...more,
    }).map(({ code, sku }) => `${code} ${sku ?? 'all'}`);

  it.each<[string[], Partial<CartQuestion>]>([
    [[], {}],
    [[], { place: undefined }],
    [['ITEM_UNAVAILABLE GONE'], { lines: [{ sku: 'GONE', quantity: 1 }] }],
    [['ITEM_UNAVAILABLE OLD'], { lines: [{ sku: 'OLD', quantity: 1 }] }],
    [['QTY_LIMIT PILL'], { lines: [{ sku: 'PILL', quantity: 2 }] }],
    [
      ['QTY_LIMIT BALM', 'QTY_LIMIT BALM-2'],
      {
        lines: [
          { sku: 'BALM', quantity: 2 },
          { sku: 'BALM-2', quantity: 2 },
        ],
      },
    ],
    [['AREA_NOT_SERVED BALM'], { place: 'US-CA' }],
    [['AREA_NOT_SERVED all'], { place: 'US-MS' }],
    [['AREA_NOT_SERVED all'], { place: 'GB-ENG' }],
    [[], { place: 'GB', serviceAreas: [{ place: 'GB-ENG', modality: 'async' }] }],
    [['AREA_NOT_SERVED all'], { place: 'GB', serviceAreas: [{ place: 'GB-ENG', modality: 'unavailable' }] }],
    [['AREA_NOT_SERVED all'], { rate: 'other' }],
    [[], { rate: 'standard' }],
    [['PICKUP_NOT_ALLOWED PILL'], { way: 'pickup', lines: [{ sku: 'PILL', quantity: 1 }] }],
    [['ITEM_UNAVAILABLE SPRAY'], { lines: [{ sku: 'SPRAY', quantity: 1 }] }],
    [[], { way: 'pickup', pharmacy: 'north' }],
    [['PHARMACY_INACTIVE all'], { way: 'pickup', pharmacy: 'south' }],
    [['PHARMACY_INACTIVE all'], { way: 'pickup', pharmacy: 'gone' }],
  ])('has the problems %j with %j', (problems, more) => {
    expect(ask(more)).toEqual(problems);
  });
});

it('offers the rates of a place alone, in the order of the vendor', () => {
  const [standard] = shopOf().shipping;
  if (!standard) throw new Error('The shop delivers nothing.');
  const rates = [
    { ...standard, id: 'express', places: ['US-OH'] },
    standard,
    { ...standard, id: 'island', places: ['US-HI'] },
  ];
  expect(shippingAt(rates, 'US-OH').map(({ id }) => id)).toEqual(['express', 'standard']);
});

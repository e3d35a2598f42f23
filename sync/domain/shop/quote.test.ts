import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MIN_AMOUNT } from '../catalog/limits.ts';
import { sumOf } from '../money/money.ts';
import { planOf, productOf, shopOf } from '../testing/fixture-shop.ts';
import { CONSULTATION_SKU, type Quote, type QuoteQuestion, quote } from './quote.ts';
import type { Promotion, TaxRate } from './shop.ts';

const taxed = (category: TaxRate['category'], rate: number, place = 'US'): TaxRate => ({
  ...{ place, category, rate },
  source: 'test',
  asOf: '2026-11-01',
});
const off = (promotion: Promotion['off'], more: Partial<Promotion> = {}): Promotion => ({
  code: '0'.repeat(64),
  off: promotion,
  rx: false,
  ...more,
});
const ask = (more: Partial<QuoteQuestion>): QuoteQuestion => ({
  products: [productOf('balm')],
  shop: shopOf(),
  lines: [{ sku: 'BALM', quantity: 1 }],
  place: 'US-OH',
  way: 'mail',
  rate: 'standard',
  consultationFee: 0,
  ...more,
});
const priced = (unit: number, sku: string, more: Parameters<typeof productOf>[1] = {}) =>
  productOf(sku.toLowerCase(), { plans: [planOf(sku, unit)], ...more });

/** What comes back if every unit is refunded, in the order in which they are given. */
function refunds({ lines, totals, shippingTax }: Quote, order: (units: number[]) => number[]): number {
  const units = lines
    .filter(({ atCounter }) => !atCounter)
    .flatMap(({ unit, units: own }) => own.map(({ discount, tax }) => unit - discount + tax));
  return sumOf(order(units)) + totals.shipping + shippingTax;
}

describe('a price', () => {
  it('stays whole where 32.50 and 4.973 % would be 34.116225 (case 15)', () => {
    const { totals } = quote(
      ask({
        products: [priced(325, 'DROPS')],
        lines: [{ sku: 'DROPS', quantity: 10 }],
        shop: shopOf({ taxes: [taxed('otc', 4973)] }),
        rate: undefined,
      }),
    );
    expect(totals).toEqual({ subtotal: 3250, discount: 0, shipping: 0, tax: 162, total: 3412 });
  });

  it('is the sum of lines that were rounded each by itself (case 16)', () => {
    const products = ['A', 'B', 'C'].map((sku) => priced(107, sku));
    const lines = ['A', 'B', 'C'].map((sku) => ({ sku, quantity: 1 }));
    const { lines: closed, totals } = quote(
      ask({ products, lines, shop: shopOf({ taxes: [taxed('otc', 7000)] }), way: 'pickup' }),
    );
    // 7.49 each: 7 and 7 and 7, though 22.47 of all three would be 22.
    expect(closed.map(({ tax }) => tax)).toEqual([7, 7, 7]);
    expect(totals.tax).toBe(21);
  });

  it('comes back to the penny when everything is refunded (case 17)', () => {
    const asked = quote(
      ask({
        products: [priced(333, 'A'), priced(777, 'B')],
        lines: [
          { sku: 'A', quantity: 3 },
          { sku: 'B', quantity: 7 },
        ],
        shop: shopOf({ taxes: [taxed('otc', 8875), taxed('shipping', 8875)] }),
        promotion: off({ percent: 15 }),
      }),
    );
    expect(refunds(asked, (units) => units)).toBe(asked.totals.total);
  });

  it('taxes what is paid after the discount, and stores the discount of each unit (case 18)', () => {
    const { lines } = quote(
      ask({
        lines: [{ sku: 'BALM', quantity: 3 }],
        shop: shopOf({ taxes: [taxed('otc', 10_000)] }),
        promotion: off({ amount: 1000 }),
      }),
    );
    expect(lines[0]).toMatchObject({ discount: 1000, total: 2000, tax: 200 });
    expect(lines[0]?.units).toEqual([
      { discount: 334, tax: 66 },
      { discount: 333, tax: 67 },
      { discount: 333, tax: 67 },
    ]);
  });

  it('is nothing, or at least what a card can be charged (case 14)', () => {
    const free = quote(ask({ promotion: off({ percent: 100 }), way: 'pickup' }));
    expect(free.totals).toMatchObject({ discount: 1000, total: 0 });
    const almost = quote(ask({ promotion: off({ amount: 980 }), way: 'pickup' }));
    expect(almost.totals).toMatchObject({ discount: 950, total: MIN_AMOUNT });
  });

  it('gives a cent that is left over to the line whose id comes first', () => {
    const asked = ask({
      products: [priced(100, 'B'), priced(100, 'A')],
      lines: [
        { sku: 'B', quantity: 1 },
        { sku: 'A', quantity: 1 },
      ],
      promotion: off({ amount: 101 }),
    });
    expect(quote(asked).lines.map(({ sku, discount }) => [sku, discount])).toEqual([
      ['B', 50],
      ['A', 51],
    ]);
  });

  it('is delivered free from an amount on, after the discount', () => {
    const five = (promotion?: Promotion) =>
      quote(ask({ lines: [{ sku: 'BALM', quantity: 5 }], promotion })).totals;
    expect(five()).toMatchObject({ shipping: 0, total: 5000 });
    expect(five(off({ amount: 50 }))).toMatchObject({ shipping: 500, total: 5450 });
  });

  it('has its delivery in it, with that tax, where a code takes all that its goods cost', () => {
    const shop = shopOf({ taxes: [taxed('otc', 10_000), taxed('shipping', 10_000)] });
    const lowered = (by: number) => quote(ask({ shop, promotion: off({ amount: by }) })).totals;
    expect(lowered(1000)).toEqual({ subtotal: 1000, discount: 1000, shipping: 500, tax: 50, total: 550 });
    expect(lowered(900)).toMatchObject({ shipping: 500, tax: 60, total: 660 });
    // A fee is nothing to mail.
    expect(quote(ask({ lines: [], consultationFee: 2500 })).totals).toMatchObject({ shipping: 0 });
  });

  it('has no tax and no delivery while the place is unknown', () => {
    const shop = shopOf({ taxes: [taxed('otc', 7000)] });
    expect(quote(ask({ shop, place: undefined })).totals).toMatchObject({ shipping: 0, tax: 0, total: 1000 });
  });

  it('takes the tax of the most exact place', () => {
    const taxes = [taxed('otc', 5000), taxed('otc', 0, 'US-PA')];
    const taxIn = (place: string) => quote(ask({ shop: shopOf({ taxes }), place })).totals.tax;
    expect([taxIn('US-OH'), taxIn('US-PA'), taxIn('GB-ENG')]).toEqual([50, 0, 0]);
  });

  it('tells a tax that prices hold already apart, and adds it to nothing', () => {
    const taxes = [{ ...taxed('otc', 20_000, 'GB'), included: true as const }];
    const { totals, includedTax } = quote(
      ask({
        products: [priced(499, 'SPRAY')],
        lines: [{ sku: 'SPRAY', quantity: 1 }],
        shop: shopOf({ taxes }),
        place: 'GB-ENG',
        way: 'pickup',
      }),
    );
    expect([totals.tax, totals.total, includedTax]).toEqual([0, 499, 83]);
  });
});

describe('a prescription', () => {
  const products = [
    priced(4900, 'PILL', {
      kind: 'rx',
      plans: [planOf('PILL', 4900), planOf('PILL-90', 12_000, { everyDays: 90 })],
    }),
    productOf('balm'),
  ];

  it('is held until a clinician approves, with the fee of its consultation and whatever was ordered with it', () => {
    const lines = [
      { sku: 'PILL', quantity: 1 },
      { sku: 'BALM', quantity: 1 },
    ];
    const asked = quote(ask({ products, lines, consultationFee: 2500 }));
    expect(asked.lines.map(({ sku, kind }) => [sku, kind])).toEqual([
      ['PILL', 'rx'],
      ['BALM', 'otc'],
      [CONSULTATION_SKU, 'consultation'],
    ]);
    expect([asked.now, asked.onApproval]).toEqual([0, asked.totals.total]);
    expect(asked.totals.total).toBe(4900 + 1000 + 2500 + asked.totals.shipping);
    expect(quote(ask({ products }))).toMatchObject({ now: 1500, onApproval: 0 });
  });

  it('is paid at the counter where it is picked up, and is in no total', () => {
    const lines = [{ sku: 'PILL-90', quantity: 1 }];
    const shop = shopOf({ taxes: [taxed('rx', 1000), taxed('service', 0)] });
    const asked = quote(ask({ products, lines, shop, way: 'pickup', consultationFee: 2500 }));
    expect(asked.lines[0]).toMatchObject({ atCounter: true, total: 12_000, tax: 0 });
    expect(asked.totals).toEqual({ subtotal: 2500, discount: 0, shipping: 0, tax: 0, total: 2500 });
    expect(asked.renewals).toEqual([]);
  });

  it('is the fee alone, with its tax, where nothing else is asked for', () => {
    const shop = shopOf({ taxes: [taxed('service', 1000), taxed('shipping', 1000)] });
    const asked = quote(ask({ lines: [], shop, way: 'none', rate: undefined, consultationFee: 2500 }));
    expect(asked.lines.map(({ kind, total }) => [kind, total])).toEqual([['consultation', 2500]]);
    expect(asked).toMatchObject({
      totals: { subtotal: 2500, discount: 0, shipping: 0, tax: 25, total: 2525 },
      ...{ now: 0, onApproval: 2525, renewals: [] },
    });
  });

  it('is renewed with delivery and tax, and without promotion or fee', () => {
    const lines = [{ sku: 'PILL-90', quantity: 1 }];
    const shop = shopOf({
      taxes: [taxed('rx', 1000), taxed('shipping', 1000)],
      shipping: shopOf().shipping.map((rate) => ({ ...rate, freeFrom: undefined })),
    });
    const promotion = off({ percent: 50 }, { rx: true });
    const asked = quote(ask({ products, lines, shop, promotion, consultationFee: 2500 }));
    expect(asked.totals.discount).toBe(6000);
    expect(asked.renewals).toEqual([{ everyDays: 90, amount: 12_000 + 120 + 500 + 5 }]);
  });

  it('is lowered only by a promotion that says so, and its fee by none', () => {
    const lines = [{ sku: 'PILL', quantity: 1 }];
    const lowered = (rx: boolean) =>
      quote(ask({ products, lines, consultationFee: 2500, promotion: off({ percent: 10 }, { rx }) })).totals
        .discount;
    expect([lowered(false), lowered(true)]).toEqual([0, 490]);
  });
});

it('names SKUs that are not sold, and reads one that is asked for twice as one line', () => {
  const lines = [
    { sku: 'BALM', quantity: 1 },
    { sku: 'GONE', quantity: 1 },
    { sku: 'BALM', quantity: 2 },
  ];
  const asked = quote(ask({ lines }));
  expect(asked.unknown).toEqual(['GONE']);
  expect(asked.lines.map(({ sku, quantity }) => [sku, quantity])).toEqual([['BALM', 3]]);
});

describe('whatever is ordered (I7)', () => {
  const currencies = { USD: [50, 100_000], GBP: [50, 80_000], JPY: [50, 9_000_000] } as const;
  const promotion = fc.option(
    fc.record({
      code: fc.constant('0'.repeat(64)),
      off: fc.oneof(
        fc.record({ percent: fc.integer({ min: 1, max: 100 }) }),
        fc.record({ amount: fc.integer({ min: 1, max: 50_000 }) }),
      ),
      rx: fc.boolean(),
    }),
    { nil: undefined },
  );
  const question = ([least, most]: readonly [number, number]) =>
    fc
      .record({
        goods: fc.array(
          fc.record({
            amount: fc.integer({ min: least, max: most }),
            quantity: fc.integer({ min: 1, max: 99 }),
            kind: fc.constantFrom('rx' as const, 'otc' as const),
            everyDays: fc.option(fc.constantFrom(28, 90), { nil: undefined }),
          }),
          { minLength: 1, maxLength: 6 },
        ),
        rates: fc.record({
          rx: fc.nat(30_000),
          otc: fc.nat(30_000),
          service: fc.nat(30_000),
          shipping: fc.nat(30_000),
        }),
        delivery: fc.nat(3000),
        way: fc.constantFrom('mail' as const, 'pickup' as const),
        consultationFee: fc.constantFrom(0, 50, 2500),
        promotion,
      })
      .map(({ goods, rates, delivery, way, consultationFee, promotion: lowered }) =>
        ask({
          products: goods.map(({ amount, kind, everyDays }, at) =>
            productOf(`p${at}`, {
              kind,
              plans: [planOf(`P${at}`, amount, everyDays === undefined ? {} : { everyDays })],
            }),
          ),
          lines: goods.map(({ quantity }, at) => ({ sku: `P${at}`, quantity })),
          shop: shopOf({
            shipping: shopOf().shipping.map((rate) => ({ ...rate, amount: delivery })),
            taxes: (['rx', 'otc', 'service', 'shipping'] as const).map((category) =>
              taxed(category, rates[category]),
            ),
          }),
          way,
          consultationFee,
          promotion: lowered,
        }),
      );

  it.each(Object.entries(currencies))(
    'lines, tax and delivery less discount are the total, in %s',
    (_currency, range) => {
      fc.assert(
        fc.property(question(range), (asked) => {
          const { lines, totals, shippingTax, now, onApproval } = quote(asked);
          const paid = lines.filter(({ atCounter }) => !atCounter);
          expect(totals.total).toBe(
            sumOf(paid.map(({ unit, quantity }) => unit * quantity)) -
              sumOf(paid.map(({ discount }) => discount)) +
              sumOf(paid.map(({ tax }) => tax)) +
              shippingTax +
              totals.shipping,
          );
          expect(totals.total).toBe(totals.subtotal - totals.discount + totals.tax + totals.shipping);
          expect(now + onApproval).toBe(totals.total);
          for (const { units, quantity, unit, discount, tax } of lines) {
            expect(units).toHaveLength(quantity);
            expect(sumOf(units.map((one) => one.discount))).toBe(discount);
            expect(sumOf(units.map((one) => one.tax))).toBe(tax);
            for (const one of units)
              expect(one.discount >= 0 && one.discount <= unit && one.tax >= 0).toBe(true);
          }
        }),
      );
    },
  );

  it.each(Object.entries(currencies))(
    'all units refunded in any order are the total, in %s',
    (_currency, range) => {
      fc.assert(
        fc.property(question(range), fc.infiniteStream(fc.nat(600)), (asked, picks) => {
          const answer = quote(asked);
          const anyOrder = (units: number[]) => {
            const left = [...units];
            return units.flatMap(() => left.splice((picks.next().value ?? 0) % left.length, 1));
          };
          expect(refunds(answer, anyOrder)).toBe(answer.totals.total);
        }),
      );
    },
  );
});

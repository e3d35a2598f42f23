import { expect, it } from 'vitest';
import { planOf, productOf, shopOf } from '../testing/fixture-shop.ts';
import { formOf, kindsOf, prescribedIn } from './order-question.ts';
import { rateAt } from './places.ts';

const balm = productOf('balm', { plans: [planOf('BALM', 1000), planOf('BALM-3', 2500)] });
const pill = productOf('pill', { kind: 'rx', questionnaire: 'sleep' });
const patch = productOf('patch', { kind: 'rx', questionnaire: 'pain' });
const products = [balm, pill, patch];
const lines = [
  { sku: 'PATCH', quantity: 1 },
  { sku: 'GONE', quantity: 1 },
  { sku: 'BALM-3', quantity: 1 },
  { sku: 'PILL', quantity: 2 },
];

it('counts for a promotion what is sold and paid here', () => {
  expect(kindsOf({ products, lines, way: 'mail' })).toEqual(['rx', 'otc', 'rx']);
  expect(kindsOf({ products, lines, way: 'pickup' })).toEqual(['otc']);
});

it('asks the fee of the form that was sent, or of the first prescription in the catalog', () => {
  const forms = [{ slug: 'pain' }, { slug: 'sleep' }];
  expect(prescribedIn({ products, lines })).toEqual([pill, patch]);
  expect(formOf(forms, { products, lines })).toEqual({ slug: 'sleep' });
  expect(formOf(forms, { products, lines }, 'pain')).toEqual({ slug: 'pain' });
  expect(formOf(forms, { products, lines: [{ sku: 'BALM', quantity: 1 }] })).toBeUndefined();
});

it('mails by the chosen rate, or by the first that there is in a place', () => {
  const [rate] = shopOf().shipping;
  if (!rate) throw new Error('The shop mails nothing.');
  const shop = shopOf({ shipping: [{ ...rate, id: 'us', places: ['US'] }, rate] });
  expect(rateAt(shop, 'US-OH', undefined)).toBe('us');
  expect(rateAt(shop, 'US-OH', 'standard')).toBe('standard');
  expect(rateAt(shop, 'GB', 'us')).toBe('standard');
  expect(rateAt(shop, undefined, null)).toBe('us');
});

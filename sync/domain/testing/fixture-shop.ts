/** Meadow's shop, for tests: each builder takes only what the test is about. */
import type { Plan, Product } from '../catalog/product.ts';
import type { Pharmacy, Shop } from '../shop/shop.ts';

const text = { en: 'Meadow', es: 'Meadow', ar: 'Meadow' };

export const planOf = (sku: string, amount: number, more: Partial<Plan> = {}): Plan => ({
  sku,
  pack: text,
  amount,
  ...more,
});

/** Sold over the counter, by mail and at a counter, once for 10.00. */
export const productOf = (slug: string, more: Partial<Product> = {}): Product => ({
  slug,
  kind: 'otc',
  name: text,
  form: text,
  summary: text,
  works: text,
  use: text,
  benefits: text,
  notFor: [text],
  sideEffects: { common: text, serious: text },
  fulfillment: ['mail', 'pickup'],
  ingredients: [slug],
  plans: [planOf(slug.toUpperCase(), 1000)],
  source: { title: 'Label', url: 'https://example.org/label' },
  ...more,
});

export const pharmacyOf = (id: string, more: Partial<Pharmacy> = {}): Pharmacy => ({
  id,
  name: 'Meadow Pharmacy',
  registration: 'DEMO-1',
  lines: ['1 Meadow Road'],
  city: 'Columbus',
  region: 'US-OH',
  postcode: '43004',
  country: 'US',
  position: { latitude: 40, longitude: -83 },
  phone: '+16145550100',
  timezone: 'America/New_York',
  hours: [{ daysOfWeek: ['mon'], openingTime: '09:00', closingTime: '18:00' }],
  active: true,
  ...more,
});

/** Mailed for 5.00, free from 50.00; nothing is taxed. */
export const shopOf = (more: Partial<Shop> = {}): Shop => ({
  shipping: [{ id: 'standard', name: text, amount: 500, days: { min: 2, max: 4 }, freeFrom: 5000 }],
  taxes: [],
  promotions: [],
  pharmacies: [],
  treatments: [],
  payAtDesk: false,
  ...more,
});

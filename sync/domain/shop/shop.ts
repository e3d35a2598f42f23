/** What a vendor asks and promises beside the price of its products: delivery, taxes, promotions, pharmacies, and which treatments a form leads to. */
import { z } from 'zod/mini';
import { taxCategories } from '../catalog/tax-category.ts';
import { localizedSchema } from '../localized.ts';
import { isoDate, slug } from '../pack-fields.ts';
import { placeCode } from '../places/place-code.ts';
import { openPeriodsSchema } from '../time/opening-hours.ts';

const amount = z.int().check(z.nonnegative(), z.maximum(10_000_000));
const name = z.string().check(z.minLength(1), z.maxLength(80));

export const shippingRateSchema = z.strictObject({
  id: slug,
  name: localizedSchema,
  amount,
  /** Working days, from the pharmacy on. */
  days: z.strictObject({ min: z.int().check(z.positive()), max: z.int().check(z.positive()) }),
  /** Free from this subtotal on, after discounts. */
  freeFrom: z.optional(amount),
  /** Left out: wherever the vendor cares for people. */
  places: z.optional(z.array(placeCode)),
});
export type ShippingRate = z.infer<typeof shippingRateSchema>;

/** The most exact place decides; a category that no row names is untaxed. */
export const taxRateSchema = z.strictObject({
  place: placeCode,
  category: z.enum(taxCategories),
  /** In hundred-thousandths: 10.75 % is 10750. */
  rate: z.int().check(z.nonnegative(), z.maximum(30_000)),
  /** Already part of every price, as in Britain: it is told apart on the receipt, and added to nothing. */
  included: z.optional(z.literal(true)),
  source: z.string().check(z.minLength(1)),
  asOf: isoDate,
});
export type TaxRate = z.infer<typeof taxRateSchema>;

/** A device knows a code by its hash alone. */
export const promotionSchema = z.strictObject({
  /** SHA-256, hex, of the code in capital letters. */
  code: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  off: z.union([
    z.strictObject({ percent: z.int().check(z.positive(), z.maximum(100)) }),
    z.strictObject({ amount: z.int().check(z.positive()) }),
  ]),
  /** Whether it also lowers what is sold by prescription, where that is allowed. */
  rx: z.boolean(),
  firstOrderOnly: z.optional(z.boolean()),
  /** Orders in all. */
  limit: z.optional(z.int().check(z.positive())),
  until: z.optional(isoDate),
});
export type Promotion = z.infer<typeof promotionSchema>;

export const pharmacySchema = z.strictObject({
  id: slug,
  name,
  /** Invented ones begin with DEMO. */
  registration: z.string().check(z.minLength(1)),
  lines: z.array(z.string()).check(z.minLength(1), z.maxLength(3)),
  city: z.string(),
  region: z.optional(placeCode),
  postcode: z.string(),
  country: z.string().check(z.regex(/^[A-Z]{2}$/)),
  /** WGS 84, in degrees. */
  position: z.strictObject({ latitude: z.number(), longitude: z.number() }),
  /** E.164. */
  phone: z.string().check(z.regex(/^\+[1-9]\d{6,14}$/)),
  timezone: z.string(),
  /** Of the dispensary. */
  hours: openPeriodsSchema,
  active: z.boolean(),
});
export type Pharmacy = z.infer<typeof pharmacySchema>;

/** What a form leads to, in the vendor's order. */
export const treatmentsSchema = z.strictObject({
  questionnaire: slug,
  /** Slugs of products. */
  products: z.array(slug),
  /** What helps without a medicine. */
  nonDrug: z.array(localizedSchema).check(z.maxLength(8)),
});
export type Treatments = z.infer<typeof treatmentsSchema>;

export const shopSchema = z.strictObject({
  shipping: z.array(shippingRateSchema),
  taxes: z.array(taxRateSchema),
  promotions: z.array(promotionSchema),
  pharmacies: z.array(pharmacySchema),
  treatments: z.array(treatmentsSchema),
  /** Whether an order may be paid at the vendor's counter. */
  payAtDesk: z.boolean(),
});
export type Shop = z.infer<typeof shopSchema>;

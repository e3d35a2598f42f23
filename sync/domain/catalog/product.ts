/** What a vendor sells: as a pack describes it, and as it is published. Words of a label's own are never copied: each product names where they stand. */
import { z } from 'zod/mini';
import { otherLanguages } from '../languages.ts';
import { localizedSchema } from '../localized.ts';
import { isoDate, type PackPart, packPath, slug } from '../pack-fields.ts';
import { placeCode } from '../places/place-code.ts';
import { MIN_AMOUNT } from './limits.ts';
import { taxCategories } from './tax-category.ts';

/** One way to buy it. */
const planSchema = z.strictObject({
  /** Stock keeping unit: the vendor's own, unique in its catalog. */
  sku: z.string().check(z.regex(/^[A-Z0-9]+(?:-[A-Z0-9]+)*$/), z.maxLength(40)),
  /** How much of it: "12 tablets". */
  pack: localizedSchema,
  /** In the minor unit of the vendor's currency, all that is charged for it but delivery. */
  amount: z.int().check(z.minimum(MIN_AMOUNT), z.maximum(10_000_000)),
  /** Renewed after so many days; left out: bought once. */
  everyDays: z.optional(z.int().check(z.minimum(7), z.maximum(366))),
  /** Units there are when the vendor is first seeded; the server keeps the count from then on. Left out: it isn't counted. */
  stock: z.optional(z.int().check(z.nonnegative(), z.maximum(1_000_000))),
});
export type Plan = z.infer<typeof planSchema>;

export const productSchema = z.strictObject({
  slug,
  /** `rx`: by prescription, after the consultation of its form. `otc`: over the counter. */
  kind: z.enum(['rx', 'otc']),
  /** Generic name. */
  name: localizedSchema,
  /** Form and strength: "Tablet, 50 mg". */
  form: localizedSchema,
  /** Slug of the form that asks for it: always with `rx`, and with `otc` where somebody should ask first. */
  questionnaire: z.optional(slug),
  /** What it is for, in a sentence. */
  summary: localizedSchema,
  works: localizedSchema,
  /** How it is taken or used, in general: a prescription says it for one patient. */
  use: localizedSchema,
  /** What may be expected of it, with figures where they are known. */
  benefits: localizedSchema,
  /** Who must not use it, one reason each. */
  notFor: z.array(localizedSchema).check(z.minLength(1), z.maxLength(8)),
  sideEffects: z.strictObject({
    common: localizedSchema,
    /** When to get help at once. */
    serious: localizedSchema,
  }),
  /** How it reaches the patient. */
  fulfillment: z.array(z.enum(['mail', 'pickup'])).check(z.minLength(1), z.maxLength(2)),
  /** ISO 3166: where it can't be sold, though the vendor cares for people there. */
  notIn: z.optional(z.array(placeCode).check(z.minLength(1))),
  /** Units in one order, of all its plans together. Left out: `quantityLimit`. */
  maxQuantity: z.optional(z.int().check(z.positive(), z.maximum(99))),
  /** Left out: as its kind. */
  taxCategory: z.optional(z.enum(taxCategories)),
  /** Active ingredients, in English and by their generic names: an allergy or a medicine that the patient named is compared with these. */
  ingredients: z
    .array(z.string().check(z.minLength(1), z.maxLength(80)))
    .check(z.minLength(1), z.maxLength(6)),
  /** No longer sold: its page says so, and names what there is instead. */
  discontinued: z.optional(z.strictObject({ on: isoDate, instead: z.optional(z.array(slug)) })),
  plans: z.array(planSchema).check(z.minLength(1), z.maxLength(6)),
  /** Where this stands: the label or leaflet, as patients can read it. */
  source: z.strictObject({ title: z.string().check(z.minLength(1), z.maxLength(120)), url: z.url() }),
  /** Languages whose text a qualified person has not reviewed: they are shown with a mark that says so. */
  unreviewed: z.optional(z.array(z.enum(otherLanguages))),
  /** Controlled drugs aren't sold here. */
  controlled: z.optional(z.literal(false)),
});
export type Product = z.infer<typeof productSchema>;

export const catalogPart = {
  fields: {
    /** Files of the products, in the order in which they are listed. */
    products: z.optional(z.array(packPath).check(z.maxLength(500))),
    /** File of a `Shop`. A vendor without one sells nothing. */
    shop: z.optional(packPath),
  },
} satisfies PackPart;

/** What a list shows of it; the rest is a file of its own, which only its page asks for. */
export interface ListedProduct extends Pick<Product, 'slug' | 'kind' | 'name' | 'form' | 'summary'> {
  readonly questionnaire?: string;
  /** No longer sold: no list shows it. */
  readonly discontinued?: true;
  /** The cheapest way to buy it. */
  readonly from: Pick<Plan, 'amount' | 'everyDays'>;
  /** Of a {@link Product} as JSON. */
  readonly url: string;
}

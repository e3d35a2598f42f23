/** When a photo ID comes before a prescription: by product and by place. Device and server decide by this alone. */
import { z } from 'zod/mini';
import { isoDate, slug } from '../pack-fields.ts';
import { placeCode } from '../places/place-code.ts';
import { isWithin } from '../places/places.ts';
import type { IdentityDocument } from './identity-document.ts';

export const identityRuleSchema = z.strictObject({
  /** Slugs; left out: whatever is prescribed. */
  products: z.optional(z.array(slug).check(z.minLength(1), z.maxLength(50))),
  /** ISO 3166; left out: everywhere. */
  places: z.optional(z.array(placeCode).check(z.minLength(1), z.maxLength(60))),
  /** The law, or the vendor's own policy. */
  source: z.string().check(z.minLength(1), z.maxLength(400)),
  asOf: isoDate,
});
export type IdentityRule = z.infer<typeof identityRuleSchema>;

/** `true`: before any prescription. Of rules, each that applies is enough. */
export const identityRulesSchema = z.union([
  z.boolean(),
  z.array(identityRuleSchema).check(z.minLength(1), z.maxLength(50)),
]);
export type IdentityRules = boolean | readonly Pick<IdentityRule, 'products' | 'places'>[];

export interface IdentityQuestion {
  /** Slugs of what is, or could be, prescribed. */
  readonly products: readonly string[];
  /** Where the patient was when they answered, and where it is sent or picked up. None: nobody has said, and every place's rule applies. */
  readonly places: readonly string[];
  /** The one that counts; undefined: none was sent. */
  readonly document: Pick<IdentityDocument, 'status' | 'expiresOn'> | undefined;
  readonly now: Date;
}

export interface IdentityNeed {
  /** `all`: whatever is prescribed; else the products that it is asked for, of those in question. */
  readonly asked: 'all' | readonly string[];
  readonly state: 'missing' | 'sent' | 'refused' | 'expired' | 'confirmed';
}

/** Whose place is known only by its country is asked as if they were in any part of it. */
const isAbout = (areas: readonly string[], places: readonly string[]): boolean =>
  places.length === 0 ||
  places.some((place) => areas.some((area) => isWithin(place, area) || isWithin(area, place)));

function askedFor(
  rules: IdentityRules | undefined,
  { products, places }: Pick<IdentityQuestion, 'products' | 'places'>,
): IdentityNeed['asked'] {
  if (rules === undefined || typeof rules === 'boolean') return rules ? 'all' : [];
  const here = rules.filter((rule) => rule.places === undefined || isAbout(rule.places, places));
  if (here.some((rule) => rule.products === undefined)) return 'all';
  return products.filter((product) => here.some((rule) => rule.products?.includes(product)));
}

/** From UTC to where a day ends last. */
const LAST_ZONE_MS = 12 * 3_600_000;

/**
 * Good through the last day that is printed on it, wherever it is still that day: the patient's zone isn't known, and a vendor's may be hours ahead of it. So
 * device, staff and server agree.
 */
export const isExpired = (expiresOn: string | undefined, now: Date): boolean =>
  expiresOn !== undefined && expiresOn < new Date(now.getTime() - LAST_ZONE_MS).toISOString().slice(0, 10);

export function identityNeed(rules: IdentityRules | undefined, question: IdentityQuestion): IdentityNeed {
  const { document, now } = question;
  const isOver = document?.status === 'confirmed' && isExpired(document.expiresOn, now);
  return {
    asked: askedFor(rules, question),
    state: isOver ? 'expired' : (document?.status ?? 'missing'),
  };
}

/**
 * What somebody's answers allow: for each product of a form whether it can be offered, and why not. The device asks it to show a choice, and the server before
 * it takes an order: the same code, and the server's word counts.
 */

import type { Product } from '../catalog/product.ts';
import { checkEligibility, type EligibilityQuestion, type Refusal } from '../eligibility/eligibility.ts';
import { isActive } from '../health/health-names.ts';
import type { HealthResource } from '../health/resources.ts';
import { outcomeForForm } from '../safety/rule-outcome.ts';
import type { SafetyRule } from '../safety/safety-rule.ts';
import { answerChangedAfterStop } from '../safety/triage.ts';
import { isSoldIn } from '../shop/cart-problems.ts';
import type { Treatments } from '../shop/shop.ts';

/** Where a reason comes from that no rule of the vendor's says. */
const PROFILE_RULES = {
  version: '1.0',
  source: 'Product label: hypersensitivity; duplicate therapy',
} as const;

/** Why a product isn't offered, or waits for a clinician's word. */
export type Reason =
  | { readonly kind: 'rule'; readonly rule: SafetyRule; readonly version: string; readonly source: string }
  | {
      readonly kind: 'allergy' | 'duplicate';
      /** As the patient wrote it. */
      readonly said: string;
      readonly version: string;
      readonly source: string;
    }
  | { readonly kind: 'place' }
  | { readonly kind: 'discontinued' }
  | { readonly kind: 'answer-changed' };

export type Verdict =
  | { readonly status: 'eligible' }
  | { readonly status: 'notEligible'; readonly reason: Reason }
  | { readonly status: 'review'; readonly reasons: readonly Reason[] };

export interface Treatment {
  readonly product: Product;
  readonly verdict: Verdict;
}

interface Hit {
  readonly rule: string;
  readonly outcome: SafetyRule['outcome'];
  readonly withdrawnAt?: string | undefined;
}

export interface TreatmentQuestion extends EligibilityQuestion {
  readonly treatments: Pick<Treatments, 'products' | 'nonDrug'>;
  readonly products: readonly Product[];
  /** The form's. */
  readonly rules: readonly SafetyRule[];
  /** What the answers met, withdrawn ones included. */
  readonly hits: readonly Hit[];
  /** The health profile; undefined where it isn't known. */
  readonly health?: readonly HealthResource[] | undefined;
}

export interface TreatmentAnswer {
  /** Nothing is offered at all: rules that ended the form or asked for help at once, or age and place. */
  readonly stops: readonly SafetyRule[];
  readonly refusals: readonly Refusal[];
  /** In the vendor's order. */
  readonly treatments: readonly Treatment[];
  readonly nonDrug: Treatments['nonDrug'];
}

const wordsOf = (text: string): string =>
  ` ${text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Number}]+/gu, ' ')
    .trim()} `;

/** Whether a text names an ingredient, as a whole word: an "estradiol" isn't found in "ethinylestradiol". */
const names = (text: string, ingredients: readonly string[]): boolean =>
  ingredients.some((ingredient) => wordsOf(text).includes(wordsOf(ingredient)));

/** What a health profile says against a product, as the patient wrote it: allergies to what is in it, and medicines with the same in them. */
export function saidAgainst(
  health: readonly HealthResource[],
  { ingredients }: Pick<Product, 'ingredients'>,
): { readonly allergies: readonly string[]; readonly duplicates: readonly string[] } {
  const active = health.filter(isActive);
  const allergies = active.flatMap((one) => (one.resourceType === 'AllergyIntolerance' ? one.code.text : []));
  const medicines = active.flatMap((one) =>
    one.resourceType === 'MedicationStatement' ? one.medicationCodeableConcept.text : [],
  );
  const named = (said: string) => names(said, ingredients);
  return { allergies: allergies.filter(named), duplicates: medicines.filter(named) };
}

function profileReasons(
  health: readonly HealthResource[],
  product: Product,
): { readonly stop: Reason | undefined; readonly review: readonly Reason[] } {
  const { allergies, duplicates } = saidAgainst(health, product);
  const [allergy] = allergies;
  return {
    stop: allergy === undefined ? undefined : { kind: 'allergy', said: allergy, ...PROFILE_RULES },
    review: duplicates.map((said) => ({ kind: 'duplicate', said, ...PROFILE_RULES })),
  };
}

const reasonOf = (rule: SafetyRule): Reason => ({
  kind: 'rule',
  rule,
  version: rule.version,
  source: rule.source,
});

function verdictOn(product: Product, question: TreatmentQuestion, met: readonly SafetyRule[]): Verdict {
  const { place, health = [], hits } = question;
  if (product.discontinued !== undefined) return { status: 'notEligible', reason: { kind: 'discontinued' } };
  if (place !== undefined && !isSoldIn(product, place))
    return { status: 'notEligible', reason: { kind: 'place' } };
  const about = met.filter(({ products }) => products?.includes(product.slug) ?? true);
  const stop = about.find(({ outcome }) => outcome === 'STOP');
  if (stop) return { status: 'notEligible', reason: reasonOf(stop) };
  const profile = profileReasons(health, product);
  if (profile.stop) return { status: 'notEligible', reason: profile.stop };
  const reasons: readonly Reason[] = [
    ...about.filter(({ outcome }) => outcome === 'REVIEW').map(reasonOf),
    ...profile.review,
    ...(answerChangedAfterStop(hits) ? [{ kind: 'answer-changed' } as const] : []),
  ];
  return reasons.length === 0 ? { status: 'eligible' } : { status: 'review', reasons };
}

export function treatmentsFor(question: TreatmentQuestion): TreatmentAnswer {
  const { treatments, products, rules, hits } = question;
  const standing = new Set(
    hits.filter(({ withdrawnAt }) => withdrawnAt === undefined).map(({ rule }) => rule),
  );
  const met = rules.filter(({ id }) => standing.has(id));
  const stops = met.filter((rule) => ['STOP', 'URGENT'].includes(outcomeForForm(rule)));
  const { refusals } = checkEligibility(question);
  const offered = stops.length > 0 || refusals.length > 0 ? [] : treatments.products;
  return {
    stops,
    refusals,
    treatments: offered.flatMap((slug) => {
      const product = products.find((one) => one.slug === slug);
      return product ? [{ product, verdict: verdictOn(product, question, met) }] : [];
    }),
    nonDrug: treatments.nonDrug,
  };
}

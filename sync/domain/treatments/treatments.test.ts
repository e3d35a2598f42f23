import { describe, expect, it } from 'vitest';
import { testQuestionnaire, testRule } from '../testing/fixture-clinic.ts';
import { productOf } from '../testing/fixture-shop.ts';
import { type Treatment, type TreatmentQuestion, treatmentsFor } from './treatments.ts';

const condition = [{ question: 'any', operator: '=' as const, answerBoolean: true }];
const rules = [
  testRule({ id: 'nitrates', outcome: 'STOP', conditions: condition }),
  testRule({ id: 'chest-pain', outcome: 'URGENT', conditions: condition }),
  testRule({ id: 'aura', outcome: 'STOP', products: ['combined'], conditions: condition }),
  testRule({ id: 'smokes', outcome: 'REVIEW', products: ['combined'], conditions: condition }),
  testRule({ id: 'medicines', outcome: 'REVIEW', conditions: condition }),
  testRule({ id: 'tip', outcome: 'INFO', conditions: condition }),
];
const combined = productOf('combined', {
  kind: 'rx',
  ingredients: ['levonorgestrel', 'ethinyl estradiol'],
});
const mini = productOf('mini', { kind: 'rx', ingredients: ['norethindrone'], notIn: ['US-CA'] });

const ask = (more: Partial<TreatmentQuestion> & { readonly met?: readonly string[] } = {}) => {
  const { met = [], ...rest } = more;
  return treatmentsFor({
    vendor: { status: 'open', serviceAreas: [{ place: 'US', modality: 'async' }] },
    questionnaire: testQuestionnaire({ minAge: 18 }),
    birthDate: '1990-01-01',
    place: 'US-OH',
    today: '2026-11-26',
    treatments: { products: ['mini', 'gone', 'combined'], nonDrug: [{ en: 'Wait' }] },
    products: [combined, mini],
    rules,
    hits: met.map((rule) => ({ rule, outcome: rules.find(({ id }) => id === rule)?.outcome ?? 'INFO' })),
    ...rest,
  });
};
const told = (treatments: readonly Treatment[]) =>
  treatments.map(({ product, verdict }) => {
    const reasons =
      verdict.status === 'eligible' ? [] : verdict.status === 'review' ? verdict.reasons : [verdict.reason];
    const why = reasons.map((one) => (one.kind === 'rule' ? one.rule.id : one.kind));
    return [product.slug, verdict.status, ...why].join(' ');
  });

const coded = { coding: [{ system: 'x', code: 'active' }] };
const allergy = (text: string) => ({
  resourceType: 'AllergyIntolerance',
  clinicalStatus: coded,
  verificationStatus: coded,
  code: { text },
});
const medicine = (text: string, status: 'active' | 'completed' = 'active') => ({
  resourceType: 'MedicationStatement',
  status,
  medicationCodeableConcept: { text },
});
const health = (...resources: readonly object[]) => resources as NonNullable<TreatmentQuestion['health']>;

describe('what answers allow', () => {
  it('is everything the form leads to, in the order of the vendor, where nothing speaks against it', () => {
    expect(told(ask({ met: ['tip'] }).treatments)).toEqual(['mini eligible', 'combined eligible']);
    expect(ask().nonDrug).toEqual([{ en: 'Wait' }]);
  });

  it.each([['nitrates'], ['chest-pain']])('is nothing after %s', (rule) => {
    const { treatments, stops } = ask({ met: [rule] });
    expect([treatments, stops.map(({ id }) => id)]).toEqual([[], [rule]]);
  });

  it('is judged for each product on its own, with the rule’s version and source', () => {
    const { treatments, stops } = ask({ met: ['aura', 'smokes'] });
    expect(told(treatments)).toEqual(['mini eligible', 'combined notEligible aura']);
    expect(treatments[1]?.verdict).toMatchObject({ reason: { version: '1', source: 'test' } });
    expect(stops).toEqual([]);
  });

  it.each([
    [['smokes'], ['mini eligible', 'combined review smokes']],
    [
      ['medicines', 'smokes'],
      ['mini review medicines', 'combined review smokes medicines'],
    ],
  ])('waits for a clinician after %j', (met, expected) => {
    expect(told(ask({ met }).treatments)).toEqual(expected);
  });

  it('waits for a clinician where an answer was changed after a stop (scenario 2)', () => {
    const hits = [{ rule: 'nitrates', outcome: 'STOP' as const, withdrawnAt: '2026-11-26T10:00:00Z' }];
    expect(told(ask({ hits }).treatments)).toEqual([
      'mini review answer-changed',
      'combined review answer-changed',
    ]);
  });

  it.each<[string, readonly object[], readonly string[]]>([
    ['an allergy', [allergy('Levonorgestrel (rash)')], ['mini eligible', 'combined notEligible allergy']],
    [
      'part of a name',
      [allergy('norethindrone'), allergy('estradiol')],
      ['mini notEligible allergy', 'combined eligible'],
    ],
    [
      'the same medicine',
      [medicine('NORETHINDRONE 0.35 mg')],
      ['mini review duplicate', 'combined eligible'],
    ],
    [
      'one that was taken once',
      [medicine('norethindrone', 'completed')],
      ['mini eligible', 'combined eligible'],
    ],
    ['nothing', [], ['mini eligible', 'combined eligible']],
  ])('heeds a health profile: %s', (_what, resources, expected) => {
    expect(told(ask({ health: health(...resources) }).treatments)).toEqual(expected);
  });

  it('depends on the place and on the age', () => {
    expect(told(ask({ place: 'US-CA' }).treatments)).toEqual(['mini notEligible place', 'combined eligible']);
    expect(ask({ place: 'GB-ENG' })).toMatchObject({
      treatments: [],
      refusals: [{ code: 'AREA_NOT_SERVED' }],
    });
    expect(ask({ birthDate: '2010-01-01' })).toMatchObject({
      treatments: [],
      refusals: [{ code: 'AGE_NOT_MET' }],
    });
  });

  it('has nothing that is no longer sold', () => {
    const products = [combined, productOf('mini', { discontinued: { on: '2026-01-01' } })];
    expect(told(ask({ products }).treatments)).toEqual([
      'mini notEligible discontinued',
      'combined eligible',
    ]);
  });
});

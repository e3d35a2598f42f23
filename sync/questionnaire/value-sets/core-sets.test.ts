import { describe, expect, it } from 'vitest';
import { createForm } from '../form/open-form.ts';
import { CORE, planOf, questionnaire } from '../testing/forms.ts';
import { validateResponse } from '../validate-response.ts';
import { coreSetsFor } from './core-sets.ts';

const HL7 = 'http://hl7.org/fhir/ValueSet/';
const THO = 'http://terminology.hl7.org/ValueSet/';

async function judged(canonical: string, valueCoding: object): Promise<readonly string[]> {
  const source = questionnaire([{ linkId: 'q', type: 'choice', answerValueSet: canonical }]);
  const plan = planOf(source, await coreSetsFor(source));
  const response = {
    resourceType: 'QuestionnaireResponse',
    status: 'completed',
    questionnaire: 'http://example.org/q',
    item: [{ linkId: 'q', answer: [{ valueCoding }] }],
  };
  return validateResponse(plan, response, 'final').issues.map(({ code, severity }) => `${severity} ${code}`);
}

const cases: readonly (readonly [set: string, system: string, code: string, display: string])[] = [
  [`${HL7}item-type`, 'http://hl7.org/fhir/item-type', 'open-choice', 'Open Choice'],
  [`${HL7}marital-status`, 'http://terminology.hl7.org/CodeSystem/v3-MaritalStatus', 'S', 'Never Married'],
  [`${HL7}marital-status`, 'http://terminology.hl7.org/CodeSystem/v3-NullFlavor', 'UNK', 'unknown'],
  [`${HL7}administrative-gender`, 'http://hl7.org/fhir/administrative-gender', 'other', 'Other'],
  [`${HL7}yesnodontknow`, 'http://terminology.hl7.org/CodeSystem/v2-0136', 'Y', 'Yes'],
  [`${THO}yes-no-unknown-not-applicable`, 'http://terminology.hl7.org/CodeSystem/v2-0532', 'N', 'No'],
  [`${THO}v3-Ethnicity`, 'http://terminology.hl7.org/CodeSystem/v3-Ethnicity', '2148-5', 'Mexican'],
  [
    `${THO}v3-MessageWaitingPriority`,
    'http://terminology.hl7.org/CodeSystem/v3-MessageWaitingPriority',
    'H',
    'High',
  ],
  [`${HL7}gender-identity`, 'http://hl7.org/fhir/gender-identity', 'non-binary', 'non-binary'],
  [
    `${HL7}medicationrequest-category`,
    'http://terminology.hl7.org/CodeSystem/medicationrequest-category',
    'community',
    'Community',
  ],
  [`${HL7}iso3166-1-2`, 'urn:iso:std:iso:3166', 'CI', "Côte d'Ivoire"],
  [`${HL7}iso3166-1-3`, 'urn:iso:std:iso:3166', 'DEU', 'Germany'],
  [`${HL7}iso3166-1-N`, 'urn:iso:std:iso:3166', '840', 'United States of America'],
  [
    `${HL7}relatedperson-relationshiptype`,
    'http://terminology.hl7.org/CodeSystem/v3-RoleCode',
    'MTH',
    'mother',
  ],
  [`${HL7}relatedperson-relationshiptype`, 'http://terminology.hl7.org/CodeSystem/v2-0131', 'E', 'Employer'],
];

describe('a value set that FHIR publishes', () => {
  it.each(cases)('%s with %s %s "%s" is judged here', async (set, system, code, display) => {
    expect(await judged(set, { system, code, display })).toEqual([]);
    expect(await judged(set, { system, code })).toEqual([]);
    expect(await judged(set, { system, code: `${code}x` })).toEqual(['error not-an-option']);
    expect(await judged(set, { system: 'http://example.org', code })).toEqual(['error not-an-option']);
    expect(await judged(set, { system, code, display: 'Something else' })).toEqual(['error display-differs']);
  });

  it('offers its options', async () => {
    const source = questionnaire([
      { linkId: 'q', type: 'choice', answerValueSet: `${HL7}iso3166-1-2|4.0.1` },
    ]);
    const form = createForm(planOf(source, await coreSetsFor(source)));
    expect(form.read(form.root[0] ?? '')?.options).toHaveLength(249);
  });

  it('is loaded for the forms that name it alone', async () => {
    expect(await coreSetsFor(questionnaire([{ linkId: 'q', type: 'string' }]))).toEqual([]);
    expect(await coreSetsFor({ item: null, url: 5 })).toEqual([]);
    const unit = { url: `${CORE}questionnaire-unitValueSet`, valueCanonical: `${HL7}iso3166-1-3` };
    expect(
      await coreSetsFor(questionnaire([{ linkId: 'q', type: 'quantity', extension: [unit] }])),
    ).toHaveLength(3);
    // A set that comes beside the form may be made of bundled ones.
    const include = [{ valueSet: [`${HL7}item-type`] }];
    const supporting = [{ resourceType: 'ValueSet', url: 'http://example.org/set', compose: { include } }];
    expect(await coreSetsFor({ questionnaire: {}, supporting })).not.toEqual([]);
  });
});

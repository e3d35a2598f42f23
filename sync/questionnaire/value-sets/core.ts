import type { JsonObject } from '../model/fhir-json.ts';

/**
 * Definitions of value sets that FHIR R4 publishes itself (4.0.1, CC0), for forms that name them and don't contain them: few,
 * small, and fixed by the standard. The lists are those of the published definitions; a form's own resources go first.
 */

const UCUM = 'http://unitsofmeasure.org';
const M49 = 'http://unstats.un.org/unsd/methods/m49/m49.htm';

type Codes = readonly (readonly [code: string, display: string])[];

export const concepts = (codes: Codes) => codes.map(([code, display]) => ({ code, display }));

export function valueSet(name: string, ...include: readonly JsonObject[]): JsonObject {
  return {
    resourceType: 'ValueSet',
    url: `http://hl7.org/fhir/ValueSet/${name}`,
    version: '4.0.1',
    compose: { include },
  };
}

/** What a bundled definition names can be judged even where its codes aren't here: a unit of UCUM is no jurisdiction. */
export const CORE_RESOURCES: readonly JsonObject[] = [
  valueSet(
    'jurisdiction',
    { system: 'urn:iso:std:iso:3166' },
    { system: 'urn:iso:std:iso:3166:-2' },
    { system: M49, filter: [{ property: 'class', op: '=', value: 'region' }] },
  ),
  valueSet('ucum-units', { system: UCUM }),
  valueSet('age-units', {
    system: UCUM,
    concept: concepts([
      ['min', 'minutes'],
      ['h', 'hours'],
      ['d', 'days'],
      ['wk', 'weeks'],
      ['mo', 'months'],
      ['a', 'years'],
    ]),
  }),
  valueSet(
    'yesnodontknow',
    {
      system: 'http://terminology.hl7.org/CodeSystem/v2-0136',
      concept: concepts([
        ['Y', 'Yes'],
        ['N', 'No'],
      ]),
    },
    {
      system: 'http://terminology.hl7.org/CodeSystem/data-absent-reason',
      concept: concepts([['asked-unknown', "Don't know"]]),
    },
  ),
  valueSet('administrative-gender', {
    system: 'http://hl7.org/fhir/administrative-gender',
    concept: concepts([
      ['male', 'Male'],
      ['female', 'Female'],
      ['other', 'Other'],
      ['unknown', 'Unknown'],
    ]),
  }),
  valueSet('patient-contactrelationship', {
    system: 'http://terminology.hl7.org/CodeSystem/v2-0131',
    concept: concepts([
      ['BP', 'Billing contact person'],
      ['C', 'Emergency Contact'],
      ['CP', 'Contact person'],
      ['E', 'Employer'],
      ['EP', 'Emergency contact person'],
      ['F', 'Federal Agency'],
      ['I', 'Insurance Company'],
      ['N', 'Next-of-Kin'],
      ['PR', 'Person preparing referral'],
      ['S', 'State Agency'],
      ['U', 'Unknown'],
    ]),
  }),
];

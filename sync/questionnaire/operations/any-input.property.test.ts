import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createExpressionEngine } from '../expressions/fhirpath-engine.ts';
import { CORE, planOf, questionnaire, SDC } from '../testing/forms.ts';
import { assembleQuestionnaire } from './assemble.ts';
import { loadElementModel } from './extract/element-model.ts';
import { extractResponse } from './extract/extract.ts';
import { populateForm } from './populate.ts';

const expressions = createExpressionEngine();
const elements = await loadElementModel();
const form = {
  ...questionnaire([
    {
      linkId: 'q',
      type: 'quantity',
      code: [{ code: 'c' }],
      definition: `${CORE}Observation#Observation.value[x]`,
      extension: [
        { url: `${SDC}observationLinkPeriod`, valueDuration: { value: 1, code: 'a' } },
        { url: `${SDC}observationExtract`, valueBoolean: true },
      ],
    },
    {
      linkId: 's',
      type: 'string',
      extension: [
        { url: `${SDC}initialExpression`, valueExpression: { expression: '%patient.name.family' } },
      ],
    },
  ]),
  extension: [
    {
      url: `${SDC}definitionExtract`,
      extension: [{ url: 'definition', valueCanonical: `${CORE}Observation` }],
    },
  ],
};
/** JSON that is anything, or nearly a resource. */
const anything = fc.oneof(
  fc.jsonValue(),
  fc.record({
    resourceType: fc.constantFrom(
      'Observation',
      'Patient',
      'Questionnaire',
      'QuestionnaireResponse',
      'Bundle',
    ),
    status: fc.constantFrom('final', 'completed', 1),
    code: fc.oneof(fc.jsonValue(), fc.constant({ coding: [{ code: 'c' }, null] })),
    effectiveDateTime: fc.constantFrom('2026-01-01', '2026', 'x', 1),
    item: fc.jsonValue(),
    entry: fc.jsonValue(),
    extension: fc.jsonValue(),
    valueQuantity: fc.jsonValue(),
    name: fc.jsonValue(),
  }),
);

describe('whatever comes in', () => {
  it('no operation fails otherwise than by its outcome', () => {
    const plan = planOf(form);
    const digest = () => '0123456789abcdef'.repeat(4);
    fc.assert(
      fc.property(anything, fc.array(anything, { maxLength: 4 }), (one, supporting) => {
        expect(assembleQuestionnaire(one, supporting).outcome.issue).not.toEqual([]);
        const options = { expressions, launchContext: { patient: one }, now: '2026-02-01', supporting };
        expect(populateForm(plan, options).response.status).toBe('in-progress');
        expect(extractResponse(plan, one, { ...options, digest, elements }).outcome.issue).not.toEqual([]);
      }),
      { numRuns: 300 },
    );
  });
});

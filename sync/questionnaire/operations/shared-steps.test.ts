import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { ExpressionEngine } from '../model/contract.ts';
import { engine } from '../testing/expression-forms.ts';
import { planOf, questionnaire } from '../testing/forms.ts';
import { extractResponse } from './extract/extract.ts';
import { populateForm } from './populate.ts';

const SDC = 'http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-questionnaire-';
const STEPS = 100_000;

/** The engine, with the steps of all evaluations counted. */
function countingEngine() {
  let steps = 0;
  const counting: ExpressionEngine = {
    compile(source) {
      const compiled = engine.compile(source);
      if ('unusable' in compiled) return compiled;
      return {
        ...compiled,
        evaluate(focus) {
          // Without a budget the engine has its own bound, and takes all of it.
          const budget = focus.budget ?? { left: 10 * STEPS };
          const before = budget.left;
          try {
            return compiled.evaluate({ ...focus, budget });
          } finally {
            steps += before - Math.max(0, budget.left);
          }
        },
      };
    },
  };
  return { counting, taken: () => steps };
}

const bomb = (index: number) => `${index} + 1.repeat($this + 1).count()`;
const expression = (text: string, name?: string) => ({
  ...(name === undefined ? {} : { name }),
  language: 'text/fhirpath',
  expression: text,
});

const BOMBS = Array.from({ length: 10 }, (_, index) => index);
const tooCostly = (outcome: { readonly issue: readonly { readonly code: string }[] }) =>
  outcome.issue.some(({ code }) => code === 'too-costly');

describe('the budget of an operation', () => {
  it('is one for all that populates a form: rows, initial values, and the form itself', () => {
    const form = questionnaire(
      BOMBS.map((index) => ({
        linkId: `group-${index}`,
        type: 'group',
        repeats: true,
        extension: [
          {
            url: `${SDC}itemPopulationContext`,
            valueExpression: expression(`1 | 2 | ${bomb(index)}`, 'row'),
          },
        ],
        item: [
          {
            linkId: `question-${index}`,
            type: 'integer',
            extension: [
              { url: `${SDC}initialExpression`, valueExpression: expression(`%row + ${bomb(index)}`) },
            ],
          },
        ],
      })),
    );
    const { counting, taken } = countingEngine();
    const { response, outcome } = populateForm(planOf(form), { expressions: counting, steps: STEPS });
    expect(taken()).toBeGreaterThan(STEPS / 4);
    expect(taken()).toBeLessThanOrEqual(STEPS);
    expect(tooCostly(outcome)).toBe(true);
    expect(response.resourceType).toBe('QuestionnaireResponse');
  });

  it('is one for all that extracts from a response', () => {
    const template = {
      resourceType: 'Observation',
      id: 'template',
      status: 'final',
      code: { text: 'x' },
      note: BOMBS.map((index) => ({
        _text: { extension: [{ url: `${SDC}templateExtractValue`, valueString: bomb(index) }] },
      })),
    };
    const form = questionnaire([{ linkId: 'a', type: 'integer' }], {
      contained: [template],
      extension: [
        {
          url: `${SDC}templateExtract`,
          extension: [{ url: 'template', valueReference: { reference: '#template' } }],
        },
      ],
    });
    const { counting, taken } = countingEngine();
    const plan = planOf(form);
    const response = {
      resourceType: 'QuestionnaireResponse',
      status: 'completed',
      questionnaire: plan.questionnaire.url,
      item: [{ linkId: 'a', answer: [{ valueInteger: 1 }] }],
    };
    const { bundle, outcome } = extractResponse(plan, response, {
      expressions: counting,
      steps: STEPS,
      digest: (text) => createHash('sha256').update(text).digest('hex'),
    });
    expect(taken()).toBeGreaterThan(STEPS / 4);
    expect(taken()).toBeLessThanOrEqual(STEPS);
    expect(tooCostly(outcome)).toBe(true);
    expect(bundle?.resourceType).toBe('Bundle');
  });
});

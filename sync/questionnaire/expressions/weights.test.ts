import { describe, expect, it } from 'vitest';
import { compileQuestionnaire } from '../compile.ts';
import { compiledPlan, type PlanItem } from '../plan/plan.ts';
import { hasSharedData, ownForms, SHARED_DATA_MISSING, sharedJson } from '../testing/shared-data.ts';
import { answerElement } from '../values/values.ts';
import { compiledBy, EMPTY_RESPONSE, focusOn, testEngine } from './testing/engine.ts';

const engine = testEngine();

function evaluate(
  source: string,
  questionnaire: unknown,
  items: readonly unknown[],
  variables: Record<string, unknown> = {},
) {
  const response = { ...EMPTY_RESPONSE, item: items };
  return compiledBy(engine, source).evaluate(
    focusOn(response, { variables: { questionnaire, ...variables } }),
  );
}

const ORDINAL = 'http://hl7.org/fhir/StructureDefinition/ordinalValue';
const WEIGHT = 'http://hl7.org/fhir/StructureDefinition/itemWeight';
const scored = (url: string, valueDecimal: number) => ({ extension: [{ url, valueDecimal }] });
const coding = (code: string, system = 'http://x.org') => ({ system, code });

const FORM = {
  resourceType: 'Questionnaire',
  status: 'active',
  contained: [
    {
      resourceType: 'ValueSet',
      id: 'often',
      compose: {
        include: [
          {
            system: 'http://x.org',
            concept: [
              { code: 'never', ...scored(ORDINAL, 0) },
              { code: 'often', ...scored(WEIGHT, 3) },
            ],
          },
        ],
      },
    },
    {
      resourceType: 'CodeSystem',
      url: 'http://y.org',
      content: 'complete',
      property: [{ code: 'p', uri: 'http://hl7.org/fhir/concept-properties#itemWeight', type: 'decimal' }],
      concept: [{ code: 'far', property: [{ code: 'p', valueDecimal: 2.5 }] }],
    },
  ],
  item: [
    {
      linkId: 'options',
      type: 'choice',
      answerOption: [
        { valueCoding: coding('a'), ...scored(ORDINAL, 1) },
        { valueCoding: { ...coding('b'), ...scored(WEIGHT, 2) } },
        { valueCoding: coding('c') },
        { valueCoding: { code: 'd' }, ...scored(WEIGHT, 4) },
      ],
    },
    { linkId: 'numbers', type: 'integer', answerOption: [{ valueInteger: 7, ...scored(ORDINAL, 70) }] },
    {
      linkId: 'set',
      type: 'choice',
      answerValueSet: '#often',
      item: [{ linkId: 'below', type: 'choice', answerValueSet: '#often' }],
    },
    { linkId: 'system', type: 'choice', answerOption: [{ valueCoding: coding('far', 'http://y.org') }] },
  ],
};

const answered = (linkId: string, ...values: readonly object[]) => ({ linkId, answer: values });

describe('ordinal() and weight() find the score', () => {
  it.each([
    ['of an option', answered('options', { valueCoding: coding('a') }), [1]],
    ["of an option's Coding", answered('options', { valueCoding: coding('b') }), [2]],
    ['of an option without a system', answered('options', { valueCoding: { code: 'd' } }), [4]],
    ['of an option that is a number', answered('numbers', { valueInteger: 7 }), [70]],
    ['zero, too, in a contained value set', answered('set', { valueCoding: coding('never') }), [0]],
    ['in a contained code system', answered('system', { valueCoding: coding('far', 'http://y.org') }), [2.5]],
    [
      'that the answer itself carries',
      answered('options', { valueCoding: { ...coding('c'), ...scored(ORDINAL, 9) } }),
      [9],
    ],
    [
      'of each of several answers',
      answered('options', { valueCoding: coding('a') }, { valueCoding: coding('b') }),
      [1, 2],
    ],
    ['nowhere, which is empty and no error', answered('options', { valueCoding: coding('c') }), []],
    ['of an unknown question: empty', answered('unknown', { valueCoding: coding('zzz') }), []],
    ['of another system: empty', answered('options', { valueCoding: coding('a', 'http://z.org') }), []],
  ])('%s', (_name, item, expected) => {
    expect(evaluate('%resource.item.answer.value.ordinal()', FORM, [item])).toEqual(expected);
    expect(evaluate('%resource.item.answer.weight()', FORM, [item])).toEqual(expected);
  });

  it('of a question below an answer, seen from its own context', () => {
    const context = answered('below', { valueCoding: coding('often') });
    const focus = {
      ...focusOn(EMPTY_RESPONSE),
      context,
      contextPath: 'QuestionnaireResponse.item.answer.item',
    };
    const expression = compiledBy(engine, 'answer.value.weight()');
    expect(expression.evaluate({ ...focus, variables: { questionnaire: FORM } })).toEqual([3]);
  });

  it('of a Coding that an earlier expression gave', () => {
    const chosen = evaluate('item.answer.value', FORM, [answered('set', { valueCoding: coding('often') })]);
    expect(evaluate('%chosen.ordinal()', FORM, [], { chosen })).toEqual([3]);
    expect(evaluate('%chosen.ordinal()', FORM, [], { chosen: [{ ...coding('often') }] })).toEqual([3]);
  });

  it('of the form at hand, when another version of it was scored before', () => {
    const item = answered('options', { valueCoding: coding('a') });
    const next = {
      ...FORM,
      item: [{ ...FORM.item[0], answerOption: [{ valueCoding: coding('a'), ...scored(ORDINAL, 100) }] }],
    };
    expect(evaluate('item.answer.ordinal()', FORM, [item])).toEqual([1]);
    expect(evaluate('item.answer.ordinal()', next, [item])).toEqual([100]);
  });

  it('that only the plan knows, before what the form says', () => {
    const source = testEngine({
      scoreOf: (linkId, answer) => (linkId === 'options' && answer.type === 'Coding' ? 42 : undefined),
    });
    const response = {
      ...EMPTY_RESPONSE,
      item: [answered('options', { valueCoding: coding('a') }), answered('numbers', { valueInteger: 7 })],
    };
    const found = compiledBy(source, 'item.answer.ordinal()').evaluate(
      focusOn(response, { variables: { questionnaire: FORM } }),
    );
    expect(found).toEqual([42, 70]);
  });
});

/** Answers every question with the last of its options, without what the options say of their scores. */
function lastOptions(items: readonly PlanItem[]): readonly object[] {
  return items.flatMap((item): object[] => {
    const option = item.options?.options.at(-1);
    const below = lastOptions(item.children);
    return [
      {
        linkId: item.linkId,
        ...(option === undefined ? {} : { answer: [answerElement(option.value)] }),
        ...(below.length > 0 ? { item: below } : {}),
      },
    ];
  });
}

function publishedForm(path: string): { readonly form: unknown; readonly items: readonly object[] } {
  const form = sharedJson(path);
  const compiled = compileQuestionnaire(form);
  if (!compiled.ok) throw new Error('the form was refused');
  return { form, items: lastOptions(compiledPlan(compiled.plan).children) };
}

it('the options of a form say their scores, and its own sum finds them all', () => {
  const form = ownForms().find(([name]) => name === 'nine-questions.json')?.[1];
  const compiled = compileQuestionnaire(form);
  if (!compiled.ok) throw new Error('the form was refused');
  const items = lastOptions(compiledPlan(compiled.plan).children);
  const sum = "%resource.item.where(linkId = 'weeks').item.answer.value.weight().sum()";
  expect(evaluate(sum, form, items)).toEqual([27]);
});

describe.skipIf(!hasSharedData())(`published scores (${SHARED_DATA_MISSING})`, () => {
  it('the PHQ-9 finds what its contained expansion says, four for "nearly every day"', () => {
    const { form, items } = publishedForm(
      'questionnaires/hl7-sdc/Questionnaire-questionnaire-sdc-profile-example-PHQ9.json',
    );
    const group = "%resource.item.where(linkId = 'H1/T1').item.answer.value";
    expect(evaluate(`${group}.weight().take(9).sum()`, form, items)).toEqual([36]);
    expect(evaluate(`${group}.ordinal().first()`, form, items)).toEqual([4]);
    // As published: it asks the topmost items only, where no question has a score.
    const published = "%resource.item.where(linkId!='H1/TS').answer.value.weight().sum()";
    expect(evaluate(published, form, items)).toEqual([]);
  });

  it('a form of LHC-Forms adds up over every answer', () => {
    const { form, items } = publishedForm('questionnaires/lforms-r4/q-with-scores-with-rendering-xhtml.json');
    const scores = evaluate('%resource.repeat(item).answer.weight()', form, items);
    expect(scores.length).toBeGreaterThan(0);
    const total = scores.reduce((sum: number, score) => sum + Number(score), 0);
    expect(evaluate('%resource.repeat(item).answer.weight().sum()', form, items)).toEqual([total]);
  });
});

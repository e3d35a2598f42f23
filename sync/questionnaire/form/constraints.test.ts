import { describe, expect, it } from 'vitest';
import type { Form } from '../model/contract.ts';
import { engine, fhirpath, openWith, valuesOf } from '../testing/expression-forms.ts';
import {
  answer,
  CORE,
  type ItemSource,
  integer,
  node,
  planOf,
  questionnaire,
  text,
} from '../testing/forms.ts';
import { validateResponse } from '../validate-response.ts';
import { createForm } from './open-form.ts';

const tools = { expressions: engine };

function constraint(expression: string, rest: readonly object[] = [], severity = 'error'): object {
  return {
    url: `${CORE}questionnaire-constraint`,
    extension: [
      { url: 'key', valueId: 'k-1' },
      { url: 'severity', valueCode: severity },
      { url: 'expression', valueString: expression },
      {
        url: 'human',
        valueString: 'The end must come after the start.',
        _valueString: {
          extension: [
            {
              url: `${CORE}translation`,
              extension: [
                { url: 'lang', valueCode: 'es' },
                { url: 'content', valueString: 'El final debe ser posterior al inicio.' },
              ],
            },
          ],
        },
      },
      ...rest,
    ],
  };
}

const START_AND_END: readonly ItemSource[] = [
  { linkId: 'start', type: 'integer' },
  { linkId: 'end', type: 'integer' },
];
const IN_GROUP = "item.where(linkId='end').answer.value > item.where(linkId='start').answer.value";

function constraintsOf(form: Form, linkId: string) {
  return node(form, linkId).issues.filter(({ code }) => code === 'constraint');
}

describe('a constraint', () => {
  it('that is false is an issue of the item that it stands on, with its key and its words in the language of the form', () => {
    const form = openWith(
      [{ linkId: 'g', type: 'group', extension: [constraint(IN_GROUP)], item: START_AND_END }],
      { language: 'es' },
    );
    answer(form, 'start', integer(5));
    expect(constraintsOf(form, 'g')).toEqual([]);
    answer(form, 'end', integer(4));
    expect(constraintsOf(form, 'g')).toMatchObject([
      {
        severity: 'error',
        parameters: { key: 'k-1', human: 'El final debe ser posterior al inicio.' },
        linkId: 'g',
      },
    ]);
    expect(form.validate('draft')).toMatchObject([
      { code: 'constraint', expression: 'QuestionnaireResponse.item[0]' },
    ]);
    answer(form, 'end', integer(6));
    expect(form.validate('final')).toEqual([]);
  });

  it('with a location is about the element there, and announces it', () => {
    const location = { url: 'location', valueString: "item.where(linkId='end')" };
    const form = openWith([
      { linkId: 'g', type: 'group', extension: [constraint(IN_GROUP, [location])], item: START_AND_END },
    ]);
    answer(form, 'end', integer(4));
    const heard: string[] = [];
    form.subscribe(node(form, 'end').id, () => heard.push('end'));
    answer(form, 'start', integer(5));
    expect(heard).toEqual(['end']);
    expect(constraintsOf(form, 'g')).toEqual([]);
    expect(constraintsOf(form, 'end')).toHaveLength(1);
    const [issue] = validateResponse(
      form.plan,
      form.response({ status: 'completed' }),
      'final',
      tools,
    ).issues;
    expect(issue).toMatchObject({
      code: 'constraint',
      expression: 'QuestionnaireResponse.item[0].item[1]',
      linkId: 'end',
    });
  });

  it('of a question judges its answer, and nothing while it has none', () => {
    const form = openWith([
      { linkId: 'q', type: 'string', extension: [constraint("answer.value.startsWith('A')", [], 'warning')] },
    ]);
    expect(node(form, 'q').issues).toEqual([]);
    answer(form, 'q', text('B'));
    expect(node(form, 'q').issues).toMatchObject([{ code: 'constraint', severity: 'warning' }]);
    answer(form, 'q');
    expect(node(form, 'q').issues).toEqual([]);
  });

  it('of a disabled group does not count', () => {
    const form = openWith([
      {
        linkId: 'g',
        type: 'group',
        extension: [constraint(IN_GROUP)],
        enableWhen: [{ question: 'on', operator: 'exists', answerBoolean: true }],
        item: START_AND_END,
      },
      { linkId: 'on', type: 'string' },
    ]);
    answer(form, 'start', integer(5));
    answer(form, 'end', integer(4));
    expect(constraintsOf(form, 'g')).toEqual([]);
    answer(form, 'on', text('x'));
    expect(constraintsOf(form, 'g')).toHaveLength(1);
    answer(form, 'on');
    expect(constraintsOf(form, 'g')).toEqual([]);
    expect(form.validate('final')).toEqual([]);
  });

  it('of the form, as a targetConstraint, is an issue of the response', () => {
    const target = {
      url: `${CORE}targetConstraint`,
      extension: [
        { url: 'key', valueId: 'sum' },
        { url: 'severity', valueCode: 'error' },
        {
          url: 'expression',
          valueExpression: fhirpath(`(${valuesOf('start')} | ${valuesOf('end')}).sum() < 10`),
        },
        { url: 'human', valueString: 'Too many.' },
      ],
    };
    const form = createForm(planOf(questionnaire(START_AND_END, { extension: [target] })), tools);
    answer(form, 'start', integer(5));
    answer(form, 'end', integer(6));
    expect(form.validate('final')).toMatchObject([
      {
        code: 'constraint',
        parameters: { key: 'sum', human: 'Too many.' },
        expression: 'QuestionnaireResponse',
      },
    ]);
  });

  it('that can not be checked is a warning', () => {
    const form = openWith([{ linkId: 'q', type: 'string', extension: [constraint('%patient.active')] }]);
    answer(form, 'q', text('x'));
    expect(form.validate('final')).toMatchObject([
      { code: 'expression-failed', severity: 'warning', linkId: 'q' },
    ]);
  });
});

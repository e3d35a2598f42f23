import type { QuestionnaireResponseItem } from 'fhir/r4.js';
import { describe, expect, it } from 'vitest';
import { editForm } from '../edit-form.ts';
import type { Issue } from '../model/contract.ts';
import {
  allNodes,
  CORE,
  type ItemSource,
  node,
  nodes,
  planOf,
  questionnaire,
  text,
} from '../testing/forms.ts';
import { validateResponse } from '../validate-response.ts';

const ITEMS: readonly ItemSource[] = [
  {
    linkId: 'g',
    type: 'group',
    text: 'About you',
    item: [
      {
        linkId: 'name',
        type: 'string',
        text: 'Name',
        _text: {
          extension: [
            {
              url: `${CORE}translation`,
              extension: [
                { url: 'lang', valueCode: 'es' },
                { url: 'content', valueString: 'Nombre' },
              ],
            },
          ],
        },
      },
      { linkId: 'smokes', type: 'boolean', item: [{ linkId: 'many', type: 'integer' }] },
    ],
  },
  { linkId: 'note', type: 'display', text: 'Read this' },
  { linkId: 'meds', type: 'group', repeats: true, item: [{ linkId: 'med', type: 'string' }] },
  {
    linkId: 'shown',
    type: 'string',
    enableWhen: [{ question: 'name', operator: 'exists', answerBoolean: true }],
  },
];
const plan = planOf(
  questionnaire(ITEMS, { version: '1', effectivePeriod: { start: '2020', end: '2021-12' } }),
);

function judge(item: unknown, rest: object = {}, mode: 'draft' | 'final' = 'final'): readonly Issue[] {
  const response = {
    resourceType: 'QuestionnaireResponse',
    status: 'completed',
    questionnaire: 'http://example.org/q|1',
    // FHIR JSON has no empty lists.
    ...(Array.isArray(item) && item.length === 0 ? {} : { item }),
    ...rest,
  };
  return validateResponse(plan, response, mode).issues;
}

const a = (value: string) => [{ valueString: value }];
const group = (...item: object[]) => ({ linkId: 'g', item });

/** Promise 5: structure, each rule with the element at fault. */
const CASES: readonly (readonly [name: string, item: unknown, code: string, expression: string])[] = [
  [
    'an unknown linkId',
    [{ linkId: 'nowhere', answer: a('x') }],
    'not-found',
    'QuestionnaireResponse.item[0]',
  ],
  ['no linkId', [group({ answer: a('x') })], 'structure', 'QuestionnaireResponse.item[0].item[0]'],
  [
    'an item in the wrong place',
    [group(), { linkId: 'name', answer: a('x') }],
    'structure',
    'QuestionnaireResponse.item[1]',
  ],
  ['siblings out of order', [{ linkId: 'meds' }, group()], 'structure', 'QuestionnaireResponse.item[1]'],
  ['a group with answers', [{ linkId: 'g', answer: a('x') }], 'structure', 'QuestionnaireResponse.item[0]'],
  [
    'a question with items',
    [group({ linkId: 'smokes', item: [{ linkId: 'many' }] })],
    'structure',
    'QuestionnaireResponse.item[0].item[0]',
  ],
  [
    'a display with an answer',
    [{ linkId: 'note', answer: a('x') }],
    'structure',
    'QuestionnaireResponse.item[0]',
  ],
  [
    'answers of one question in two items',
    [group({ linkId: 'name', answer: a('x') }, { linkId: 'name', answer: a('y') })],
    'structure',
    'QuestionnaireResponse.item[0].item[1]',
  ],
  [
    'two instances of a group that does not repeat',
    [group({ linkId: 'name', answer: a('x') }), group({ linkId: 'name', answer: a('y') })],
    'max-occurs',
    'QuestionnaireResponse.item[1]',
  ],
  [
    'a value that is not of its type',
    [group({ linkId: 'name', answer: [{ valueString: 5 }] })],
    'type',
    'QuestionnaireResponse.item[0].item[0].answer[0]',
  ],
  [
    'a value of another type',
    [group({ linkId: 'name', answer: [{ valueInteger: 5 }] })],
    'type',
    'QuestionnaireResponse.item[0].item[0].answer[0].value.ofType(integer)',
  ],
  [
    'a value of no FHIR type',
    [group({ linkId: 'name', answer: [{ valueBanana: 5 }] })],
    'type',
    'QuestionnaireResponse.item[0].item[0].answer[0]',
  ],
  [
    'items under an answer without a value',
    [group({ linkId: 'smokes', answer: [{ item: [{ linkId: 'many', answer: [{ valueInteger: 1 }] }] }] })],
    'structure',
    'QuestionnaireResponse.item[0].item[0].answer[0]',
  ],
  [
    'items under an answer that has none',
    [group({ linkId: 'name', answer: [{ valueString: 'x', item: [{ linkId: 'many' }] }] })],
    'structure',
    'QuestionnaireResponse.item[0].item[0].answer[0].item[0]',
  ],
  [
    'an answer to a disabled question',
    [{ linkId: 'shown', answer: a('x') }],
    'disabled-answered',
    'QuestionnaireResponse.item[0]',
  ],
  ['another text', [{ ...group(), text: 'About them' }], 'text-changed', 'QuestionnaireResponse.item[0]'],
  ['a text that is no text', [{ ...group(), text: 5 }], 'text-changed', 'QuestionnaireResponse.item[0]'],
  ['items that are no list', { linkId: 'g' }, 'structure', 'QuestionnaireResponse.item'],
  ['an item that is no object', [null], 'structure', 'QuestionnaireResponse.item[0]'],
  [
    'answers that are no list',
    [group({ linkId: 'name', answer: 'x' })],
    'structure',
    'QuestionnaireResponse.item[0].item[0].answer',
  ],
];

describe('a response with', () => {
  it.each(CASES)('%s is refused at the element', (_name, item, code, expression) => {
    const errors = judge(item).filter((issue) => issue.severity === 'error');
    expect(errors).toContainEqual(expect.objectContaining({ code, expression }));
  });

  it('a translated text is accepted', () => {
    expect(judge([group({ linkId: 'name', text: 'Nombre', answer: a('Ann') })])).toEqual([]);
  });

  it('empty shells, of disabled items too, is accepted', () => {
    expect(
      judge([
        { linkId: 'g' },
        { linkId: 'note', text: 'Read this' },
        { linkId: 'meds' },
        { linkId: 'shown' },
      ]),
    ).toEqual([]);
  });

  it('several instances of a repeating group is accepted', () => {
    const instance = (name: string) => ({ linkId: 'meds', item: [{ linkId: 'med', answer: a(name) }] });
    expect(judge([instance('x'), instance('y')])).toEqual([]);
  });

  it('left-overs of a disabled question is a draft', () => {
    expect(judge([{ linkId: 'shown', answer: a('x') }], { status: 'in-progress' }, 'draft')).toMatchObject([
      { code: 'disabled-answered', severity: 'warning' },
    ]);
  });

  it('content inside of a disabled group is refused at the group and at the answer', () => {
    const nested = planOf(
      questionnaire([
        { linkId: 'a', type: 'boolean' },
        {
          linkId: 'g',
          type: 'group',
          enableWhen: [{ question: 'a', operator: '=', answerBoolean: true }],
          item: [{ linkId: 'q', type: 'string' }],
        },
      ]),
    );
    const response = {
      resourceType: 'QuestionnaireResponse',
      status: 'completed',
      questionnaire: 'http://example.org/q',
      item: [{ linkId: 'g', item: [{ linkId: 'q', answer: a('x') }] }],
    };
    expect(
      validateResponse(nested, response, 'final').issues.map((issue) => [issue.code, issue.expression]),
    ).toEqual([
      ['disabled-answered', 'QuestionnaireResponse.item[0]'],
      ['disabled-answered', 'QuestionnaireResponse.item[0].item[0]'],
    ]);
  });
});

it('a small response that asks for a very large tree is refused, not obeyed', () => {
  const wide = Array.from({ length: 100 }, (_, index) => ({ linkId: `q${index}`, type: 'string' }));
  const hostile = planOf(questionnaire([{ linkId: 'g', type: 'group', repeats: true, item: wide }]));
  const item = Array.from({ length: 20_000 }, () => ({ linkId: 'g' }));
  const response = {
    resourceType: 'QuestionnaireResponse',
    status: 'completed',
    questionnaire: 'http://example.org/q',
    item,
  };
  const { issues } = validateResponse(hostile, response, 'final');
  expect(issues).toMatchObject([{ code: 'structure', diagnostics: expect.stringMatching(/more items/) }]);
});

describe('the response as a whole', () => {
  it.each([
    ['another resource', { resourceType: 'Patient' }, 'structure', 'error'],
    ['a status of no list', { status: 'done' }, 'structure', 'error'],
    ['another form', { questionnaire: 'http://example.org/other' }, 'structure', 'error'],
    ['another version', { questionnaire: 'http://example.org/q|2' }, 'structure', 'warning'],
    ['no form', { questionnaire: undefined }, 'structure', 'warning'],
    [
      'a date before the form was in effect',
      { authored: '2019-12-31' },
      'outside-effective-period',
      'warning',
    ],
    [
      'a date after the form was in effect',
      { authored: '2022-01-01T00:00:00Z' },
      'outside-effective-period',
      'warning',
    ],
    ['an unreadable date', { authored: 'today' }, 'type', 'error'],
  ])('%s is reported', (_name, rest, code, severity) => {
    expect(judge([], rest)).toMatchObject([{ code, severity }]);
  });

  it.each(['2020', '2021-06-01', '2021-12-31T23:00:00Z'])('%s is within the period', (authored) => {
    expect(judge([], { authored })).toEqual([]);
  });

  it('of a form that is not active is reported as a warning', () => {
    const draft = planOf(questionnaire(ITEMS, { status: 'draft' }));
    const { issues } = validateResponse(
      draft,
      { resourceType: 'QuestionnaireResponse', status: 'completed', questionnaire: 'http://example.org/q' },
      'final',
    );
    expect(issues).toMatchObject([{ code: 'questionnaire-status', severity: 'warning' }]);
  });

  it.each([
    undefined,
    null,
    5,
    'x',
    [],
    {},
    { resourceType: 'QuestionnaireResponse', status: 'completed', item: [[[]]] },
  ])('%j is judged, never thrown at', (response) => {
    expect(validateResponse(plan, response, 'final').issues.length).toBeGreaterThan(0);
  });

  it('has its issues as an OperationOutcome with stable codes, and one that says so where there are none', () => {
    const response = {
      resourceType: 'QuestionnaireResponse',
      status: 'completed',
      questionnaire: 'http://example.org/q|1',
    };
    expect(validateResponse(plan, response, 'final').outcome).toEqual({
      resourceType: 'OperationOutcome',
      issue: [{ severity: 'information', code: 'informational', diagnostics: 'no issues' }],
    });
    const { outcome } = validateResponse(plan, { ...response, item: [{ linkId: 'nowhere' }] }, 'final');
    expect(outcome.issue).toMatchObject([
      {
        severity: 'error',
        code: 'not-found',
        details: { coding: [{ code: 'not-found' }] },
        expression: ['QuestionnaireResponse.item[0]'],
      },
    ]);
  });
});

describe('a response opened again', () => {
  const item: QuestionnaireResponseItem[] = [
    {
      linkId: 'g',
      item: [
        { linkId: 'name', answer: a('Ann') },
        {
          linkId: 'smokes',
          answer: [{ valueBoolean: true, item: [{ linkId: 'many', answer: [{ valueInteger: 3 }] }] }],
        },
      ],
    },
    { linkId: 'meds', item: [{ linkId: 'med', answer: a('x') }] },
    { linkId: 'meds', item: [{ linkId: 'med', answer: a('y') }] },
  ];

  it('has every answer in its place', () => {
    const form = editForm(plan, { resourceType: 'QuestionnaireResponse', status: 'in-progress', item });
    expect(node(form, 'name').answers).toEqual([text('Ann')]);
    expect(node(form, 'many').answers).toEqual([{ type: 'integer', value: 3 }]);
    expect(nodes(form, 'med').map((state) => state.answers)).toEqual([[text('x')], [text('y')]]);
    expect(node(form, 'shown').enabled).toBe(true);
  });

  it('gets no initial values for what it leaves unanswered', () => {
    const initial = planOf(questionnaire([{ linkId: 'q', type: 'string', initial: [{ valueString: 'x' }] }]));
    const form = editForm(initial, { resourceType: 'QuestionnaireResponse', status: 'in-progress' });
    expect(allNodes(form).map((state) => state.answers)).toEqual([[]]);
  });
});

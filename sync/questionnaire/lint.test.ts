import { describe, expect, it } from 'vitest';
import { compileQuestionnaire, openQuestionnaire } from './compile.ts';
import { lintQuestionnaire } from './lint-questionnaire.ts';
import { compilePattern } from './patterns.ts';
import { CORE, type ItemSource, questionnaire, SDC } from './testing/forms.ts';

const option = [{ valueCoding: { code: 'a' } }];
const when = (question: string, rest: object = { operator: 'exists', answerBoolean: true }) => ({
  question,
  ...rest,
});
const q: ItemSource = { linkId: 'q', type: 'string', text: 'Q' };
const named = (item: object): ItemSource => ({ linkId: 'x', text: 'X', ...item });

/** Promise 8: what publishing refuses. */
const ERRORS: readonly (readonly [code: string, name: string, items: readonly ItemSource[]])[] = [
  ['que-1', 'a group without items', [named({ type: 'group' })]],
  ['que-1', 'a display with items', [named({ type: 'display', item: [q] })]],
  ['que-2', 'a linkId twice', [q, { ...q }]],
  ['que-3', 'a display with a code', [named({ type: 'display', code: [{ code: 'a' }] })]],
  [
    'que-4',
    'options and a value set',
    [named({ type: 'choice', answerOption: option, answerValueSet: '#v' })],
  ],
  ['que-5', 'options of a boolean', [named({ type: 'boolean', answerOption: option })]],
  ['que-6', 'a required display', [named({ type: 'display', required: false })]],
  [
    'que-7',
    'exists without a boolean',
    [q, named({ type: 'string', enableWhen: [when('q', { operator: 'exists', answerString: 'x' })] })],
  ],
  [
    'que-8',
    'a group with an initial value',
    [named({ type: 'group', item: [q], initial: [{ valueString: 'a' }] })],
  ],
  ['que-9', 'a read-only display', [named({ type: 'display', readOnly: true })]],
  ['que-10', 'maxLength of a date', [named({ type: 'date', maxLength: 5 })]],
  [
    'que-11',
    'options and an initial value',
    [named({ type: 'choice', answerOption: option, initial: [{ valueCoding: { code: 'a' } }] })],
  ],
  [
    'que-12',
    'two conditions without enableBehavior',
    [q, named({ type: 'string', enableWhen: [when('q'), when('q')] })],
  ],
  [
    'que-13',
    'two initial values of a question that does not repeat',
    [named({ type: 'string', initial: [{ valueString: 'a' }, { valueString: 'b' }] })],
  ],
  ['condition-self', 'a condition on its own item', [named({ type: 'string', enableWhen: [when('x')] })]],
  [
    'condition-descendant',
    'a condition on what stands inside',
    [named({ type: 'group', item: [q], enableWhen: [when('q')] })],
  ],
  ['condition-dangling', 'a condition on nothing', [named({ type: 'string', enableWhen: [when('gone')] })]],
  [
    'pattern-unusable',
    'a pattern that can not be run',
    [named({ type: 'string', extension: [{ url: `${CORE}regex`, valueString: '(?=a)' }] })],
  ],
  [
    'enable-when-twice',
    'a condition and an expression',
    [
      q,
      named({
        type: 'string',
        enableWhen: [when('q')],
        extension: [{ url: `${SDC}enableWhenExpression`, valueExpression: {} }],
      }),
    ],
  ],
  ['no-items', 'nothing to ask', []],
];

const WARNINGS: readonly (readonly [code: string, items: readonly ItemSource[]])[] = [
  ['condition-later', [named({ type: 'string', enableWhen: [when('q')] }), q]],
  [
    'condition-type',
    [q, named({ type: 'string', enableWhen: [when('q', { operator: '=', answerInteger: 5 })] })],
  ],
  [
    'condition-unanswerable',
    [
      named({ type: 'group', item: [q] }),
      { linkId: 'y', type: 'string', text: 'Y', enableWhen: [when('x')] },
    ],
  ],
  [
    'condition-circle',
    [{ ...q, enableWhen: [when('x')] }, named({ type: 'string', enableWhen: [when('q')] })],
  ],
  [
    'pattern-is-fhirpath',
    [named({ type: 'string', extension: [{ url: `${CORE}regex`, valueString: "matches('a')" }] })],
  ],
  ['no-options', [named({ type: 'choice' })]],
  ['value-set-unavailable', [named({ type: 'choice', answerValueSet: 'http://example.org/vs' })]],
  ['constraint-on-choice', [named({ type: 'open-choice', answerOption: option, maxLength: 5 })]],
  [
    'impossible-limits',
    [
      named({
        type: 'integer',
        extension: [
          { url: `${CORE}minValue`, valueInteger: 20 },
          { url: `${CORE}maxValue`, valueInteger: 2 },
        ],
      }),
    ],
  ],
  [
    'max-size-in-bytes',
    [named({ type: 'attachment', extension: [{ url: `${CORE}maxSize`, valueDecimal: 5 }] })],
  ],
  ['unreachable-required', [named({ type: 'string', required: true, readOnly: true })]],
  [
    'expression-not-evaluated',
    [named({ type: 'string', extension: [{ url: `${SDC}initialExpression`, valueExpression: {} }] })],
  ],
  ['no-text', [{ linkId: 'x', type: 'string' }]],
];

const lint = (items: readonly ItemSource[]) =>
  lintQuestionnaire(questionnaire(items), 'publish', { compilePattern });

describe('publishing', () => {
  it.each(ERRORS)('refuses with %s: %s', (code, _name, items) => {
    expect(lint(items)).toContainEqual(expect.objectContaining({ code, severity: 'error' }));
  });

  it.each(WARNINGS)('warns with %s', (code, items) => {
    expect(lint(items)).toContainEqual(expect.objectContaining({ code, severity: 'warning' }));
  });

  it('finds nothing in a sound form', () => {
    expect(lint([q, named({ type: 'choice', answerOption: option, enableWhen: [when('q')] })])).toEqual([]);
  });

  it.each([
    ['"!="', { operator: '!=', answerString: 'x' }],
    ['quantities', { operator: '=', answerQuantity: { value: 5 } }],
    ['references', { operator: '=', answerReference: { reference: 'Patient/1' } }],
  ])('says that %s reads differently in the Java validator', (_name, rest) => {
    expect(lint([q, named({ type: 'string', enableWhen: [when('q', rest)] })])).toContainEqual(
      expect.objectContaining({ code: 'reads-differently', severity: 'information' }),
    );
  });

  it('says so of repeated and of disabled questions as well', () => {
    const repeated = { linkId: 'g', type: 'group', text: 'G', repeats: true, item: [q] };
    const disabled = { ...q, linkId: 'd', enableWhen: [when('q')] };
    const found = lint([repeated, disabled, named({ type: 'string', enableWhen: [when('d')] })]).filter(
      (fault) => fault.code === 'reads-differently',
    );
    expect(found.map((fault) => fault.linkId)).toEqual(['d', 'x']);
  });

  it('names every fault at once, with path, linkId and remedy', () => {
    const faults = lint([
      named({
        type: 'group',
        item: [{ linkId: 'y', type: 'display', text: 'Y', readOnly: true, required: true }],
      }),
    ]);
    expect(faults).toMatchObject([
      { code: 'que-6', path: 'Questionnaire.item[0].item[0]', linkId: 'y', remedy: expect.any(String) },
      { code: 'que-9', path: 'Questionnaire.item[0].item[0]', linkId: 'y', remedy: expect.any(String) },
    ]);
  });

  it('names the circle of conditions by its linkIds', () => {
    const circle = ['a', 'b', 'c'].map((linkId, index, all) => ({
      ...q,
      linkId,
      enableWhen: [when(all[(index + 1) % 3] ?? '')],
    }));
    expect(lint(circle).find((fault) => fault.code === 'condition-circle')?.message).toMatch(
      /: (a -> c -> b -> a|c -> b -> a -> c|b -> a -> c -> b)$/,
    );
  });
});

describe('opening', () => {
  it('takes a form with two conditions and no enableBehavior, and warns', () => {
    const compiled = compileQuestionnaire(
      questionnaire([q, named({ type: 'string', enableWhen: [when('q'), when('q')] })]),
    );
    expect(compiled).toMatchObject({ ok: true, warnings: [{ code: 'que-12', severity: 'warning' }] });
  });

  it('without warnings takes the same forms to the same plan, and refuses the same', () => {
    const source = questionnaire([q, named({ type: 'string', enableWhen: [when('q'), when('q')] })]);
    const { warnings: _judged, ...compiled } = { warnings: [], ...compileQuestionnaire(source) };
    expect(openQuestionnaire(source)).toEqual(compiled);
    expect(openQuestionnaire([])).toEqual(compileQuestionnaire([]));
  });

  it.each([
    ['nothing', undefined, 'not-a-questionnaire'],
    ['a list', [], 'not-a-questionnaire'],
    ['another resource', { resourceType: 'Patient' }, 'not-a-questionnaire'],
    ['items that are no list', { resourceType: 'Questionnaire', item: {} }, 'malformed'],
    ['an item without linkId', questionnaire([{ linkId: '', type: 'string' }]), 'link-id'],
    ['an unknown type', questionnaire([{ linkId: 'q', type: 'question' }]), 'item-type'],
    ['a text that is no string', questionnaire([{ linkId: 'q', type: 'string', text: 5 }]), 'malformed'],
    [
      'an option of the wrong type',
      questionnaire([{ linkId: 'q', type: 'choice', answerOption: [{ valueInteger: 'one' }] }]),
      'malformed',
    ],
    [
      'a condition without a question',
      questionnaire([{ linkId: 'q', type: 'string', enableWhen: [{ operator: '=', answerString: 'x' }] }]),
      'malformed',
    ],
    [
      'a condition with an unknown operator',
      questionnaire([
        { linkId: 'q', type: 'string', enableWhen: [when('q', { operator: '~', answerString: 'x' })] },
      ]),
      'malformed',
    ],
    [
      'a condition without an answer',
      questionnaire([{ linkId: 'q', type: 'string', enableWhen: [{ question: 'q', operator: '=' }] }]),
      'malformed',
    ],
  ])('refuses %s', (_name, source, code) => {
    expect(compileQuestionnaire(source)).toMatchObject({
      ok: false,
      faults: expect.arrayContaining([
        expect.objectContaining({ code, severity: 'error', remedy: expect.any(String) }),
      ]),
    });
  });
});

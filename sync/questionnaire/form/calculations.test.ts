import { describe, expect, it } from 'vitest';
import { editForm } from '../edit-form.ts';
import {
  calculated,
  computed,
  enableWhen,
  engine,
  initial,
  openWith,
  query,
  sum,
  valuesOf,
  variable,
} from '../testing/expression-forms.ts';
import {
  answer,
  CORE,
  type ItemSource,
  integer,
  node,
  nodes,
  planOf,
  questionnaire,
  text,
  yes,
} from '../testing/forms.ts';
import { validateResponse } from '../validate-response.ts';
import { createForm, restoreForm } from './open-form.ts';

const COMPLETED = { status: 'completed' } as const;
const TOTAL: readonly ItemSource[] = [
  { linkId: 'a', type: 'integer' },
  { linkId: 'b', type: 'integer' },
  sum('total', `(${valuesOf('a')} | ${valuesOf('b')}).sum()`),
  sum('double', `${valuesOf('total')} * 2`, { readOnly: true }),
];
const plan = planOf(questionnaire(TOTAL));
const tools = { expressions: engine };

describe('a form with expressions', () => {
  it('is not opened or judged without an expression engine', () => {
    expect(plan.needs.expressions).toBe(true);
    expect(() => createForm(plan)).toThrow(TypeError);
    expect(() => validateResponse(plan, {}, 'final')).toThrow(TypeError);
  });

  it('enables an item where its enableWhenExpression holds, and disables what stands in it', () => {
    const form = openWith([
      { linkId: 'age', type: 'integer' },
      {
        linkId: 'g',
        type: 'group',
        extension: [enableWhen(`${valuesOf('age')} > 17`)],
        item: [{ linkId: 'q', type: 'string' }],
      },
    ]);
    const enabled = () => ['g', 'q'].map((linkId) => node(form, linkId).enabled);
    expect(enabled()).toEqual([false, false]);
    answer(form, 'age', integer(18));
    expect(enabled()).toEqual([true, true]);
    answer(form, 'age', integer(3));
    expect(enabled()).toEqual([false, false]);
  });

  it('reads a disabled question as unanswered', () => {
    const form = openWith([
      { linkId: 'a', type: 'boolean' },
      { linkId: 'b', type: 'integer', enableWhen: [{ question: 'a', operator: '=', answerBoolean: true }] },
      sum('c', `${valuesOf('b')}.count()`),
    ]);
    answer(form, 'a', yes);
    answer(form, 'b', integer(5));
    expect(node(form, 'c').answers).toEqual([integer(1)]);
    answer(form, 'a');
    expect(node(form, 'c').answers).toEqual([integer(0)]);
  });
});

describe('a calculated question', () => {
  it('follows what it reads, by way of others', () => {
    const form = openWith(TOTAL);
    answer(form, 'a', integer(2));
    answer(form, 'b', integer(3));
    expect(node(form, 'total')).toMatchObject({ answers: [integer(5)], calculated: true, edited: false });
    expect(node(form, 'double').answers).toEqual([integer(10)]);
  });

  it('keeps an answer that a person gave, until it is to be calculated again', () => {
    const form = openWith(TOTAL);
    answer(form, 'a', integer(2));
    answer(form, 'total', integer(7));
    answer(form, 'b', integer(3));
    expect(node(form, 'total')).toMatchObject({ answers: [integer(7)], edited: true });
    expect(node(form, 'double').answers).toEqual([integer(14)]);
    form.recalculate(node(form, 'total').id);
    expect(node(form, 'total')).toMatchObject({ answers: [integer(5)], edited: false });
    expect(node(form, 'double').answers).toEqual([integer(10)]);
  });

  it('that is read-only takes no other answer', () => {
    const form = openWith(TOTAL);
    answer(form, 'a', integer(2));
    answer(form, 'double', integer(99));
    expect(node(form, 'double')).toMatchObject({ answers: [integer(4)], edited: false });
  });

  it('stays edited in a snapshot, and one from before that had none is read as before', () => {
    const form = openWith(TOTAL);
    answer(form, 'a', integer(2));
    answer(form, 'total', integer(7));
    const snapshot = form.snapshot();
    const restored = restoreForm(plan, snapshot, tools);
    expect(node(restored, 'total')).toMatchObject({ answers: [integer(7)], edited: true });
    const earlier = JSON.parse(JSON.stringify(snapshot).replace(',"edited":true', ''));
    expect(node(restoreForm(plan, earlier, tools), 'total')).toMatchObject({
      answers: [integer(2)],
      edited: false,
    });
  });

  it('reads back as edited where it differs, and as calculated where it does not', () => {
    const form = openWith(TOTAL);
    answer(form, 'a', integer(2));
    const back = () => editForm(plan, form.response(COMPLETED), tools);
    expect(node(back(), 'total').edited).toBe(false);
    answer(form, 'total', integer(7));
    expect(node(back(), 'total')).toMatchObject({ answers: [integer(7)], edited: true });
    expect(back().response(COMPLETED)).toEqual(form.response(COMPLETED));
  });

  it('that a draft leaves out is calculated, and one that a person emptied in a finished response stays empty', () => {
    const item = [{ linkId: 'a', answer: [{ valueInteger: 2 }] }];
    const opened = (status: 'in-progress' | 'completed') =>
      node(editForm(plan, { resourceType: 'QuestionnaireResponse', status, item }, tools), 'total');
    expect(opened('in-progress').answers).toEqual([integer(2)]);
    expect(opened('completed')).toMatchObject({ answers: [], edited: true });
  });

  it('is never overwritten where a response is judged: what differs is said', () => {
    const form = openWith(TOTAL);
    answer(form, 'a', integer(2));
    const response = form.response(COMPLETED);
    expect(validateResponse(plan, response, 'final', tools).issues).toEqual([]);
    const forged = JSON.parse(JSON.stringify(response).replace('"valueInteger":4', '"valueInteger":5'));
    expect(validateResponse(plan, forged, 'final', tools).issues).toMatchObject([
      {
        code: 'calculation-differs',
        severity: 'warning',
        linkId: 'double',
        expression: 'QuestionnaireResponse.item[2]',
      },
    ]);
  });

  it('is empty where its calculation gives an error, and the error says nothing of the answers', () => {
    const form = openWith([
      { linkId: 'a', type: 'string' },
      sum('n', `iif(${valuesOf('a')}.exists(), (1 | 2).single(), 0)`),
    ]);
    answer(form, 'a', text('secret'));
    expect(node(form, 'n').answers).toEqual([]);
    const failed = form.validate('draft').filter(({ code }) => code === 'expression-failed');
    expect(failed).toMatchObject([{ severity: 'warning', linkId: 'n' }]);
    expect(JSON.stringify(failed)).not.toContain('secret');
  });
});

describe('an initial expression', () => {
  const items: readonly ItemSource[] = [
    { linkId: 'name', type: 'string', extension: [initial('%patient.name.family')] },
    { linkId: 'copy', type: 'string', extension: [initial(valuesOf('name'))] },
    {
      linkId: 'g',
      type: 'group',
      repeats: true,
      item: [{ linkId: 'n', type: 'integer', extension: [initial('6 * 7')] }],
    },
  ];
  const launchContext = { patient: { resourceType: 'Patient', name: [{ family: 'Noor' }] } };

  it('fills a new form once, one answer from another, and each new instance', () => {
    const form = openWith(items, { launchContext });
    expect(['name', 'copy'].map((linkId) => node(form, linkId).answers)).toEqual([
      [text('Noor')],
      [text('Noor')],
    ]);
    answer(form, 'name', text('Ali'));
    expect(node(form, 'copy').answers).toEqual([text('Noor')]);
    form.addInstance(node(form, 'g').id);
    expect(nodes(form, 'n').map(({ answers }) => answers)).toEqual([[integer(42)], [integer(42)]]);
  });

  it('fills nothing in a form that is restored or edited', () => {
    const form = openWith(items, { launchContext });
    answer(form, 'name');
    const options = { ...tools, launchContext };
    const back = restoreForm(form.plan, form.snapshot(), options);
    expect(node(back, 'name').answers).toEqual([]);
    const edited = editForm(form.plan, form.response(COMPLETED), options);
    expect(node(edited, 'name').answers).toEqual([]);
  });

  it('without its launch context fills nothing in, and nothing is wrong', () => {
    const form = openWith(items);
    expect(node(form, 'name').answers).toEqual([]);
    expect(form.validate('final')).toEqual([]);
  });
});

describe('a variable', () => {
  it('of an item is seen by the item and below it, and goes before one further out', () => {
    const form = createForm(
      planOf(
        questionnaire(
          [
            sum('outer', '%x'),
            {
              linkId: 'g',
              type: 'group',
              extension: [variable('x', '2'), variable('y', '%x + 1')],
              item: [sum('inner', '%x + %y')],
            },
          ],
          { extension: [variable('x', '1')] },
        ),
      ),
      tools,
    );
    expect(node(form, 'outer').answers).toEqual([integer(1)]);
    expect(node(form, 'inner').answers).toEqual([integer(5)]);
  });

  it('of a repeating group reads the instance that it stands in', () => {
    const form = openWith([
      {
        linkId: 'g',
        type: 'group',
        repeats: true,
        extension: [variable('weight', "item.where(linkId='w').answer.value")],
        item: [{ linkId: 'w', type: 'integer' }, sum('twice', '%weight * 2')],
      },
    ]);
    form.addInstance(node(form, 'g').id);
    form.answer(node(form, 'w', 0).id, [integer(1)]);
    form.answer(node(form, 'w', 1).id, [integer(10)]);
    expect(nodes(form, 'twice').map(({ answers }) => answers)).toEqual([[integer(2)], [integer(20)]]);
  });

  it('that is a query is answered by the host that opens the form, and again where what it asks changes', () => {
    const asked: string[] = [];
    const form = createForm(
      planOf(
        questionnaire(
          [
            { linkId: 'code', type: 'string' },
            { linkId: 'v', type: 'decimal', extension: [calculated('%obs.value.value')] },
          ],
          {
            extension: [query('obs', `Observation?code={{${valuesOf('code')}}}&_count=1`)],
          },
        ),
      ),
      {
        ...tools,
        query: (text) => {
          asked.push(text);
          return { resourceType: 'Observation', valueQuantity: { value: asked.length } };
        },
      },
    );
    expect(node(form, 'v').answers).toEqual([{ type: 'decimal', value: 1 }]);
    answer(form, 'code', text('a b&c'));
    expect(node(form, 'v').answers).toEqual([{ type: 'decimal', value: 2 }]);
    expect(asked).toEqual(['Observation?code=&_count=1', 'Observation?code=a%20b%26c&_count=1']);
  });
});

describe('where what an expression reads is not at hand', () => {
  const form = () =>
    openWith([
      { linkId: 'q', type: 'string', required: true, extension: [enableWhen('%patient.active')] },
      {
        linkId: 'g',
        type: 'group',
        extension: [enableWhen('%patient.active')],
        item: [
          { linkId: 'in', type: 'string', required: true },
          { linkId: 'other', type: 'string' },
        ],
      },
    ]);

  it('the item counts as enabled, nothing of it is demanded, and a warning says so', () => {
    const opened = form();
    expect(node(opened, 'q').enabled).toBe(true);
    expect(opened.validate('final').map(({ code, linkId, severity }) => [code, linkId, severity])).toEqual([
      ['expression-failed', 'q', 'warning'],
      ['expression-failed', 'g', 'warning'],
    ]);
  });

  it('a group that was answered all the same is demanded as a whole', () => {
    const opened = form();
    answer(opened, 'other', text('x'));
    expect(opened.validate('final')).toContainEqual(
      expect.objectContaining({ code: 'required', linkId: 'in' }),
    );
  });
});

describe('what is computed of an item', () => {
  it('is its text, its limits, and whether it is required, read-only or repeats', () => {
    const form = openWith([
      { linkId: 'n', type: 'integer' },
      {
        linkId: 'q',
        type: 'integer',
        text: 'How many?',
        _text: computed(`'How many of ' & ${valuesOf('n')}.toString() & '?'`),
        _required: computed(`${valuesOf('n')} > 1`),
        _repeats: computed(`${valuesOf('n')} > 1`),
        _readOnly: computed(`${valuesOf('n')} > 9`),
        extension: [
          { url: `${CORE}minValue`, valueInteger: 1 },
          { url: `${CORE}maxValue`, _valueInteger: computed(valuesOf('n')) },
        ],
      },
    ]);
    expect(node(form, 'q')).toMatchObject({ required: false, readOnly: false, repeats: false });
    answer(form, 'n', integer(3));
    expect(node(form, 'q')).toMatchObject({ text: 'How many of 3?', required: true, repeats: true });
    expect(form.validate('final').map(({ code }) => code)).toEqual(['required']);
    answer(form, 'q', integer(4), integer(3));
    expect(node(form, 'q').issues).toMatchObject([{ code: 'max-value', parameters: { limit: 3 } }]);
    expect(form.response().item?.[1]?.text).toBe('How many of 3?');
    answer(form, 'n', integer(10));
    expect(node(form, 'q')).toMatchObject({ readOnly: true, issues: [] });
  });
});

import { describe, expect, it } from 'vitest';
import { editForm } from '../edit-form.ts';
import type { Form, FormOptions } from '../model/contract.ts';
import { compiledPlan } from '../plan/plan.ts';
import { programOf } from '../plan/program.ts';
import {
  answersFrom,
  calculated,
  enableWhen,
  engine,
  initial,
  openWith,
  sum,
  valuesOf,
} from '../testing/expression-forms.ts';
import {
  allNodes,
  answer,
  CORE,
  extension,
  type ItemSource,
  integer,
  no,
  node,
  nodes,
  planOf,
  questionnaire,
  text,
  yes,
} from '../testing/forms.ts';
import { validateResponse } from '../validate-response.ts';
import { createForm, restoreForm } from './open-form.ts';

/** Found by random games: each test is a form whose incremental recompute once came to something else than a full one. */

function expectFull(form: Form, options: FormOptions = { expressions: engine }): void {
  const full = restoreForm(form.plan, form.snapshot(), options);
  expect(allNodes(form)).toEqual(allNodes(full));
  expect(form.validate('final')).toEqual(full.validate('final'));
}

/** The linkIds that are announced while the form changes, sorted. */
function announcedDuring(form: Form, change: () => void): readonly string[] {
  allNodes(form);
  const heard: string[] = [];
  const stop = form.onChange((ids) => heard.push(...[...ids].map((id) => form.read(id)?.linkId ?? '')));
  change();
  stop();
  return heard.sort();
}

/** Descends into answers, too. */
const anywhere = (linkId: string) => `%resource.descendants().where(linkId='${linkId}').answer.value`;

function constraintOf(expression: string): object {
  return {
    url: `${CORE}questionnaire-constraint`,
    extension: [
      { url: 'key', valueId: 'k-1' },
      { url: 'severity', valueCode: 'error' },
      { url: 'human', valueString: 'These do not go together.' },
      { url: 'expression', valueString: expression },
    ],
  };
}

const targetConstraintAt = (expression: string, location: string) => ({
  extension: [
    {
      url: `${CORE}targetConstraint`,
      extension: [
        { url: 'key', valueId: 'k-1' },
        { url: 'severity', valueCode: 'error' },
        { url: 'human', valueString: 'These do not go together.' },
        { url: 'expression', valueExpression: { language: 'text/fhirpath', expression } },
        { url: 'location', valueString: location },
      ],
    },
  ],
});

const MIN_TEN = extension(`${CORE}questionnaire-minOccurs`, { valueInteger: 10 });

const ROWS: ItemSource = {
  linkId: 'row',
  type: 'group',
  repeats: true,
  item: [{ linkId: 'x', type: 'integer' }],
};

describe('an expression that reads its own item', () => {
  const byOthers: readonly ItemSource[] = [
    {
      linkId: 'q',
      type: 'boolean',
      repeats: true,
      item: [
        {
          linkId: 'nested',
          type: 'boolean',
          extension: [enableWhen(`${anywhere('nested')}.exists().not()`)],
        },
      ],
    },
  ];

  it('in other instances is worked out together with them', () => {
    const form = openWith(byOthers);
    answer(form, 'q', yes, no, yes);
    form.answer(node(form, 'nested', 1).id, [yes]);
    expect(nodes(form, 'nested').map(({ enabled }) => enabled)).toEqual([false, true, false]);
    expectFull(form);
  });

  it('is a circle where it repeats, and none where it stands once', () => {
    const counted = [sum('n', `${anywhere('n')}.count()`)];
    const group = (rest: object) => [{ linkId: 'g', type: 'group', item: counted, ...rest }];
    const circleOf = (items: readonly ItemSource[]) =>
      programOf(compiledPlan(planOf(questionnaire(items))), engine).circle;
    expect(circleOf(group({}))).toEqual([]);
    expect(circleOf(group({ repeats: true }))).toEqual(['n', 'n']);
    expect(circleOf([{ linkId: 'q', type: 'boolean', item: counted }])).toEqual(['n', 'n']);
  });

  it('under its own group alone is no circle', () => {
    const items = [{ ...ROWS, item: [sum('n', "item.where(linkId='n').count()")] }];
    expect(programOf(compiledPlan(planOf(questionnaire(items))), engine).circle).toEqual([]);
  });
});

describe('answers that change places', () => {
  it('bring another nested question nearest to a condition', () => {
    const form = openWith([
      { linkId: 'q', type: 'string', repeats: true, item: [{ linkId: 'nested', type: 'boolean' }] },
      {
        linkId: 'reader',
        type: 'string',
        enableWhen: [{ question: 'nested', operator: '=', answerBoolean: true }],
      },
    ]);
    answer(form, 'q', text('a'), text('b'));
    form.answer(node(form, 'nested', 0).id, [yes]);
    expect(node(form, 'reader').enabled).toBe(false);
    answer(form, 'q', text('b'), text('a'));
    expect(node(form, 'reader').enabled).toBe(true);
    expectFull(form);
  });
});

describe('a state that comes back to what it was', () => {
  it('is not announced where an expression offers other values that are no options', () => {
    const form = openWith([
      { linkId: 'a', type: 'boolean' },
      { linkId: 'c', type: 'choice', extension: [answersFrom(valuesOf('a'))] },
    ]);
    answer(form, 'a', no);
    expect(announcedDuring(form, () => answer(form, 'a', yes))).toEqual(['a']);
  });

  it('is not announced where a limit moves and nothing meets it', () => {
    const limit = {
      url: `${CORE}minValue`,
      _valueInteger: {
        extension: [
          {
            url: `${CORE}cqf-calculatedValue`,
            valueExpression: { language: 'text/fhirpath', expression: valuesOf('a') },
          },
        ],
      },
    };
    const form = openWith([
      { linkId: 'a', type: 'integer' },
      { linkId: 'b', type: 'integer', extension: [limit] },
    ]);
    answer(form, 'b', integer(5));
    expect(announcedDuring(form, () => answer(form, 'a', integer(3)))).toEqual(['a']);
    expect(announcedDuring(form, () => answer(form, 'a', integer(6)))).toEqual(['a', 'b']);
  });

  it('is not announced where a constraint breaks as its element goes', () => {
    const form = openWith([
      {
        linkId: 'g',
        type: 'group',
        extension: [constraintOf("item.where(linkId='x').answer.exists()")],
        item: [{ linkId: 'x', type: 'integer' }],
      },
    ]);
    answer(form, 'x', integer(1));
    expect(announcedDuring(form, () => answer(form, 'x'))).toEqual(['x']);
  });
});

describe('the location of a constraint', () => {
  const broken = (form: Form) => nodes(form, 'x').map(({ issues }) => issues.length);

  it('is the first that fits in the order of the document, not of coming', () => {
    const located = targetConstraintAt(
      `${valuesOf('x')}.sum() > 9`,
      '%resource.item.item.where(answer.exists())',
    );
    const form = createForm(planOf(questionnaire([ROWS], located)), { expressions: engine });
    const first = node(form, 'row').id;
    form.addInstance(first);
    form.addInstance(first);
    for (const at of [1, 2]) form.answer(node(form, 'x', at).id, [integer(1)]);
    expect(broken(form)).toEqual([0, 1, 0]);
    expectFull(form);
  });

  it('is another one when the one that it was is gone, though it had no answer', () => {
    const located = targetConstraintAt('false', "%resource.item.item.where(linkId='x')");
    const form = createForm(planOf(questionnaire([ROWS], located)), { expressions: engine });
    const first = node(form, 'row').id;
    form.addInstance(first);
    expect(broken(form)).toEqual([1, 0]);
    form.removeInstance(first);
    expect(broken(form)).toEqual([1]);
    expectFull(form);
  });
});

describe('an expression that failed once', () => {
  it('is no warning while the conditions beside it do not hold', () => {
    const form = openWith([
      { linkId: 'a', type: 'boolean' },
      {
        linkId: 'q',
        type: 'string',
        enableWhen: [{ question: 'a', operator: '=', answerBoolean: true }],
        extension: [enableWhen('%patient.active')],
      },
    ]);
    answer(form, 'a', yes);
    expect(form.validate('draft')).toMatchObject([{ code: 'expression-failed', linkId: 'q' }]);
    answer(form, 'a', no);
    expect(form.validate('draft')).toEqual([]);
    expectFull(form);
  });

  it('is no warning in a circle once its answer was edited', () => {
    const form = openWith([
      sum('a', `${valuesOf('b')}.count() + %patient.age`),
      sum('b', `${valuesOf('a')}.count()`),
    ]);
    answer(form, 'a', integer(1));
    expect(form.validate('draft')).toEqual([]);
    expectFull(form);
  });
});

describe('a circle through items that its own answers bring and take away', () => {
  const turning = (nested: object, repeats = false): readonly ItemSource[] => [
    {
      linkId: 'a',
      type: 'boolean',
      repeats,
      extension: [calculated(`iif(${valuesOf('b')}.exists(), {}, true)`)],
      item: [{ linkId: 'nested', type: 'boolean', ...nested }],
    },
    {
      linkId: 'b',
      type: 'boolean',
      extension: [calculated(`iif(${anywhere('nested')}.exists(), true, {})`)],
    },
  ];

  it('does not hang, and leaves the calculated answers empty where they never come to rest', () => {
    const form = openWith(turning({ initial: [{ valueBoolean: true }] }));
    expect(['a', 'b'].map((linkId) => node(form, linkId).answers)).toEqual([[], []]);
    expectFull(form);
  });

  it('leaves no items behind under an answer that went in the same turn', () => {
    const form = openWith([
      { linkId: 'on', type: 'boolean' },
      {
        ...sum('a', `iif(${valuesOf('on')}.exists() or ${valuesOf('b')} > 99, {}, 1)`),
        item: [
          {
            ...sum('below', `iif(${valuesOf('on')}.exists() or ${valuesOf('b')} > 99, 2, {})`),
            item: [{ linkId: 'deep', type: 'string' }],
          },
        ],
      },
      sum('b', `${anywhere('below')}.sum()`),
    ]);
    expect(announcedDuring(form, () => answer(form, 'on', yes))).not.toContain('deep');
    expect(nodes(form, 'below')).toEqual([]);
    expectFull(form);
  });

  it('is worked out as often as rows are filled, where that brings nothing more', () => {
    const row = { linkId: 'n', type: 'integer', extension: [initial('1')] };
    const form = openWith([
      { linkId: 'row', type: 'group', repeats: true, extension: [MIN_TEN], item: [row] },
      {
        ...sum('a', `%resource.item.item.where(linkId='n').count() + ${valuesOf('b')}.count()`),
        item: [{ linkId: 'x', type: 'string' }],
      },
      sum('b', `${valuesOf('a')} - ${valuesOf('a')}`),
    ]);
    expect(node(form, 'a').answers).toEqual([integer(11)]);
    expectFull(form);
  });

  it('does not hang where each new item gets its initial value once more', () => {
    const form = openWith(turning({ extension: [initial('true')] }, true));
    expect(nodes(form, 'nested').length).toBeLessThanOrEqual(1);
    expectFull(form);
  });
});

describe('an instance without content that a condition reads', () => {
  const items: readonly ItemSource[] = [
    ROWS,
    {
      linkId: 'after',
      type: 'string',
      enableWhen: [{ question: 'x', operator: 'exists', answerBoolean: false }],
    },
  ];

  it('stands in the response, so that the server takes no other one for the nearest', () => {
    const form = openWith(items);
    form.addInstance(node(form, 'row').id);
    answer(form, 'x', integer(1));
    answer(form, 'after', text('y'));
    const response = form.response({ status: 'completed' });
    expect(response.item?.map(({ linkId, item }) => [linkId, item?.length])).toEqual([
      ['row', 1],
      ['row', undefined],
      ['after', undefined],
    ]);
    expect(validateResponse(form.plan, response, 'final').issues).toEqual(form.validate('final'));
    expect(editForm(form.plan, response).response({ status: 'completed' })).toEqual(response);
  });

  it('stands there neither where nothing else of its group does, nor where no condition reads it', () => {
    const unanswered = openWith(items);
    unanswered.addInstance(node(unanswered, 'row').id);
    expect(unanswered.response().item).toBeUndefined();
    const unread = openWith([ROWS]);
    unread.addInstance(node(unread, 'row').id);
    answer(unread, 'x', integer(1));
    expect(unread.response().item).toHaveLength(1);
  });
});

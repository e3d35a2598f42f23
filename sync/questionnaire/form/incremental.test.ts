import { describe, expect, it } from 'vitest';
import { compiledPlan } from '../plan/plan.ts';
import { programOf } from '../plan/program.ts';
import {
  calculated,
  countingEngine,
  enableWhen,
  engine,
  openWith,
  sum,
  valuesOf,
  variable,
} from '../testing/expression-forms.ts';
import {
  answer,
  type ItemSource,
  integer,
  node,
  nodes,
  planOf,
  questionnaire,
  text,
} from '../testing/forms.ts';
import { createForm, restoreForm } from './open-form.ts';

/** Five hundred questions, 25 that are calculated of two others, and 25 that another one shows. */
const LARGE: readonly ItemSource[] = [
  ...Array.from({ length: 500 }, (_, index) => ({ linkId: `q${index}`, type: 'integer' })),
  ...Array.from({ length: 25 }, (_, index) =>
    sum(`c${index}`, `${valuesOf(`q${index * 2}`)} + ${valuesOf(`q${index * 2 + 1}`)}`),
  ),
  ...Array.from({ length: 25 }, (_, index) => ({
    linkId: `e${index}`,
    type: 'string',
    extension: [enableWhen(`${valuesOf(`c${index}`)} > 5`)],
  })),
];

function opened(items: readonly ItemSource[], rest: object = {}) {
  const expressions = countingEngine();
  const form = createForm(planOf(questionnaire(items, rest)), { expressions });
  const during = (change: () => void) => {
    const before = expressions.evaluated.length;
    change();
    return expressions.evaluated.slice(before);
  };
  return { form, expressions, during };
}

describe('a key', () => {
  it('in a question that no expression reads evaluates none', () => {
    const { form, during } = opened(LARGE);
    expect(during(() => answer(form, 'q400', integer(1)))).toEqual([]);
  });

  it('in a question that is read evaluates what depends on it, once each, and announces what changed', () => {
    const { form, during } = opened(LARGE);
    answer(form, 'q0', integer(4));
    const changes: (readonly string[])[] = [];
    form.onChange((ids) => changes.push([...ids].map((id) => form.read(id)?.linkId ?? '').sort()));
    expect(during(() => answer(form, 'q1', integer(5)))).toEqual([
      `${valuesOf('q0')} + ${valuesOf('q1')}`,
      `${valuesOf('c0')} > 5`,
    ]);
    expect(changes).toEqual([['c0', 'e0', 'q1']]);
  });

  it('that leaves a calculated value as it was goes no further', () => {
    const { form, during } = opened([
      { linkId: 'a', type: 'string' },
      sum('n', `${valuesOf('a')}.count()`),
      sum('m', `${valuesOf('n')} + 1`),
    ]);
    answer(form, 'a', text('x'));
    expect(during(() => answer(form, 'a', text('y')))).toEqual([`${valuesOf('a')}.count()`]);
  });

  it('evaluates a variable once, however many read it, and not where nobody does', () => {
    const { form, during } = opened(
      [{ linkId: 'a', type: 'integer' }, sum('x', '%v + 1'), sum('y', '%v + 2')],
      { extension: [variable('v', valuesOf('a')), variable('unread', `${valuesOf('a')} + 9`)] },
    );
    expect(during(() => answer(form, 'a', integer(1))).sort()).toEqual(
      ['%v + 1', '%v + 2', valuesOf('a')].sort(),
    );
  });

  it('in one instance of a group leaves the other instances alone', () => {
    const { form, during } = opened([
      {
        linkId: 'g',
        type: 'group',
        repeats: true,
        extension: [variable('w', "item.where(linkId='a').answer.value")],
        item: [{ linkId: 'a', type: 'integer' }, sum('b', '%w + 1')],
      },
    ]);
    form.addInstance(node(form, 'g').id);
    expect(during(() => form.answer(node(form, 'a', 1).id, [integer(1)]))).toHaveLength(2);
    expect(nodes(form, 'b').map(({ answers }) => answers)).toEqual([[], [integer(2)]]);
  });
});

describe('an expression', () => {
  it('is compiled once for each plan and engine', () => {
    const expressions = countingEngine();
    const plan = planOf(questionnaire(LARGE));
    createForm(plan, { expressions });
    const first = expressions.compiled.length;
    createForm(plan, { expressions });
    expect([first, expressions.compiled.length]).toEqual([50, 50]);
  });

  it('is shown no more of the response than it reads', () => {
    const seen: unknown[] = [];
    const form = openWith(
      [
        { linkId: 'a', type: 'integer', text: 'A' },
        {
          linkId: 'g',
          type: 'group',
          item: [
            { linkId: 'b', type: 'integer' },
            { linkId: 'c', type: 'integer' },
          ],
        },
        sum('n', valuesOf('b')),
      ],
      {
        expressions: {
          compile(source) {
            const expression = engine.compile(source);
            if ('unusable' in expression) return expression;
            return {
              ...expression,
              evaluate(focus) {
                seen.push(focus.resource);
                return expression.evaluate(focus);
              },
            };
          },
        },
      },
    );
    for (const linkId of ['a', 'c', 'b']) answer(form, linkId, integer(1));
    expect(seen.at(-1)).toMatchObject({
      item: [{ linkId: 'g', item: [{ linkId: 'b', answer: [{ valueInteger: 1 }] }] }],
    });
    expect(JSON.stringify(seen.at(-1))).not.toContain('"c"');
  });
});

describe('a circle', () => {
  const circle: readonly ItemSource[] = [
    sum('a', `iif(${valuesOf('b')}.exists(), ${valuesOf('b')} + 1, 1)`),
    sum('b', `iif(${valuesOf('a')} < 5, ${valuesOf('a')} + 1, 5)`),
    { linkId: 'x', type: 'integer' },
  ];

  it('of calculations is found without running them, and named by its linkIds', () => {
    const { circle: found } = programOf(compiledPlan(planOf(questionnaire(circle))), engine);
    expect(found.join(' -> ')).toMatch(/^(a -> b -> a|b -> a -> b)$/);
  });

  it('through a condition and a calculation is found as well', () => {
    const plan = planOf(
      questionnaire([
        { linkId: 'q', type: 'integer', enableWhen: [{ question: 'n', operator: '>', answerInteger: 0 }] },
        sum('n', `${valuesOf('q')} + 1`),
      ]),
    );
    expect(programOf(compiledPlan(plan), engine).circle.toSorted()).toEqual(
      expect.arrayContaining(['n', 'q']),
    );
  });

  it('comes to the same end however the answers came about, and never hangs', () => {
    const form = openWith(circle);
    const said = (opened: typeof form) => ['a', 'b'].map((linkId) => node(opened, linkId).answers);
    answer(form, 'a', integer(3));
    form.recalculate(node(form, 'a').id);
    expect(said(form)).toEqual(said(openWith(circle)));
    expect(said(restoreForm(form.plan, form.snapshot(), { expressions: engine }))).toEqual(said(form));
  });

  it('holds still around an answer that was edited', () => {
    const form = openWith(circle);
    answer(form, 'a', integer(3));
    expect(['a', 'b'].map((linkId) => node(form, linkId).answers)).toEqual([[integer(3)], [integer(4)]]);
  });

  it('is not evaluated for a key elsewhere', () => {
    const { form, during } = opened(circle);
    expect(during(() => answer(form, 'x', integer(1)))).toEqual([]);
  });

  it('that only may be one gives what a chain gives', () => {
    const all = (linkId: string) =>
      `%resource.descendants().where(linkId = ${linkId}.trace('x')).answer.value`;
    const chain = ['d', 'c', 'b'].map((linkId, index) => ({
      linkId,
      type: 'integer',
      extension: [calculated(`${all(`'${['c', 'b', 'a'][index]}'`)} + 1`)],
    }));
    const form = openWith([...chain, { linkId: 'a', type: 'integer' }]);
    answer(form, 'a', integer(1));
    expect(['b', 'c', 'd'].map((linkId) => node(form, linkId).answers)).toEqual([
      [integer(2)],
      [integer(3)],
      [integer(4)],
    ]);
    expect(programOf(compiledPlan(form.plan), engine).circle).toEqual([]);
  });
});

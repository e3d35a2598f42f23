import { describe, expect, it } from 'vitest';
import { CONDITION_CASES } from '../testing/condition-cases.ts';
import { answer, type ItemSource, no, node, nodes, open, text, yes } from '../testing/forms.ts';
import { restoreForm } from './open-form.ts';

// Promise 3.
describe('a condition', () => {
  it.each(CONDITION_CASES.map((example) => ({ name: example[0], example })))('$name', ({ example }) => {
    const [, type, answers, conditions, enabled, behaviour] = example;
    const form = open([
      { linkId: 'q', type, repeats: true },
      {
        linkId: 'reader',
        type: 'string',
        enableWhen: conditions.map((condition) => ({ question: 'q', ...condition })),
        ...(behaviour === undefined ? {} : { enableBehavior: behaviour }),
      },
    ]);
    answer(form, 'q', ...answers);
    expect(node(form, 'reader').enabled).toBe(enabled);
  });

  it('reads a disabled question as unanswered, and its answer again when it is enabled', () => {
    const form = open([
      { linkId: 'a', type: 'boolean' },
      { linkId: 'b', type: 'string', enableWhen: [{ question: 'a', operator: '=', answerBoolean: true }] },
      {
        linkId: 'c',
        type: 'string',
        enableWhen: [{ question: 'b', operator: 'exists', answerBoolean: true }],
      },
      { linkId: 'd', type: 'string', enableWhen: [{ question: 'b', operator: '!=', answerString: 'x' }] },
    ]);
    answer(form, 'a', yes);
    answer(form, 'b', text('x'));
    expect([node(form, 'c').enabled, node(form, 'd').enabled]).toEqual([true, false]);
    answer(form, 'a', no);
    expect([node(form, 'c').enabled, node(form, 'd').enabled]).toEqual([false, true]);
    answer(form, 'a', yes);
    expect(node(form, 'b').answers).toEqual([text('x')]);
    expect([node(form, 'c').enabled, node(form, 'd').enabled]).toEqual([true, false]);
  });

  it('disables everything inside a disabled group, whatever its own conditions say', () => {
    const form = open([
      { linkId: 'a', type: 'boolean' },
      {
        linkId: 'g',
        type: 'group',
        enableWhen: [{ question: 'a', operator: '=', answerBoolean: true }],
        item: [
          { linkId: 'g1', type: 'string' },
          {
            linkId: 'g2',
            type: 'string',
            enableWhen: [{ question: 'a', operator: '=', answerBoolean: false }],
          },
          { linkId: 'g3', type: 'group', item: [{ linkId: 'g31', type: 'string' }] },
        ],
      },
    ]);
    answer(form, 'a', no);
    expect(['g', 'g1', 'g2', 'g3', 'g31'].map((linkId) => node(form, linkId).enabled)).toEqual(
      Array(5).fill(false),
    );
    answer(form, 'a', yes);
    expect(['g', 'g1', 'g2', 'g3', 'g31'].map((linkId) => node(form, linkId).enabled)).toEqual([
      true,
      true,
      false,
      true,
      true,
    ]);
  });

  it('finds a question that stands under an answer', () => {
    const form = open([
      { linkId: 'a', type: 'boolean', item: [{ linkId: 'nested', type: 'string' }] },
      {
        linkId: 'reader',
        type: 'string',
        enableWhen: [{ question: 'nested', operator: '=', answerString: 'x' }],
      },
    ]);
    answer(form, 'a', yes);
    answer(form, 'nested', text('x'));
    expect(node(form, 'reader').enabled).toBe(true);
    answer(form, 'a');
    expect(node(form, 'reader').enabled).toBe(false);
  });

  it('of a nested item reads the question it stands under', () => {
    const form = open([
      {
        linkId: 'smokes',
        type: 'boolean',
        item: [
          {
            linkId: 'many',
            type: 'integer',
            enableWhen: [{ question: 'smokes', operator: '=', answerBoolean: true }],
          },
        ],
      },
    ]);
    answer(form, 'smokes', no);
    expect(node(form, 'many').enabled).toBe(false);
    answer(form, 'smokes', yes);
    expect(node(form, 'many').enabled).toBe(true);
  });
});

describe('the nearest instance', () => {
  const inGroup: readonly ItemSource[] = [
    {
      linkId: 'g',
      type: 'group',
      repeats: true,
      item: [
        { linkId: 'before', type: 'boolean' },
        {
          linkId: 'reader',
          type: 'string',
          enableBehavior: 'all',
          enableWhen: [
            { question: 'before', operator: '=', answerBoolean: true },
            { question: 'after', operator: '=', answerBoolean: true },
          ],
        },
        { linkId: 'after', type: 'boolean' },
      ],
    },
  ];

  it('is the one in the same instance of a repeating group, before or after the reader', () => {
    const form = open(inGroup);
    form.addInstance(node(form, 'g').id);
    form.answer(node(form, 'before', 1).id, [yes]);
    form.answer(node(form, 'after', 0).id, [yes]);
    expect(nodes(form, 'reader').map((state) => state.enabled)).toEqual([false, false]);
    form.answer(node(form, 'after', 1).id, [yes]);
    expect(nodes(form, 'reader').map((state) => state.enabled)).toEqual([false, true]);
  });

  const around: readonly ItemSource[] = [
    { linkId: 'first', type: 'string', enableWhen: [{ question: 'q', operator: '=', answerString: 'x' }] },
    { linkId: 'g', type: 'group', repeats: true, item: [{ linkId: 'q', type: 'string' }] },
    { linkId: 'last', type: 'string', enableWhen: [{ question: 'q', operator: '=', answerString: 'x' }] },
  ];

  it('is the last one before the reader, or else the first one after it', () => {
    const form = open(around);
    form.addInstance(node(form, 'g').id);
    form.answer(node(form, 'q', 0).id, [text('x')]);
    expect([node(form, 'first').enabled, node(form, 'last').enabled]).toEqual([true, false]);
    form.answer(node(form, 'q', 1).id, [text('x')]);
    expect([node(form, 'first').enabled, node(form, 'last').enabled]).toEqual([true, true]);
  });

  it('changes when an instance comes or goes', () => {
    const form = open(around);
    form.answer(node(form, 'q', 0).id, [text('x')]);
    expect(node(form, 'last').enabled).toBe(true);
    const second = form.addInstance(node(form, 'g').id);
    expect(node(form, 'last').enabled).toBe(false);
    form.removeInstance(second);
    expect(node(form, 'last').enabled).toBe(true);
  });
});

describe('conditions in a circle', () => {
  const circle: readonly ItemSource[] = [
    {
      linkId: 'a',
      type: 'string',
      enableWhen: [{ question: 'b', operator: 'exists', answerBoolean: false }],
    },
    {
      linkId: 'b',
      type: 'string',
      enableWhen: [{ question: 'a', operator: 'exists', answerBoolean: false }],
    },
  ];

  it('come to rest: either question can be answered, and then the other is gone', () => {
    const form = open(circle);
    expect([node(form, 'a').enabled, node(form, 'b').enabled]).toEqual([true, true]);
    answer(form, 'b', text('x'));
    expect([node(form, 'a').enabled, node(form, 'b').enabled]).toEqual([false, true]);
    answer(form, 'b');
    answer(form, 'a', text('x'));
    expect([node(form, 'a').enabled, node(form, 'b').enabled]).toEqual([true, false]);
  });

  it('come to rest the same way, however the answers came about', () => {
    const form = open(circle);
    answer(form, 'a', text('x'));
    answer(form, 'b', text('y'));
    const enabled = (opened: typeof form) => ['a', 'b'].map((linkId) => node(opened, linkId).enabled);
    expect(enabled(form)).toEqual(enabled(restoreForm(form.plan, form.snapshot())));
  });

  it('that never come to rest do not hang', () => {
    const form = open([
      {
        linkId: 'a',
        type: 'string',
        initial: [{ valueString: 'x' }],
        enableWhen: [{ question: 'b', operator: 'exists', answerBoolean: false }],
      },
      {
        linkId: 'b',
        type: 'string',
        initial: [{ valueString: 'x' }],
        enableWhen: [{ question: 'a', operator: 'exists', answerBoolean: true }],
      },
    ]);
    expect(form.sequence().length).toBeLessThanOrEqual(2);
  });
});

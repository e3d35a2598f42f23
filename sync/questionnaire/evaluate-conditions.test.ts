import { describe, expect, it } from 'vitest';
import { type ConditionRule, evaluateConditions } from './evaluate-conditions.ts';
import { evaluateConditionsOnResponse } from './evaluate-on-response.ts';
import { answer, integer, no, node, open, text, yes } from './testing/forms.ts';

const more = (value: number): ConditionRule => ({
  enableWhen: [{ question: 'score', operator: '>', answerInteger: value }],
});

describe('a rule of a vendor', () => {
  const form = () =>
    open([
      { linkId: 'on', type: 'boolean' },
      {
        linkId: 'g',
        type: 'group',
        repeats: true,
        item: [
          {
            linkId: 'score',
            type: 'integer',
            enableWhen: [{ question: 'on', operator: '!=', answerBoolean: false }],
          },
        ],
      },
      { linkId: 'note', type: 'string' },
    ]);

  it('counts any instance of the question', () => {
    const opened = form();
    opened.addInstance(node(opened, 'g').id);
    opened.answer(node(opened, 'score', 1).id, [integer(7)]);
    expect(evaluateConditions(opened, more(5))).toBe(true);
    opened.answer(node(opened, 'score', 0).id, [integer(9)]);
    opened.answer(node(opened, 'score', 1).id, []);
    expect(evaluateConditions(opened, more(8))).toBe(true);
    expect(evaluateConditions(opened, more(9))).toBe(false);
  });

  it('reads a disabled question as unanswered', () => {
    const opened = form();
    answer(opened, 'score', integer(7));
    answer(opened, 'on', no);
    expect(evaluateConditions(opened, more(5))).toBe(false);
    answer(opened, 'on', yes);
    expect(evaluateConditions(opened, more(5))).toBe(true);
  });

  it('combines conditions as it says, by any where it does not', () => {
    const opened = form();
    answer(opened, 'score', integer(7));
    const enableWhen: ConditionRule['enableWhen'] = [
      ...more(5).enableWhen,
      { question: 'note', operator: 'exists', answerBoolean: true },
    ];
    expect(evaluateConditions(opened, { enableWhen })).toBe(true);
    expect(evaluateConditions(opened, { enableWhen, enableBehavior: 'all' })).toBe(false);
    answer(opened, 'note', text('a'));
    expect(evaluateConditions(opened, { enableWhen, enableBehavior: 'all' })).toBe(true);
  });

  it('that reads a question which is not there, or has no conditions, does not hold', () => {
    expect(
      evaluateConditions(form(), { enableWhen: [{ question: 'gone', operator: '!=', answerString: 'x' }] }),
    ).toBe(false);
    expect(evaluateConditions(form(), { enableWhen: [] })).toBe(false);
  });

  it('judges a response as it judges the form', () => {
    const opened = form();
    answer(opened, 'score', integer(7));
    expect(evaluateConditionsOnResponse(opened.plan, opened.response(), [more(5), more(7)])).toEqual([
      true,
      false,
    ]);
    expect(evaluateConditionsOnResponse(opened.plan, 'nonsense', [more(5)])).toEqual([false]);
  });
});

import { describe, expect, it } from 'vitest';
import type { ExpressionEngine } from '../model/contract.ts';
import { MAX_OPERATORS } from '../plan/linking.ts';
import { engine, sum, valuesOf } from '../testing/expression-forms.ts';
import { answer, type ItemSource, integer, node, planOf, questionnaire } from '../testing/forms.ts';
import { validateResponse } from '../validate-response.ts';
import { createForm } from './open-form.ts';

const STEPS = 100_000;

/** The engine, with the steps and the tries of each expression counted. */
function meteredEngine() {
  let steps = 0;
  const tries = new Map<string, number>();
  const metered: ExpressionEngine = {
    compile(source) {
      const compiled = engine.compile(source);
      if ('unusable' in compiled) return compiled;
      return {
        ...compiled,
        evaluate(focus) {
          const before = focus.budget?.left ?? Number.POSITIVE_INFINITY;
          tries.set(source, (tries.get(source) ?? 0) + 1);
          try {
            return compiled.evaluate(focus);
          } finally {
            steps += before - Math.max(0, focus.budget?.left ?? 0);
          }
        },
      };
    },
  };
  return { metered, tries, take: () => steps, reset: () => (steps = 0) };
}

const bomb = (index: number) => `${index} + 1.repeat($this + 1).count()`;
const BOMBS: readonly ItemSource[] = Array.from({ length: 10 }, (_, index) =>
  sum(`bomb-${index}`, bomb(index)),
);
const ITEMS: readonly ItemSource[] = [
  { linkId: 'a', type: 'integer' },
  ...BOMBS,
  sum('double', `${valuesOf('a')} * 2`),
];

describe('the budget of a form', () => {
  it('is one for all of its expressions: ten that never end take no more than one', () => {
    const { metered, take } = meteredEngine();
    const form = createForm(planOf(questionnaire(ITEMS)), { expressions: metered, steps: STEPS });
    expect(take()).toBeGreaterThan(STEPS / 4);
    expect(take()).toBeLessThanOrEqual(STEPS);
    expect(form.overBudget).toBe(true);
  });

  it('is 600,000 steps unless the caller says otherwise, where no published form takes 3,000', () => {
    const { metered, take } = meteredEngine();
    createForm(planOf(questionnaire(ITEMS)), { expressions: metered });
    expect(take()).toBeGreaterThan(300_000);
    expect(take()).toBeLessThanOrEqual(600_000);
  });

  it('bounds what is parsed, too: operators of all expressions together', () => {
    let parsed = 0;
    const counting: ExpressionEngine = {
      compile(source) {
        parsed += source.split('|').length - 1;
        return engine.compile(source);
      },
    };
    const unions = Array.from({ length: 60 }, (_, index) =>
      sum(`union-${index}`, `(${`${index} | `.repeat(99)}${index}).first()`),
    );
    const items = [
      ...unions,
      { linkId: 'a', type: 'integer' } as const,
      sum('double', `${valuesOf('a')} * 2`),
    ];
    const form = createForm(planOf(questionnaire(items)), { expressions: counting });
    expect(parsed).toBeGreaterThan(1_000);
    expect(parsed).toBeLessThanOrEqual(MAX_OPERATORS);
    expect(form.overBudget).toBe(true);
    answer(form, 'a', integer(4));
    expect(node(form, 'double').answers).toEqual([{ type: 'integer', value: 8 }]);
  });

  it('counts the comparison of dates for what it takes', () => {
    const { metered, take } = meteredEngine();
    const source = '@2020-01-01.repeat(iif($this < @2020-07-01, $this + 1 day, {})).count()';
    createForm(planOf(questionnaire([sum('total', source)])), { expressions: metered });
    // Each of 182 days is compared with those before it; eight comparisons of plain texts would be one step.
    expect(take()).toBeGreaterThan(182 ** 2 / 2);
  });

  it('leaves a form that is answered, and works out what it can', () => {
    const { metered, take, reset, tries } = meteredEngine();
    const form = createForm(planOf(questionnaire(ITEMS)), { expressions: metered, steps: STEPS });
    for (const value of [4, 21]) {
      reset();
      answer(form, 'a', integer(value));
      expect(take()).toBeLessThanOrEqual(STEPS);
      expect(node(form, 'double').answers).toEqual([{ type: 'integer', value: 2 * value }]);
    }
    // What has had its share and didn't end isn't tried again.
    expect(tries.get(bomb(0))).toBe(1);
    expect(form.validate('final').some(({ severity }) => severity === 'error')).toBe(false);
  });

  it('holds where a response is judged, and says that not everything was checked', () => {
    const { metered, take } = meteredEngine();
    const plan = planOf(questionnaire(ITEMS));
    const response = {
      resourceType: 'QuestionnaireResponse',
      status: 'completed',
      questionnaire: plan.questionnaire.url,
      item: [{ linkId: 'a', answer: [{ valueInteger: 1 }] }],
    };
    const judged = validateResponse(plan, response, 'final', { expressions: metered, steps: STEPS });
    expect(take()).toBeLessThanOrEqual(STEPS);
    expect(judged.overBudget).toBe(true);
    expect(judged.issues.map(({ code }) => code)).toContain('expression-failed');
  });

  it('is not spent by a form whose expressions end', () => {
    const plan = planOf(
      questionnaire([{ linkId: 'a', type: 'integer' }, sum('double', `${valuesOf('a')} * 2`)]),
    );
    expect(createForm(plan, { expressions: engine }).overBudget).toBe(false);
  });
});

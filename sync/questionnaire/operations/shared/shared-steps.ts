import { ExpressionError } from '../../expressions/expression-error.ts';
import { FAIR_SHARE } from '../../form/evaluation.ts';
import type { CompiledExpression, ExpressionEngine } from '../../model/contract.ts';
import { MAX_OPERATORS, operatorsOf, TOO_MANY_OPERATORS } from '../../plan/linking.ts';

type Compiled = ReturnType<ExpressionEngine['compile']>;

export interface SharedSteps {
  /** Whose expressions take of the same steps, by themselves or within a budget of their caller's. */
  readonly engine: ExpressionEngine;
  /** Something was not worked out, because it or what came before it took too much. */
  readonly overBudget: boolean;
}

/**
 * Has all expressions of an operation share one budget, as those of an open form do: each gets at most half of what is left.
 *
 * @param steps of all of them together
 */
export function shareSteps(engine: ExpressionEngine, steps: number): SharedSteps {
  let left = steps;
  let overBudget = false;
  const endless = new Set<string>();
  let operatorsLeft = MAX_OPERATORS;
  const parsed = new Map<string, Compiled>();

  function bounded(compiled: CompiledExpression): CompiledExpression {
    return {
      ...compiled,
      evaluate(focus) {
        const given = focus.budget;
        const share = Math.min(Math.floor(left / 2), given?.left ?? Number.POSITIVE_INFINITY);
        if (share < 1 || endless.has(compiled.source)) {
          overBudget = true;
          // For the caller, too, it is the budget that didn't suffice.
          if (given) given.left = 0;
          throw new ExpressionError('budget', 'the expressions of the form take too long');
        }
        const budget = { left: share };
        try {
          return compiled.evaluate({ ...focus, budget });
        } finally {
          left -= share - Math.max(0, budget.left);
          const isSpent = budget.left <= 0;
          if (isSpent) overBudget = true;
          if (isSpent && share >= steps * FAIR_SHARE) endless.add(compiled.source);
          if (given) given.left = isSpent ? 0 : given.left - (share - budget.left);
        }
      },
    };
  }

  function parse(source: string): Compiled {
    const count = operatorsOf(source);
    if (count > operatorsLeft) {
      overBudget = true;
      return { unusable: TOO_MANY_OPERATORS };
    }
    operatorsLeft -= count;
    const compiled = engine.compile(source);
    return 'unusable' in compiled ? compiled : bounded(compiled);
  }

  return {
    engine: {
      compile(source) {
        const known = parsed.get(source) ?? parse(source);
        parsed.set(source, known);
        return known;
      },
    },
    get overBudget() {
      return overBudget;
    },
  };
}

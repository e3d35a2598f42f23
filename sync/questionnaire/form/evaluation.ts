import type { ExpressionFocus, FormOptions } from '../model/contract.ts';
import { type LinkedExpression, type LinkedVariable, TOO_MANY_OPERATORS } from '../plan/linking.ts';
import type { FocusProjection } from './tree/focus-projection.ts';
import type { InstanceTree, NodeRecord, Outcome, Place } from './tree/instances.ts';
import { isNode } from './tree/instances.ts';

export interface Evaluation {
  /** @param withoutOwn - the place itself, with all below it, is not shown to the expression */
  evaluate(expression: LinkedExpression, place: Place, withoutOwn: boolean): Outcome;
  /** What a variable reads has changed. */
  forget(variable: LinkedVariable, place: Place): void;
  /** A change begins: it has a budget of its own. */
  renewBudget(): void;
  /** Something was not worked out, because it or what came before it took too much. */
  readonly overBudget: boolean;
}

/**
 * Steps of all expressions of a form together, to open it and after each change: some 200 times what the most demanding published forms take, and
 * at most half a second of a desktop's processor, whatever they are spent on. One expression gets at most half of what is left, so that what is
 * worked out quickly is there beside one that never ends.
 */
export const FORM_STEPS = 600_000;
/** An expression that has had so much of the whole and didn't end isn't tried again in this form. */
export const FAIR_SHARE = 1 / 8;
const OVER_BUDGET = 'the expressions of the form take too long';

const RESPONSE_PATH = 'QuestionnaireResponse';
const ITEM_PATH = 'QuestionnaireResponse.item';

export function failure(state: 'not-checked' | 'failed', reason: string): Outcome {
  return { ok: false, state, reason };
}

export function createEvaluation(
  tree: InstanceTree,
  projection: FocusProjection,
  {
    launchContext,
    query,
    now,
    steps = FORM_STEPS,
  }: Pick<FormOptions, 'launchContext' | 'query' | 'now' | 'steps'>,
): Evaluation {
  const { questionnaire } = tree.plan;
  let left = steps;
  let overBudget = false;
  const endless = new Set<LinkedExpression['parts'][number]>();

  /** The place, from another place inside of it, that an item stands for. */
  function placeOf(place: Place, { item }: LinkedExpression): Place {
    if (item === undefined) return tree.form;
    let node: NodeRecord | undefined = isNode(place) ? place : undefined;
    while (node !== undefined && node.item !== item) node = node.parent;
    return node ?? tree.form;
  }

  function variableValue(variable: LinkedVariable, from: Place): Outcome {
    const place = placeOf(from, variable);
    const known = place.variables?.get(variable);
    if (known !== undefined) return known;
    const value = evaluate(variable, place, false);
    place.variables ??= new Map();
    place.variables.set(variable, value);
    return value;
  }

  /** The variables that an expression reads, or why one of them has no value. */
  function variablesOf(
    expression: LinkedExpression,
    names: Iterable<string>,
    place: Place,
  ): { readonly missing: Outcome } | { readonly variables: Readonly<Record<string, unknown>> } {
    const variables: Record<string, unknown> = { questionnaire };
    if (expression.item !== undefined) variables.qitem = expression.item.item;
    for (const name of names) {
      const variable = expression.scope.get(name);
      if (variable !== undefined) {
        const value = variableValue(variable, place);
        if (!value.ok) return { missing: value };
        variables[name] = value.values;
      } else if (launchContext !== undefined && Object.hasOwn(launchContext, name)) {
        variables[name] = launchContext[name];
      } else if (!Object.hasOwn(variables, name)) {
        return { missing: failure('not-checked', `%${name} is not at hand`) };
      }
    }
    return { variables };
  }

  function contextOf(place: Place, withoutOwn: boolean): unknown {
    if (!isNode(place)) return undefined;
    const { linkId } = place.item;
    return withoutOwn ? { linkId } : (projection.element(place) ?? { linkId });
  }

  function evaluate(expression: LinkedExpression, place: Place, withoutOwn: boolean): Outcome {
    const { parts, template, unusable } = expression;
    if (unusable === TOO_MANY_OPERATORS) overBudget = true;
    if (unusable !== undefined) return failure('not-checked', unusable);
    const without = withoutOwn && isNode(place) ? place : undefined;
    const results: (readonly unknown[])[] = [];
    for (const part of parts) {
      const named = variablesOf(expression, part.reads.variables, place);
      if ('missing' in named) return named.missing;
      const fromContext = !isNode(place);
      const reads = fromContext ? joined(part.reads) : part.reads.resource;
      const resource = projection.resource(reads, without);
      const focus: ExpressionFocus = {
        resource,
        context: fromContext ? resource : contextOf(place, withoutOwn),
        contextPath: fromContext ? RESPONSE_PATH : ITEM_PATH,
        variables: named.variables,
        ...(now === undefined ? {} : { now }),
      };
      const share = Math.floor(left / 2);
      if (share < 1 || endless.has(part)) {
        overBudget = true;
        return failure('not-checked', OVER_BUDGET);
      }
      const budget = { left: share };
      try {
        results.push(part.evaluate({ ...focus, budget }));
      } catch {
        // What the engine says of it may quote an answer.
        if (budget.left > 0) return failure('failed', 'it gave an error');
        overBudget = true;
        if (share >= steps * FAIR_SHARE) endless.add(part);
        return failure('not-checked', OVER_BUDGET);
      } finally {
        left -= share - Math.max(0, budget.left);
      }
    }
    if (template === undefined) return { ok: true, values: results[0] ?? [] };
    const answered = query?.(template.fill(results));
    return answered === undefined
      ? failure('not-checked', 'the query was not answered')
      : { ok: true, values: Array.isArray(answered) ? answered : [answered] };
  }

  return {
    evaluate,
    get overBudget() {
      return overBudget;
    },
    renewBudget() {
      left = steps;
    },
    forget(variable, place) {
      place.variables?.delete(variable);
    },
  };
}

/** On the form itself, `%context` and `%resource` are the same element. */
const joinedReads = new WeakMap<object, ReadonlySet<string> | 'all'>();
function joined(reads: LinkedExpression['parts'][number]['reads']): ReadonlySet<string> | 'all' {
  const known = joinedReads.get(reads);
  if (known !== undefined) return known;
  const { resource, context } = reads;
  const all = resource === 'all' || context === 'all' ? 'all' : new Set([...resource, ...context]);
  joinedReads.set(reads, all);
  return all;
}

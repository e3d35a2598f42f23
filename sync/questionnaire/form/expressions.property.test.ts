import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { editForm } from '../edit-form.ts';
import type { ExpressionEngine, Form, FormOptions } from '../model/contract.ts';
import { compilePattern } from '../patterns.ts';
import { compiledPlan } from '../plan/plan.ts';
import { programOf } from '../plan/program.ts';
import { type Action, act, arbitraryActions, arbitraryForm } from '../testing/arbitraries.ts';
import { engine } from '../testing/expression-forms.ts';
import { allNodes, planOf } from '../testing/forms.ts';
import { validateResponse } from '../validate-response.ts';
import { createForm, restoreForm } from './open-form.ts';

/** `npm run test:full` plays more of them. */
const RUNS = { numRuns: process.env.FULL ? 700 : 40 };
const COMPLETED = { status: 'completed', authored: '2026-01-01T10:00:00Z' } as const;

/** Says of every expression that it may read everything: it is shown the whole response, and computed again after each key. */
const shownEverything: ExpressionEngine = {
  compile(source) {
    const expression = engine.compile(source);
    if ('unusable' in expression) return expression;
    const { reads } = expression;
    return {
      ...expression,
      evaluate: (focus) => expression.evaluate(focus),
      reads: { ...reads, resource: 'all', context: 'all' },
    };
  },
};

function options(expressions: ExpressionEngine): FormOptions {
  return { compilePattern, expressions, now: '2026-01-01T10:00:00Z' };
}

function played(source: object, actions: readonly Action[], expressions: ExpressionEngine): Form {
  const form = createForm(planOf(source), options(expressions));
  for (const action of actions) act(form, action);
  return form;
}

const game = fc.tuple(arbitraryForm, arbitraryActions);

/** Everything that may be seen of a form but the ids, which tell in which order nodes were made. */
function shownOf(form: Form): readonly object[] {
  return allNodes(form).map(({ children, issues, ...state }) => ({
    ...state,
    id: undefined,
    parent: undefined,
    children: children.length,
    // What asks nobody is only warned of, and that is known by what a constraint reads.
    codes: issues.map(({ code, severity, byForm }) => `${code} ${byForm ? 'error' : severity}`),
  }));
}

/** Without what reads itself, by the engine's own account. */
const withoutCircles = game.filter(
  ([source]) => programOf(compiledPlan(planOf(source)), engine).circle.length === 0,
);

// Hundreds of forms, on a machine that may be busy with other tests.
vi.setConfig({ testTimeout: 600_000 });

describe('for random forms with expressions, circles among them', () => {
  it('what is left of a form by single keys is what is computed of it at once', () => {
    fc.assert(
      fc.property(game, ([source, actions]) => {
        const form = played(source, actions, engine);
        const full = restoreForm(form.plan, form.snapshot(), options(engine));
        expect(allNodes(full)).toEqual(allNodes(form));
        expect(full.validate('final')).toEqual(form.validate('final'));
        expect(full.response(COMPLETED)).toEqual(form.response(COMPLETED));
        expect(full.snapshot()).toEqual(form.snapshot());
      }),
      RUNS,
    );
  });

  it('to judge a response changes nothing of it, and neither device nor server fails', () => {
    fc.assert(
      fc.property(game, ([source, actions]) => {
        const form = played(source, actions, engine);
        const response = form.response(COMPLETED);
        const before = JSON.stringify(response);
        validateResponse(form.plan, response, 'final', options(engine));
        editForm(form.plan, response, options(engine));
        expect(JSON.stringify(response)).toBe(before);
      }),
      RUNS,
    );
  });
});

describe('for random forms with expressions, without circles', () => {
  it('an expression that is shown what it reads gives what it gives of the whole response', () => {
    fc.assert(
      fc.property(withoutCircles, ([source, actions]) => {
        const [pruned, whole] = [engine, shownEverything].map((one) => played(source, actions, one));
        expect(pruned && shownOf(pruned)).toEqual(whole && shownOf(whole));
      }),
      RUNS,
    );
  });

  it('what a form calculated is what is calculated of its response', () => {
    fc.assert(
      fc.property(withoutCircles, ([source, actions]) => {
        const form = played(source, actions, engine);
        const edited = allNodes(form).filter((state) => state.edited && state.enabled);
        const { issues } = validateResponse(form.plan, form.response(COMPLETED), 'final', options(engine));
        const differing = issues.filter(({ code }) => code === 'calculation-differs').length;
        expect(differing).toBeLessThanOrEqual(edited.length);
      }),
      RUNS,
    );
  });
});

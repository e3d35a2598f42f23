import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import type { Form, Issue } from './contract.ts';
import { lintQuestionnaire } from './index.ts';
import { createForm, editForm, restoreForm } from './open-form.ts';
import { formSteps } from './steps.ts';
import { type Action, act, arbitraryActions, arbitraryItems } from './testing/arbitraries.ts';
import { allNodes, type ItemSource, planOf, questionnaire } from './testing/forms.ts';
import { validateResponse } from './validate-response.ts';

/** `npm run test:full` plays more of them. */
const RUNS = { numRuns: process.env.FULL ? 3_000 : 300 };

function played(items: readonly ItemSource[], actions: readonly Action[]): Form {
  const form = createForm(planOf(questionnaire(items)));
  for (const action of actions) act(form, action);
  return form;
}

const game = fc
  .tuple(arbitraryItems, arbitraryActions)
  .map(([items, actions]) => [items, [...actions]] as const);

/**
 * Conditions that read each other in a circle may have no answer that agrees with itself ("shown where it isn't shown"): what the
 * device then leaves out, the server can't know. The lint warns of the circle, and a response that differs is held.
 */
const withoutCircles = game.filter(
  ([items]) => !lintQuestionnaire(questionnaire(items)).some((fault) => fault.code === 'condition-circle'),
);

function said(issues: readonly Issue[]): readonly string[] {
  return issues
    .filter((issue) => issue.severity === 'error')
    .map((issue) => `${issue.code} ${issue.linkId} ${issue.expression}`)
    .sort();
}

// Thousands of forms, on a machine that may be busy with other tests.
vi.setConfig({ testTimeout: 600_000 });

describe('for random forms and random answers', () => {
  it('an incremental recompute equals a full one', () => {
    fc.assert(
      fc.property(game, ([items, actions]) => {
        const form = played(items, actions);
        const full = restoreForm(form.plan, form.snapshot());
        expect(allNodes(form)).toEqual(allNodes(full));
        expect(form.sequence()).toEqual(full.sequence());
        expect(form.validate('final')).toEqual(full.validate('final'));
      }),
      RUNS,
    );
  });

  it('every node whose state changes is announced, and a node that is not keeps its state object', () => {
    fc.assert(
      fc.property(game, ([items, actions]) => {
        const form = createForm(planOf(questionnaire(items)));
        for (const action of actions) {
          const before = new Map(allNodes(form).map((state) => [state.id, state]));
          const announced = new Set<string>();
          const stop = form.onChange((changed) => {
            for (const id of changed) announced.add(id);
          });
          act(form, action);
          stop();
          const silent = [...new Set([...before.keys(), ...allNodes(form).map((state) => state.id)])].filter(
            (id) => form.read(id) !== before.get(id) && !announced.has(id),
          );
          expect(silent).toEqual([]);
        }
      }),
      RUNS,
    );
  });

  it('the server finds in the response what the device found in the form', () => {
    fc.assert(
      fc.property(withoutCircles, ([items, actions]) => {
        const form = played(items, actions);
        const judged = validateResponse(form.plan, form.response({ status: 'completed' }), 'final');
        expect(said(judged.issues)).toEqual(said(form.validate('final')));
        expect(judged.score.total).toBe(form.score().total);
      }),
      RUNS,
    );
  });

  it('a response says the same when it is opened and written again', () => {
    fc.assert(
      fc.property(withoutCircles, ([items, actions]) => {
        const form = played(items, actions);
        const response = form.response({ status: 'completed' });
        expect(editForm(form.plan, response).response({ status: 'completed' })).toEqual(response);
      }),
      RUNS,
    );
  });

  it('steps ask each visible question once, and nothing else', () => {
    fc.assert(
      fc.property(game, ([items, actions]) => {
        const form = played(items, actions);
        const steps = formSteps(form);
        expect(new Set(steps.map((step) => step.id)).size).toBe(steps.length);
        const shown = new Set(steps.flatMap((step) => [...step.nodes, ...(step.stem ?? [])]));
        for (const id of form.sequence()) {
          const onPage = [id];
          for (let state = form.read(id); state?.parent !== undefined; state = form.read(state.parent)) {
            onPage.push(state.parent);
          }
          expect(onPage.some((candidate) => shown.has(candidate))).toBe(true);
        }
      }),
      RUNS,
    );
  });
});

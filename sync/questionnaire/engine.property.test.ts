import fc from 'fast-check';
import type { QuestionnaireResponseItem } from 'fhir/r4.js';
import { describe, expect, it, vi } from 'vitest';
import { editForm } from './edit-form.ts';
import { createExpressionEngine } from './expressions/fhirpath-engine.ts';
import { createForm, restoreForm } from './form/open-form.ts';
import { formSteps } from './form/steps.ts';
import { lintQuestionnaire } from './index.ts';
import type { Form, FormOptions, Issue, NodeState } from './model/contract.ts';
import { compilePattern } from './patterns.ts';
import { type Action, act, arbitraryActions, arbitraryForm, arbitraryItems } from './testing/arbitraries.ts';
import { allNodes, CORE, extension, planOf, questionnaire } from './testing/forms.ts';
import { fillLike, isAmbiguous, statesWithoutIds } from './testing/mirror.ts';
import { validateResponse } from './validate-response.ts';
import { units } from './values/units.ts';

/** `npm run test:full` plays more of them. */
const RUNS = { numRuns: process.env.FULL ? 1_000 : 30 };

const OPTIONS: FormOptions = {
  compilePattern,
  units,
  expressions: createExpressionEngine({ compilePattern }),
  now: '2026-01-01T10:00:00Z',
};

function played(source: object, actions: readonly Action[]): Form {
  const form = createForm(planOf(source), OPTIONS);
  for (const action of actions) act(form, action);
  return form;
}

const game = fc
  .tuple(
    fc.oneof(
      arbitraryItems.map((items) => questionnaire(items)),
      arbitraryForm,
    ),
    arbitraryActions,
  )
  .map(([source, actions]) => [source, [...actions]] as const);

const has = (source: object, ...codes: readonly string[]) =>
  lintQuestionnaire(source).some((fault) => codes.includes(fault.code));

/** What calculates itself has no value: publishing refuses it. */
const withoutCalculatedCircles = game.filter(([source]) => !has(source, 'expression-circle'));

/**
 * What is read in a circle may have no answer that agrees with itself ("shown where it isn't shown"): what the device then leaves
 * out, the server can't know. The lint warns of the circle, and a response that differs is held.
 */
const withoutCircles = game.filter(([source]) => !has(source, 'condition-circle', 'expression-circle'));

function said(issues: readonly Issue[]): readonly string[] {
  return issues
    .filter((issue) => issue.severity === 'error')
    .map((issue) => `${issue.code} ${issue.linkId} ${issue.expression}`)
    .sort();
}

function itemsIn(items: readonly QuestionnaireResponseItem[] = []): readonly QuestionnaireResponseItem[] {
  return items.flatMap((item) => [
    item,
    ...itemsIn(item.item),
    ...(item.answer ?? []).flatMap((answer) => itemsIn(answer.item)),
  ]);
}

const COMPLETED = { status: 'completed', authored: '2026-01-01T10:00:00Z' } as const;

// Thousands of forms, on a machine that may be busy with other tests.
vi.setConfig({ testTimeout: 600_000 });

describe('for random forms and random answers', () => {
  it('an incremental recompute equals a full one', () => {
    fc.assert(
      fc.property(withoutCalculatedCircles, ([source, actions]) => {
        const form = played(source, actions);
        const full = restoreForm(form.plan, form.snapshot(), OPTIONS);
        expect(allNodes(form)).toEqual(allNodes(full));
        expect(form.sequence()).toEqual(full.sequence());
        expect(form.validate('final')).toEqual(full.validate('final'));
        expect(form.response(COMPLETED)).toEqual(full.response(COMPLETED));
      }),
      RUNS,
    );
  });

  it('the same answers, given to a fresh form in document order, come to the same', () => {
    fc.assert(
      fc.property(withoutCircles, ([source, actions]) => {
        const form = played(source, actions);
        fc.pre(!isAmbiguous(form));
        const fresh = createForm(form.plan, OPTIONS);
        fillLike(form, fresh);
        expect(statesWithoutIds(fresh)).toEqual(statesWithoutIds(form));
        expect(fresh.response(COMPLETED)).toEqual(form.response(COMPLETED));
      }),
      RUNS,
    );
  });

  it('the nodes whose states change are announced, and no others: these keep their state objects', () => {
    fc.assert(
      fc.property(game, ([source, actions]) => {
        const form = createForm(planOf(source), OPTIONS);
        for (const action of actions) {
          const before = new Map(allNodes(form).map((state) => [state.id, state]));
          const announced = new Set<string>();
          const stop = form.onChange((changed) => {
            for (const id of changed) announced.add(id);
          });
          act(form, action);
          stop();
          const after = new Map(allNodes(form).map((state) => [state.id, state]));
          const silent = [...new Set([...before.keys(), ...after.keys()])].filter(
            (id) => form.read(id) !== before.get(id) && !announced.has(id),
          );
          expect(silent).toEqual([]);
          const spurious = [...announced].filter((id) => {
            const [was, is] = [before.get(id), after.get(id)];
            return was !== undefined && is !== undefined && JSON.stringify(was) === JSON.stringify(is);
          });
          expect(spurious).toEqual([]);
        }
      }),
      RUNS,
    );
  });

  it('the server finds in the response what the device found in the form', () => {
    fc.assert(
      fc.property(withoutCircles, ([source, actions]) => {
        const form = played(source, actions);
        const own = form.validate('final');
        // A response can't say that somebody put another value in the place of a calculated one, or took it away: what is wrong with it is theirs to
        // mend on the device, and may be the form's own for the server.
        const isBlamed = ({ id }: NodeState) =>
          own.some(({ node, severity }) => node === id && severity === 'error');
        fc.pre(
          !allNodes(form).some((state) => state.edited && (state.answers.length === 0 || isBlamed(state))),
        );
        const judged = validateResponse(form.plan, form.response(COMPLETED), 'final', OPTIONS);
        expect(said(judged.issues)).toEqual(said(own));
        expect(judged.score.total).toBe(form.score().total);
      }),
      RUNS,
    );
  });

  it('a response says the same when it is opened and written again', () => {
    fc.assert(
      fc.property(withoutCircles, ([source, actions]) => {
        const form = played(source, actions);
        // A response can't say that somebody took a calculated value away: it is calculated again.
        fc.pre(!allNodes(form).some((state) => state.edited && state.answers.length === 0));
        const response = form.response(COMPLETED);
        expect(editForm(form.plan, response, OPTIONS).response(COMPLETED)).toEqual(response);
      }),
      RUNS,
    );
  });

  it('a response that the engine calls final is accepted when it is read back', () => {
    let final = 0;
    fc.assert(
      fc.property(withoutCircles, ([source, actions]) => {
        const form = played(source, actions);
        if (said(form.validate('final')).length > 0) return;
        final += 1;
        const received: unknown = JSON.parse(JSON.stringify(form.response(COMPLETED)));
        expect(said(validateResponse(form.plan, received, 'final', OPTIONS).issues)).toEqual([]);
      }),
      RUNS,
    );
    expect(final).toBeGreaterThan(RUNS.numRuns / 20);
  });

  it('nothing of a disabled question is submitted', () => {
    fc.assert(
      fc.property(game, ([source, actions]) => {
        const form = played(source, actions);
        const enabled = allNodes(form).filter((state) => state.enabled);
        const count = (list: readonly { readonly linkId: string }[], linkId: string) =>
          list.filter((one) => one.linkId === linkId).length;
        const answered = enabled.filter((state) => state.answers.length > 0);
        const submitted = itemsIn(form.response(COMPLETED).item);
        const tooMany = submitted.filter(
          ({ linkId, answer }) =>
            count(submitted, linkId) > count(enabled, linkId) ||
            (answer !== undefined && count(answered, linkId) === 0),
        );
        expect(tooMany).toEqual([]);
        expect(submitted.filter((item) => item.answer !== undefined).length).toBeLessThanOrEqual(
          answered.length,
        );
      }),
      RUNS,
    );
  });

  it('steps ask each visible question once, and nothing else', () => {
    fc.assert(
      fc.property(game, ([source, actions]) => {
        const form = played(source, actions);
        const steps = formSteps(form);
        expect(new Set(steps.map((step) => step.id)).size).toBe(steps.length);
        const shown = new Set(steps.flatMap((step) => [...step.nodes, ...(step.stem ?? [])]));
        for (const id of form.sequence()) {
          const said = form.read(id);
          // A display whose computed text is empty says nothing.
          if (said?.kind === 'display' && said.text === '') continue;
          const onPage = [id];
          for (
            let state: NodeState | undefined = form.read(id);
            state?.parent !== undefined;
            state = form.read(state.parent)
          ) {
            onPage.push(state.parent);
          }
          expect(onPage.some((candidate) => shown.has(candidate))).toBe(true);
        }
      }),
      RUNS,
    );
  });
});

describe('found by random games', () => {
  it('an instance that was removed, though minOccurs asks for it, is not back after a restart', () => {
    const form = createForm(
      planOf(
        questionnaire([
          {
            linkId: 'g',
            type: 'group',
            repeats: true,
            extension: [extension(`${CORE}questionnaire-minOccurs`, { valueInteger: 2 })],
            item: [{ linkId: 'q', type: 'string' }],
          },
        ]),
      ),
    );
    const [first] = form.root;
    form.removeInstance(first ?? '');
    expect(form.root).toHaveLength(1);
    expect(restoreForm(form.plan, form.snapshot()).root).toEqual(form.root);
  });
});

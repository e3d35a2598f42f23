import { describe, expect, it } from 'vitest';
import { compileQuestionnaire } from './compile.ts';
import { editForm } from './edit-form.ts';
import { createForm } from './form/open-form.ts';
import { formSteps } from './form/steps.ts';
import { lintQuestionnaire } from './lint-questionnaire.ts';
import { loadTools } from './load-tools.ts';
import type { Form, Issue } from './model/contract.ts';
import { compilePattern } from './patterns.ts';
import { allNodes, planOf } from './testing/forms.ts';
import {
  formsAtHand,
  hasSharedData,
  ownForms,
  SHARED_DATA_MISSING,
  sharedJson,
} from './testing/shared-data.ts';
import { validateResponse } from './validate-response.ts';
import { units } from './values/units.ts';

const PHQ9 = 'questionnaires/hl7-sdc/Questionnaire-questionnaire-sdc-profile-example-PHQ9.json';

interface Verdict {
  readonly name: string;
  readonly response: string;
  readonly supporting: readonly string[];
  readonly valid: boolean;
  readonly issues: readonly { readonly severity: string; readonly expression: string }[];
}

function verdicts(): readonly Verdict[] {
  return hasSharedData() ? (sharedJson('validation-cases/verdicts.json') as readonly Verdict[]) : [];
}

async function opened(file: string): Promise<Form> {
  const plan = planOf(sharedJson(file));
  return createForm(plan, await loadTools(plan));
}

function isAt(issue: Issue, expression: string): boolean {
  return (
    issue.expression === expression ||
    (/^[.[]/.test(issue.expression.slice(expression.length)) && issue.expression.startsWith(expression))
  );
}

function judge(verdict: Verdict): readonly Issue[] {
  const plan = planOf(sharedJson(`validation-cases/${verdict.supporting[0]}`));
  const response = sharedJson(`validation-cases/${verdict.response}`);
  return validateResponse(plan, response, 'final', { compilePattern, units }).issues.filter(
    (issue) => issue.severity === 'error',
  );
}

async function openedOwn(name: string): Promise<Form> {
  const plan = planOf(ownForms().find(([each]) => each === name)?.[1]);
  return createForm(plan, await loadTools(plan));
}

describe('every form at hand', () => {
  const refused: readonly (readonly [string, string])[] = [
    ['questionnaires/lforms-r4/Observation-Extract-Category-Test.R4.json', 'que-2'],
  ];

  it.each(formsAtHand())(
    '%s opens, is answered and judged, or is refused with a reason',
    async (file, source) => {
      const compiled = compileQuestionnaire(source);
      const reason = refused.find(([name]) => name === file)?.[1];
      expect(compiled.ok ? undefined : compiled.faults[0]?.code).toBe(reason);
      if (!compiled.ok) return;
      const tools = await loadTools(compiled.plan);
      const form = createForm(compiled.plan, tools);
      for (const state of allNodes(form)) {
        const [option] = state.options;
        if (state.kind === 'question' && option !== undefined) form.answer(state.id, [option.value]);
      }
      formSteps(form);
      const response = form.response({ status: 'completed' });
      expect(editForm(compiled.plan, response, tools).response({ status: 'completed' })).toEqual(response);
      const errors = (issues: readonly Issue[]) =>
        issues
          .filter((issue) => issue.severity === 'error')
          .map((issue) => `${issue.code} ${issue.linkId} ${issue.expression}`);
      const judged = validateResponse(compiled.plan, response, 'final', tools);
      expect(errors(judged.issues).sort()).toEqual([...errors(form.validate('final'))].sort());
    },
  );
});

describe("the tests' own forms", () => {
  it('nine questions that are answered "On some days" score 9, and the question after them nothing', async () => {
    const form = await openedOwn('nine-questions.json');
    const questions = form.sequence().flatMap((id) => form.read(id) ?? []);
    expect(questions).toHaveLength(10);
    for (const question of questions) {
      const option = question.options.find(({ label }) => label === 'On some days') ?? question.options[1];
      if (option !== undefined) form.answer(question.id, [option.value]);
    }
    expect(form.score()).toMatchObject({ total: 9, answered: 9, of: 9 });
    expect(form.validate('final')).toEqual([]);
    const response = form.response({ status: 'completed', authored: '2026-01-01' });
    expect(JSON.stringify(response)).toContain(
      '{"linkId":"total","text":"Total of the nine questions","answer":[{"valueInteger":9}]}',
    );
  });

  it('the form of 808 items opens with every item, and one key concerns one node', async () => {
    const form = await openedOwn('a form of 808 items');
    expect(allNodes(form)).toHaveLength(808);
    const target = allNodes(form).find(({ item }) => item.linkId === 'name');
    const changes: number[] = [];
    form.onChange((changed) => changes.push(changed.size));
    if (target !== undefined) form.answer(target.id, [{ type: 'string', value: 'a' }]);
    expect(changes).toEqual([1]);
  });
});

describe.skipIf(!hasSharedData())(`with real data (${SHARED_DATA_MISSING})`, () => {
  describe('the verdict on which two validators agree', () => {
    it.each(verdicts())('$name is valid: $valid', (verdict) => {
      const errors = judge(verdict);
      expect(errors.length === 0).toBe(verdict.valid);
      const unmet = verdict.issues
        .filter(
          ({ severity, expression }) =>
            severity === 'error' && !errors.some((issue) => isAt(issue, expression)),
        )
        .map(({ expression }) => expression);
      expect(unmet).toEqual([]);
    });

    it('is met in all thirty of them', () => {
      expect(verdicts()).toHaveLength(30);
    });
  });

  describe("HL7's PHQ-9", () => {
    it('answered nine times "Several days" scores 9, and the response is final', async () => {
      const form = await opened(PHQ9);
      const questions = form.sequence().flatMap((id) => form.read(id) ?? []);
      expect(questions).toHaveLength(9);
      for (const question of questions) {
        const option = question.options.find(({ label }) => label === 'Several days');
        expect(option?.score).toBe(1);
        if (option !== undefined) form.answer(question.id, [option.value]);
      }
      expect(form.score()).toMatchObject({ total: 9, answered: 9, of: 9 });
      expect(form.validate('final')).toEqual([]);
      const { issues, score } = validateResponse(
        form.plan,
        form.response({ status: 'completed', authored: '2026-01-01' }),
        'final',
        await loadTools(form.plan),
      );
      expect(issues.map((issue) => [issue.code, issue.severity])).toEqual([
        ['outside-effective-period', 'warning'],
      ]);
      expect(score.total).toBe(9);
    });

    it('has its question above each step, and the lint says that its own calculation misses the nesting', async () => {
      const form = await opened(PHQ9);
      const steps = formSteps(form);
      expect(steps).toHaveLength(9);
      for (const step of steps)
        expect(step.stem?.map((id) => form.read(id)?.text)).toEqual([
          expect.stringMatching(/^Over the last two weeks/),
        ]);
      expect(lintQuestionnaire(sharedJson(PHQ9)).map((fault) => fault.code)).toContain(
        'expression-misses-nesting',
      );
    });
  });

  it('the form of 808 items opens with every item, and one key concerns one node', async () => {
    const form = await opened('questionnaires/large/health-check-808-items.json');
    expect(allNodes(form).length).toBeGreaterThan(700);
    const target = allNodes(form).find((state) => state.item.type === 'string' && state.enabled);
    const changes: number[] = [];
    form.onChange((changed) => changes.push(changed.size));
    if (target !== undefined) form.answer(target.id, [{ type: 'string', value: 'a' }]);
    expect(changes).toEqual([1]);
  });
});

import { describe, expect, it } from 'vitest';
import { compileQuestionnaire } from './compile.ts';
import type { Issue } from './contract.ts';
import { isObject } from './fhir-json.ts';
import { lintQuestionnaire } from './lint-questionnaire.ts';
import { createForm, editForm } from './open-form.ts';
import { compilePattern } from './patterns.ts';
import { formSteps } from './steps.ts';
import { allNodes, planOf } from './testing/forms.ts';
import { hasSharedData, SHARED_DATA_MISSING, sharedFiles, sharedJson } from './testing/shared-data.ts';
import { validateResponse } from './validate-response.ts';

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

/** Elements whose error needs more than the form at hand. */
const NOT_YET: Readonly<Record<string, readonly string[]>> = {
  // The value set http://hl7.org/fhir/ValueSet/jurisdiction is not bundled: its second unit is "not checked".
  'quantity-units-not-in-value-set-qr': ['QuestionnaireResponse.item[0].answer[1].value.ofType(Quantity)'],
};

function isAt(issue: Issue, expression: string): boolean {
  return (
    issue.expression === expression ||
    (/^[.[]/.test(issue.expression.slice(expression.length)) && issue.expression.startsWith(expression))
  );
}

function judge(verdict: Verdict): readonly Issue[] {
  const plan = planOf(sharedJson(`validation-cases/${verdict.supporting[0]}`));
  const response = sharedJson(`validation-cases/${verdict.response}`);
  return validateResponse(plan, response, 'final', { compilePattern }).issues.filter(
    (issue) => issue.severity === 'error',
  );
}

describe.skipIf(!hasSharedData())(`with real data (${SHARED_DATA_MISSING})`, () => {
  describe('the verdict on which two validators agree', () => {
    it.each(verdicts())('$name is valid: $valid', (verdict) => {
      const errors = judge(verdict);
      expect(errors.length === 0).toBe(verdict.valid);
      const later = NOT_YET[verdict.name] ?? [];
      const unmet = verdict.issues
        .filter(
          ({ severity, expression }) =>
            severity === 'error' && !errors.some((issue) => isAt(issue, expression)),
        )
        .map(({ expression }) => expression);
      expect(unmet).toEqual(later);
    });

    it('is met in all of them, and at every element but one', () => {
      expect(verdicts()).toHaveLength(30);
      expect(Object.values(NOT_YET).flat()).toHaveLength(1);
    });
  });

  describe('every real form', () => {
    const refused: readonly (readonly [string, string])[] = [
      ['questionnaires/lforms-r4/Observation-Extract-Category-Test.R4.json', 'que-2'],
    ];

    it.each(sharedFiles('questionnaires').map((file) => [file]))(
      '%s opens, is answered and judged, or is refused with a reason',
      (file) => {
        const compiled = compileQuestionnaire(sharedJson(file));
        const reason = refused.find(([name]) => name === file)?.[1];
        expect(compiled.ok ? undefined : compiled.faults[0]?.code).toBe(reason);
        if (!compiled.ok) return;
        const form = createForm(compiled.plan, { compilePattern });
        for (const state of allNodes(form)) {
          const [option] = state.options;
          if (state.kind === 'question' && option !== undefined) form.answer(state.id, [option.value]);
        }
        formSteps(form);
        const response = form.response({ status: 'completed' });
        expect(
          editForm(compiled.plan, response, { compilePattern }).response({ status: 'completed' }),
        ).toEqual(response);
        const errors = (issues: readonly Issue[]) =>
          issues
            .filter((issue) => issue.severity === 'error')
            .map((issue) => `${issue.code} ${issue.linkId} ${issue.expression}`);
        const judged = validateResponse(compiled.plan, response, 'final', { compilePattern });
        expect(errors(judged.issues).sort()).toEqual([...errors(form.validate('final'))].sort());
      },
    );
  });

  describe("HL7's PHQ-9", () => {
    it('answered nine times "Several days" scores 9, and the response is final', () => {
      const form = createForm(planOf(sharedJson(PHQ9)));
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
      );
      expect(issues.map((issue) => [issue.code, issue.severity])).toEqual([
        ['outside-effective-period', 'warning'],
      ]);
      expect(score.total).toBe(9);
    });

    it('has its question above each step, and the lint says that its own calculation misses the nesting', () => {
      const form = createForm(planOf(sharedJson(PHQ9)));
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

  it('the form of 808 items opens with every item, and one key concerns one node', () => {
    const source = sharedJson('questionnaires/large/health-check-808-items.json');
    expect(isObject(source)).toBe(true);
    const form = createForm(planOf(source), { compilePattern });
    expect(allNodes(form).length).toBeGreaterThan(700);
    const target = allNodes(form).find((state) => state.item.type === 'string' && state.enabled);
    const changes: number[] = [];
    form.onChange((changed) => changes.push(changed.size));
    if (target !== undefined) form.answer(target.id, [{ type: 'string', value: 'a' }]);
    expect(changes).toEqual([1]);
  });
});

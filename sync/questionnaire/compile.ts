import { buildPlan } from './build-plan.ts';
import { lintOpened } from './lint/lint.ts';
import type { CompileQuestionnaire, QuestionnaireFault } from './model/contract.ts';
import { isObject, objectsOf } from './model/fhir-json.ts';
import type { CompiledPlan } from './plan/plan.ts';
import { isQuestionnaire, shapeFaults } from './plan/shape.ts';
import { createTerminology } from './value-sets/terminology.ts';

/** What {@link openQuestionnaire} finds. */
export type OpenedQuestionnaire =
  | { readonly ok: true; readonly plan: CompiledPlan }
  | { readonly ok: false; readonly faults: readonly QuestionnaireFault[] };

/**
 * {@link compileQuestionnaire} without its warnings: for screens that only fill in a form, and needn't load what judges it.
 *
 * @param supporting - ValueSets and CodeSystems to use beside the contained ones, FHIR JSON
 */
export function openQuestionnaire(
  questionnaire: unknown,
  supporting: readonly unknown[] = [],
): OpenedQuestionnaire {
  if (!isQuestionnaire(questionnaire)) return { ok: false, faults: shapeFaults(questionnaire) };
  const terminology = createTerminology([
    ...objectsOf(questionnaire.contained),
    ...supporting.filter(isObject),
  ]);
  return { ok: true, plan: buildPlan(questionnaire, terminology) };
}

/**
 * Compiles a Questionnaire of any JSON shape into a plan that any number of open responses share.
 *
 * Refused is only what can't be run: malformed structure, unknown types, linkIds missing or twice. What publishing would refuse
 * but a person can still answer comes back as warnings; `lintQuestionnaire` with `publish` judges by the stricter rule.
 *
 * @param supporting - ValueSets and CodeSystems to use beside the contained ones, FHIR JSON
 */
export const compileQuestionnaire: (
  questionnaire: unknown,
  supporting?: readonly unknown[],
) => ReturnType<CompileQuestionnaire> = (questionnaire, supporting = []) => {
  const opened = openQuestionnaire(questionnaire, supporting);
  if (!opened.ok) return opened;
  const warnings: readonly QuestionnaireFault[] = lintOpened(opened.plan).filter(
    ({ severity }) => severity !== 'information',
  );
  return { ...opened, warnings };
};

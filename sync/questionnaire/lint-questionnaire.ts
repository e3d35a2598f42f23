import { buildPlan } from './compile.ts';
import type { CompilePattern, QuestionnaireFault } from './contract.ts';
import { type LintPurpose, lintPlan } from './lint.ts';
import { isQuestionnaire, shapeFaults } from './shape.ts';

export interface LintOptions {
  /** Without it, patterns are not tried. */
  readonly compilePattern?: CompilePattern;
  /** ValueSets and CodeSystems beside the contained ones, FHIR JSON. */
  readonly supporting?: readonly unknown[];
}

/**
 * Everything to say about a Questionnaire of any JSON shape, worst or not, in document order. Any `error` refuses the purpose.
 *
 * @param purpose - `publish` enforces que-1 to que-13 and conditions that lead nowhere; `open` only what can't be run
 */
export function lintQuestionnaire(
  questionnaire: unknown,
  purpose: LintPurpose = 'publish',
  { compilePattern, supporting = [] }: LintOptions = {},
): readonly QuestionnaireFault[] {
  if (!isQuestionnaire(questionnaire)) return shapeFaults(questionnaire);
  return lintPlan(buildPlan(questionnaire, supporting), purpose, compilePattern);
}

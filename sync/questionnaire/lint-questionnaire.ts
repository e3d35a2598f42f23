import { openQuestionnaire } from './compile.ts';
import { formRemarks, itemRemarks, type LintPurpose, lintOpened, located } from './lint/lint.ts';
import { circleRemarks } from './lint/lint-circles.ts';
import { expressionRemarks } from './lint/lint-expressions.ts';
import { extensionRemarks } from './lint/lint-extensions.ts';
import { identityRemarks } from './lint/lint-identity.ts';
import { initialRemarks } from './lint/lint-initial.ts';
import { javaRemarks } from './lint/lint-java.ts';
import { reachability, reachabilityRemarks } from './lint/lint-reachability.ts';
import { expressionScope } from './lint/lint-scope.ts';
import { translationRemarks } from './lint/lint-translations.ts';
import type { CompilePattern, ExpressionEngine, QuestionnaireFault, Units } from './model/contract.ts';
import type { CompiledPlan } from './plan/plan.ts';

export interface LintOptions {
  /** Without it, patterns are not tried. */
  readonly compilePattern?: CompilePattern;
  /** Without it, expressions are judged by their names only, not by their syntax. */
  readonly expressions?: ExpressionEngine;
  /** Without it, quantities compare by identical units only. */
  readonly units?: Units;
  /** BCP 47: languages in which everything must be there. Those that the form has anywhere are looked for in any case. */
  readonly languages?: readonly string[];
  /** ValueSets and CodeSystems beside the contained ones, FHIR JSON. */
  readonly supporting?: readonly unknown[];
}

function lintForPublishing(plan: CompiledPlan, options: LintOptions): readonly QuestionnaireFault[] {
  const { compilePattern, expressions, units, languages = [] } = options;
  const scope = expressionScope(plan);
  const reachable = reachability(plan);
  const ofForm = [
    ...formRemarks(plan),
    ...identityRemarks(plan),
    ...circleRemarks(plan, scope),
    ...expressionRemarks(undefined, scope, plan, expressions),
    ...extensionRemarks(undefined, plan),
    ...translationRemarks(plan, languages),
  ];
  return [
    ...ofForm.map((found) => located(found)),
    ...plan.items.flatMap((item) =>
      [
        ...itemRemarks(item, plan, compilePattern),
        ...reachabilityRemarks(item, reachable),
        ...initialRemarks(item, compilePattern, units),
        ...expressionRemarks(item, scope, plan, expressions),
        ...extensionRemarks(item, plan),
        ...javaRemarks(item),
      ].map((found) => located(found, item)),
    ),
  ];
}

/**
 * Everything to say about a Questionnaire of any JSON shape, worst or not: of the form first, then in document order. Any `error`
 * refuses the purpose. LINT.md lists the codes.
 *
 * @param purpose - `publish` judges by all of them; `open` only warns, of what shows while answering
 */
export function lintQuestionnaire(
  questionnaire: unknown,
  purpose: LintPurpose = 'publish',
  options: LintOptions = {},
): readonly QuestionnaireFault[] {
  const opened = openQuestionnaire(questionnaire, options.supporting);
  if (!opened.ok) return opened.faults;
  const { plan } = opened;
  return purpose === 'open' ? lintOpened(plan) : lintForPublishing(plan, options);
}

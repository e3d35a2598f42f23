import type { ScoreOf } from './expressions/weights.ts';
import type { FormOptions, Plan } from './model/contract.ts';
import { compiledPlan } from './plan/plan.ts';
import { findOption } from './values/options.ts';

/** Expressions that call for regular expressions; looked for in the text, since most forms have none and RE2 is heavy. */
const REGEX_CALL = /\b(matches|matchesFull|replaceMatches)\s*\(/;

function callsRegex({ questionnaire }: Plan): boolean {
  return REGEX_CALL.test(JSON.stringify(questionnaire));
}

/** Scores as the plan knows them: from value sets that came beside the form, too. */
function planScores(plan: Plan): ScoreOf {
  const { byLinkId } = compiledPlan(plan);
  return (linkId, answer) => {
    const options = linkId === undefined ? undefined : byLinkId.get(linkId)?.options;
    return options && findOption(options, answer)?.score;
  };
}

async function loadExpressions(plan: Plan): Promise<NonNullable<FormOptions['expressions']>> {
  const regex = callsRegex(plan);
  const [{ createExpressionEngine }, patterns, replacement] = await Promise.all([
    import('./expressions/fhirpath-engine.ts'),
    regex ? import('./patterns.ts') : undefined,
    regex ? import('./expressions/replacement.ts') : undefined,
  ]);
  return createExpressionEngine({
    scoreOf: planScores(plan),
    ...(patterns === undefined ? {} : { compilePattern: patterns.compilePattern }),
    ...(replacement === undefined ? {} : { compileReplacement: replacement.compileReplacement }),
  });
}

/**
 * Loads what a form needs before it is opened, and nothing else: regular expressions, units and FHIRPath are each heavier than the
 * engine.
 */
export async function loadTools(
  plan: Plan,
): Promise<Pick<FormOptions, 'compilePattern' | 'units' | 'expressions'>> {
  const [patterns, units, expressions] = await Promise.all([
    plan.needs.patterns ? import('./patterns.ts') : undefined,
    plan.needs.units ? import('./values/units.ts') : undefined,
    plan.needs.expressions ? loadExpressions(plan) : undefined,
  ]);
  return {
    ...(patterns === undefined ? {} : { compilePattern: patterns.compilePattern }),
    ...(units === undefined ? {} : { units: units.units }),
    ...(expressions === undefined ? {} : { expressions }),
  };
}

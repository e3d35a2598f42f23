import { buildPlan } from './build-plan.ts';
import type { OpenedQuestionnaire } from './compile.ts';
import { objectsOf } from './model/fhir-json.ts';
import { isQuestionnaire, shapeFaults } from './plan/shape.ts';
import type { Terminology } from './value-sets/terminology.ts';
import { optionSet } from './values/options.ts';

/** A terminology that knows nothing, and whether anything was asked of it. */
function listening() {
  let isAsked = false;
  const nothing: Terminology = {
    scoreOf: () => undefined,
    valueSet() {
      isAsked = true;
      return optionSet('unavailable', []);
    },
  };
  return { nothing, isAsked: () => isAsked };
}

/**
 * {@link openQuestionnaire} with the bundled value sets that the form names. What reads value sets is loaded only for a form that has
 * some: most forms list their options themselves.
 */
export async function openLean(questionnaire: unknown): Promise<OpenedQuestionnaire> {
  if (!isQuestionnaire(questionnaire)) return { ok: false, faults: shapeFaults(questionnaire) };
  const contained = objectsOf(questionnaire.contained);
  if (contained.length === 0) {
    const { nothing, isAsked } = listening();
    const plan = buildPlan(questionnaire, nothing);
    if (!isAsked()) return { ok: true, plan };
  }
  const { coreSetsFor, createTerminology } = await import('./value-sets/reading-parts.ts');
  const terminology = createTerminology([...contained, ...(await coreSetsFor(questionnaire))]);
  return { ok: true, plan: buildPlan(questionnaire, terminology) };
}

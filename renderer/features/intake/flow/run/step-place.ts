/** Which step is on the screen. */
import type { Form } from '../../../../../sync/questionnaire/model/contract.ts';
import type { FormStep } from '../engine/form-engine.ts';
import { nodesOf, nodesOnStep } from '../engine/step-check.ts';
import type { IntakeRun } from './intake-run-contract.ts';

/** @param wantedStep of the machine; null before the first question and after the last. */
export function createStepPlace(
  form: Form,
  steps: () => readonly FormStep[],
  wantedStep: () => string | null,
): Pick<IntakeRun, 'currentStep' | 'shown'> {
  /** Where the step was when it was last there: the first instance of a repeating group may be removed while it is shown. */
  let place = 0;
  function currentStep(): FormStep | undefined {
    const wanted = wantedStep();
    if (wanted === null) return undefined;
    const all = steps();
    const index = all.findIndex((step) => step.id === wanted);
    if (index >= 0) place = index;
    return all[Math.min(place, all.length - 1)];
  }

  return { currentStep, shown: (step) => nodesOnStep(form, step, nodesOf(steps())) };
}

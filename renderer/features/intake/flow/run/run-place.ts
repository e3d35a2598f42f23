/** The page that a run is at, and names of its pages that say nothing without the draft. */
import { type FlowPlace, nameOf, placeOf } from '../machine/flow-place.ts';
import { pathOf } from '../machine/flow-position.ts';
import type { IntakeRun } from './intake-run-contract.ts';

/** FNV-1a, 32 bits. */
function hash(text: string): string {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1)
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193) >>> 0;
  return value.toString(36);
}

export const runKey = (run: IntakeRun) => hash(run.details.get().draftId);
export const keyOf = (run: IntakeRun, place: FlowPlace) =>
  hash(`${run.details.get().draftId} ${nameOf(place)}`);

export function placeOfRun(run: IntakeRun): FlowPlace | undefined {
  const { value, context } = run.actor.getSnapshot();
  const step = run.currentStep()?.id ?? context.step;
  return placeOf({
    position: pathOf(value.run),
    panelOpen: pathOf(value.panel) !== 'clear',
    context: { step, returnTo: context.returnTo },
  });
}

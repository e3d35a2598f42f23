/** How soon staff must look at a case. Red cases come first in every list. */
import type { SafetyRule } from './safety-rule.ts';

export const triageBands = ['red', 'amber', 'routine'] as const;
export type TriageBand = (typeof triageBands)[number];

/**
 * A withdrawn hit counts like any other: an answer that was changed after a panel or a stop is for a person to judge,
 * and a crisis answer given once is never sorted away by the form.
 */
export function triageOf(
  hits: readonly { readonly outcome: SafetyRule['outcome']; readonly withdrawnAt?: string | undefined }[],
): TriageBand {
  if (hits.some((hit) => hit.outcome === 'URGENT')) return 'red';
  return hits.some((hit) => hit.outcome === 'STOP' || hit.outcome === 'REVIEW') ? 'amber' : 'routine';
}

/** Whether somebody changed an answer that had stopped them: kept and shown, and never taken for granted. */
export function answerChangedAfterStop(
  hits: readonly { readonly outcome: SafetyRule['outcome']; readonly withdrawnAt?: string | undefined }[],
): boolean {
  return hits.some(({ outcome, withdrawnAt }) => outcome === 'STOP' && withdrawnAt !== undefined);
}

/** For sorting: red before amber before routine. */
export function compareTriage(a: TriageBand, b: TriageBand): number {
  return triageBands.indexOf(a) - triageBands.indexOf(b);
}

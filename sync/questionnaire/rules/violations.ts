import type { Computed, Place, Violation } from '../form/tree/instances.ts';
import type { Computation } from '../plan/program.ts';

/** Notes the verdict of a constraint, and gives the places whose issues changed. */
export function setViolation(
  computation: Computation,
  place: Place,
  violation: Violation | undefined,
): readonly Place[] {
  const before = place.violated?.get(computation);
  if (before === undefined && violation === undefined) return [];
  if (before?.target === violation?.target && before?.place === violation?.place) return [];
  if (before !== undefined) {
    before.target.violations?.delete(before);
    place.violated?.delete(computation);
  }
  if (violation !== undefined) {
    place.violated ??= new Map();
    place.violated.set(computation, violation);
    violation.target.violations ??= new Set();
    violation.target.violations.add(violation);
  }
  return [...new Set([before, violation].flatMap((one) => one?.target ?? []))];
}

/** The place is gone: what it found elsewhere no longer counts. Gives the places whose issues changed. */
export function dropViolations(place: Computed): readonly Place[] {
  const targets: Place[] = [];
  for (const violation of place.violated?.values() ?? []) {
    violation.target.violations?.delete(violation);
    targets.push(violation.target);
  }
  place.violated = undefined;
  return targets;
}

/** What a condition says, and whether it is one: an author's fault is reported, never a patient's. */
export interface Truth {
  readonly holds: boolean;
  /** The expression gave something else than one boolean. */
  readonly notBoolean: boolean;
}

function read(results: readonly unknown[], whenEmpty: boolean): Truth {
  if (results.length === 0) return { holds: whenEmpty, notBoolean: false };
  const [only] = results;
  if (results.length === 1 && typeof only === 'boolean') return { holds: only, notBoolean: false };
  return { holds: whenEmpty, notBoolean: true };
}

/**
 * Reads enableWhenExpression: empty is false; anything but a boolean is an error in the form's design (SDC STU4, extension
 * enableWhenExpression), and doesn't show the item.
 */
export function readCondition(results: readonly unknown[]): Truth {
  return read(results, false);
}

/**
 * Reads `questionnaire-constraint` and `targetConstraint`: the invariant must be satisfied (FHIR R4, ElementDefinition.constraint). Empty
 * means that there is nothing to judge yet, so that it binds those who have answered only; what must be answered is `required`.
 */
export function readConstraint(results: readonly unknown[]): Truth {
  return read(results, true);
}

/** Whether what is sent has the form it must have. Loaded once a question is there: the checks are larger than what they check. */
import {
  type IntakeAnswers,
  intakeSubmitV1,
} from '../../../../../sync/protocol/operations/payloads/intake-submit.ts';
import {
  type SafetyAlert,
  safetyAlertV1,
} from '../../../../../sync/protocol/operations/payloads/safety-alert.ts';
import type { Unchecked } from './intake-payloads.ts';

/** Something that should have been asked for is missing, or doesn't have the form it must have. */
export class IncompleteIntakeError extends Error {
  readonly code = 'details';
  /** Names of fields, never their content. */
  readonly fields: readonly string[];
  constructor(fields: readonly string[]) {
    super(`The intake can't be sent yet: ${fields.join(', ')}`);
    this.name = 'IncompleteIntakeError';
    this.fields = fields;
  }
}

interface Parsed<T> {
  readonly success: boolean;
  readonly data?: T | undefined;
  readonly error?: { readonly issues: readonly { readonly path: readonly PropertyKey[] }[] } | undefined;
}

function parsed<T>(result: Parsed<T>): T {
  if (result.success && result.data !== undefined) return result.data;
  throw new IncompleteIntakeError(result.error?.issues.map((issue) => issue.path.join('.')) ?? []);
}

/** @throws IncompleteIntakeError */
export const checkedAnswers = (payload: Unchecked<IntakeAnswers>): IntakeAnswers =>
  parsed(intakeSubmitV1.safeParse(payload));

/** @throws IncompleteIntakeError where the person isn't known yet. */
export const checkedAlert = (payload: Unchecked<SafetyAlert>): SafetyAlert =>
  parsed(safetyAlertV1.safeParse(payload));

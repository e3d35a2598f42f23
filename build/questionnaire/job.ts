/** What one run of a command works on, and what comes out of it. */
import type { OperationOutcome } from 'fhir/r4.js';
import type { Resource } from './input.ts';

export const COMMANDS = ['validate', 'lint', 'assemble', 'extract', 'populate', 'render'] as const;
export type Command = (typeof COMMANDS)[number];

export interface Job {
  readonly questionnaire: Resource;
  readonly response: Resource | undefined;
  readonly supporting: readonly unknown[];
  /** SDC launch context, by name. */
  readonly context: Readonly<Record<string, unknown>>;
}

export interface Settings {
  readonly draft: boolean;
  readonly language: string | undefined;
  /** FHIR dateTime that the user gave. */
  readonly now: string | undefined;
  /** The machine's moment. */
  readonly clock: string;
  readonly parameters: boolean;
}

export interface Result {
  /** 0 valid or done, 1 invalid or not possible, 2 the input can't be used. */
  readonly exitCode: 0 | 1 | 2;
  /** JSON, or a text for a person. */
  readonly output: unknown;
  /** Lines for the standard error. */
  readonly remarks: readonly string[];
}

export function hasErrors(outcome: OperationOutcome): boolean {
  return outcome.issue.some(({ severity }) => severity === 'error' || severity === 'fatal');
}

export function remarksOf(outcome: OperationOutcome): readonly string[] {
  return outcome.issue
    .filter(({ code }) => code !== 'informational')
    .map(({ severity, diagnostics, expression }) =>
      [`${severity}: ${diagnostics ?? ''}`, ...(expression ?? []).map((path) => `(${path})`)].join(' '),
    );
}

/** What stands in the place of a result that there is none of. */
export function unusable(message: string): Result {
  const outcome: OperationOutcome = {
    resourceType: 'OperationOutcome',
    issue: [{ severity: 'fatal', code: 'structure', diagnostics: message }],
  };
  return { exitCode: 2, output: outcome, remarks: [message] };
}

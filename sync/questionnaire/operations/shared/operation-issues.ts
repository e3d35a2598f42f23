import type { OperationOutcome, OperationOutcomeIssue } from 'fhir/r4.js';

/** What an operation couldn't do, or did otherwise than its author may expect. No message quotes an answer. */
export interface OperationIssue {
  readonly severity: OperationOutcomeIssue['severity'];
  readonly code: OperationOutcomeIssue['code'];
  /** English. */
  readonly diagnostics: string;
  /** FHIRPath of the element that it is about. */
  readonly expression?: string;
}

export interface IssueList {
  readonly all: readonly OperationIssue[];
  /** Says the same thing of the same element once. */
  add(issue: OperationIssue): void;
  /** Whether the operation failed. */
  failed(): boolean;
}

/** The expressions of the form took more steps than they have together. */
export function tooCostly(severity: OperationIssue['severity'], consequence: string): OperationIssue {
  return {
    severity,
    code: 'too-costly',
    diagnostics: `the expressions of the form take too long: ${consequence}`,
    expression: 'Questionnaire',
  };
}

export function createIssueList(): IssueList {
  const known = new Map<string, OperationIssue>();
  return {
    get all() {
      return [...known.values()];
    },
    add(issue) {
      const key = JSON.stringify([issue.severity, issue.expression ?? '', issue.diagnostics]);
      if (!known.has(key)) known.set(key, issue);
    },
    failed: () => [...known.values()].some(({ severity }) => severity === 'error' || severity === 'fatal'),
  };
}

/** Without any issue, one that says so, since an OperationOutcome needs one. */
export function outcomeOfOperation(issues: readonly OperationIssue[]): OperationOutcome {
  const said: readonly OperationIssue[] =
    issues.length > 0
      ? issues
      : [{ severity: 'information', code: 'informational', diagnostics: 'no issues' }];
  return {
    resourceType: 'OperationOutcome',
    issue: said.map(({ severity, code, diagnostics, expression }) => ({
      severity,
      code,
      diagnostics,
      ...(expression === undefined ? {} : { expression: [expression] }),
    })),
  };
}

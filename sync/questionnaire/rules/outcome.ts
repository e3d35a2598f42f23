import type { OperationOutcome, OperationOutcomeIssue } from 'fhir/r4.js';
import type { Issue, IssueCode } from '../model/contract.ts';

/** System of the stable codes in OperationOutcome.issue.details. */
export const ISSUE_SYSTEM = 'urn:uuid:5b7c7f5e-3a2b-4b0e-9d3f-6c0a2e5d8f41';

/** FHIR R4 IssueType for each code. */
const TYPES: Readonly<Record<IssueCode, OperationOutcomeIssue['code']>> = {
  required: 'required',
  type: 'value',
  'min-length': 'value',
  'max-length': 'too-long',
  pattern: 'value',
  'min-value': 'value',
  'max-value': 'value',
  'max-decimal-places': 'value',
  'min-quantity': 'value',
  'max-quantity': 'value',
  'quantity-incomparable': 'value',
  'min-occurs': 'required',
  'max-occurs': 'business-rule',
  'not-an-option': 'code-invalid',
  'option-not-checked': 'incomplete',
  'display-differs': 'code-invalid',
  'option-exclusive': 'business-rule',
  'open-text-is-option': 'informational',
  'unit-not-allowed': 'code-invalid',
  'line-break': 'value',
  'attachment-size': 'value',
  'attachment-type': 'value',
  'not-found': 'not-found',
  structure: 'structure',
  'disabled-answered': 'business-rule',
  'text-changed': 'value',
  'outside-effective-period': 'business-rule',
  'questionnaire-status': 'business-rule',
  constraint: 'invariant',
  'calculation-differs': 'business-rule',
  'expression-failed': 'incomplete',
  'signature-required': 'required',
};

/** The issues as FHIR says them; without any, one that says so, since an OperationOutcome needs one. */
export function operationOutcome(issues: readonly Issue[]): OperationOutcome {
  if (issues.length === 0) {
    return {
      resourceType: 'OperationOutcome',
      issue: [{ severity: 'information', code: 'informational', diagnostics: 'no issues' }],
    };
  }
  return {
    resourceType: 'OperationOutcome',
    issue: issues.map(({ code, severity, diagnostics, expression }) => ({
      severity,
      code: TYPES[code],
      details: { coding: [{ system: ISSUE_SYSTEM, code }], text: diagnostics },
      diagnostics,
      expression: [expression],
    })),
  };
}

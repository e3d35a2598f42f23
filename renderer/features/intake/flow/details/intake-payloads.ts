/** What is sent: the finished form, and the safety alert ahead of it. */

import {
  type IntakeAnswers,
  intakeSubmitV1,
} from '../../../../../sync/protocol/operations/payloads/intake-submit.ts';
import { patientSchema, type RuleHit } from '../../../../../sync/protocol/operations/payloads/parts.ts';
import {
  type SafetyAlert,
  safetyAlertV1,
} from '../../../../../sync/protocol/operations/payloads/safety-alert.ts';
import type { Form, NodeId, NodeState } from '../../../../../sync/questionnaire/model/contract.ts';
import type { DraftContent } from '../../../../platform/contract/contract.ts';
import type { IntakeDetails } from './intake-details.ts';

export interface PayloadParts {
  readonly vendor: string;
  readonly questionnaire: DraftContent['questionnaire'];
  readonly language: string;
  readonly details: IntakeDetails;
  readonly form: Form;
}

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
export function submitPayload(
  { vendor, questionnaire, language, details, form }: PayloadParts,
  now: Date,
): IntakeAnswers {
  const {
    patient,
    subjectId,
    session,
    place,
    consents,
    ruleHits,
    startedAt,
    attestation,
    confirmedImplausible,
  } = details;
  const at = now.toISOString();
  return parsed(
    intakeSubmitV1.safeParse({
      session,
      vendor,
      questionnaire,
      language,
      patient: { ...patient, id: subjectId },
      place,
      consents,
      ruleHits,
      startedAt,
      completedAt: at,
      attestation,
      response: form.response({
        status: 'completed',
        authored: at,
        subject: { reference: `Patient/${subjectId}` },
        author: { reference: `Patient/${subjectId}` },
      }),
      ...(confirmedImplausible.length > 0 ? { confirmedImplausible: [...confirmedImplausible] } : {}),
    }),
  );
}

/** Every instance of the form, groups and disabled ones included. */
export function allNodes(form: Form): readonly NodeId[] {
  const found: NodeId[] = [];
  const visit = (id: NodeId) => {
    found.push(id);
    for (const child of form.read(id)?.children ?? []) visit(child);
  };
  for (const id of form.root) visit(id);
  return found;
}

/** How an answer reads, as it was shown to the patient. */
export type DescribeAnswers = (state: NodeState, form: Form) => readonly string[];

/** @throws IncompleteIntakeError where the person isn't known yet. */
export function alertPayload(parts: PayloadParts, hit: RuleHit, describe: DescribeAnswers): SafetyAlert {
  const { vendor, questionnaire, language, details, form } = parts;
  const evidence = allNodes(form)
    .flatMap((id) => form.read(id) ?? [])
    .filter((state) => hit.evidence.includes(state.linkId) && state.enabled && state.answers.length > 0)
    .map((state) => ({ linkId: state.linkId, question: state.text, answers: [...describe(state, form)] }));
  return parsed(
    safetyAlertV1.safeParse({
      session: details.session,
      vendor,
      questionnaire,
      language,
      patient: { ...details.patient, id: details.subjectId },
      place: details.place,
      hit,
      evidence,
    }),
  );
}

/** Whether the person is known well enough to be sent an answer, or to be found after an alert. */
export function isKnownPerson(details: IntakeDetails): boolean {
  return (
    details.place !== undefined &&
    patientSchema.safeParse({ ...details.patient, id: details.subjectId }).success
  );
}

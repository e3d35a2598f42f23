/** What is sent: the finished form, and the safety alert ahead of it. */

import type { IntakeAnswers } from '../../../../../sync/protocol/operations/payloads/intake-submit.ts';
import type { RuleHit } from '../../../../../sync/protocol/operations/payloads/parts.ts';
import type { SafetyAlert } from '../../../../../sync/protocol/operations/payloads/safety-alert.ts';
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

/** What is sent, before anybody has looked whether all of it was asked for: `payload-checks.ts` does. */
export type Unchecked<Payload> = { readonly [Field in keyof Payload]: unknown };

export function submitPayload(
  { vendor, questionnaire, language, details, form }: PayloadParts,
  now: Date,
): Unchecked<IntakeAnswers> {
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
  return {
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
  };
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

export function alertPayload(
  parts: PayloadParts,
  hit: RuleHit,
  describe: DescribeAnswers,
): Unchecked<SafetyAlert> {
  const { vendor, questionnaire, language, details, form } = parts;
  const evidence = allNodes(form)
    .flatMap((id) => form.read(id) ?? [])
    .filter((state) => hit.evidence.includes(state.linkId) && state.enabled && state.answers.length > 0)
    .map((state) => ({ linkId: state.linkId, question: state.text, answers: [...describe(state, form)] }));
  return {
    session: details.session,
    vendor,
    questionnaire,
    language,
    patient: { ...details.patient, id: details.subjectId },
    place: details.place,
    hit,
    evidence,
  };
}

/** What the patient says about themself, and what the run records beside the answers. */

import type {
  ConsentDecision,
  PatientDetails,
  RuleHit,
} from '../../../../../sync/protocol/operations/payloads/parts.ts';
import type { FormSnapshot } from '../../../../../sync/questionnaire/model/contract.ts';
import type { DeviceOwner, DraftContent } from '../../../../platform/contract/contract.ts';
import { type FlowRecord, wrapFlow } from '../machine/persisted-flow.ts';

export interface Attestation {
  readonly name: string;
  readonly at: string;
}

export interface IntakeDetails {
  readonly draftId: string;
  readonly session: string;
  readonly subjectId: string;
  /** Until it is said, a device counts as the patient's own: what was typed outlives a browser that was closed. */
  readonly owner: DeviceOwner;
  readonly startedAt: string;
  readonly patient: Partial<PatientDetails>;
  readonly place?: { readonly code: string; readonly confirmedAt: string };
  readonly consents: readonly ConsentDecision[];
  readonly ruleHits: readonly RuleHit[];
  /** linkIds whose unusual value the patient has confirmed. */
  readonly confirmedImplausible: readonly string[];
  /** linkIds whose answers are still what the health profile filled in. */
  readonly filledIn?: readonly string[];
  readonly attestation?: Attestation;
}

export interface NewIntake {
  readonly draftId: string;
  readonly session: string;
  readonly subjectId: string;
  readonly now: Date;
}

export function newDetails({ draftId, session, subjectId, now }: NewIntake): IntakeDetails {
  return {
    draftId,
    session,
    subjectId,
    owner: 'own',
    startedAt: now.toISOString(),
    patient: {},
    consents: [],
    ruleHits: [],
    confirmedImplausible: [],
  };
}

export function detailsOf(content: DraftContent, attestation: Attestation | undefined): IntakeDetails {
  const {
    draftId,
    session,
    subjectId,
    owner,
    startedAt,
    patient,
    place,
    consents,
    ruleHits,
    confirmedImplausible,
    filledIn,
  } = content;
  return {
    draftId,
    session,
    subjectId,
    owner,
    startedAt,
    patient,
    consents,
    ruleHits,
    confirmedImplausible,
    ...(place ? { place } : {}),
    ...(filledIn ? { filledIn } : {}),
    ...(attestation ? { attestation } : {}),
  };
}

export interface DraftParts {
  readonly details: IntakeDetails;
  readonly questionnaire: DraftContent['questionnaire'];
  readonly language: string;
  readonly record: FlowRecord;
  readonly form: FormSnapshot;
  readonly now: Date;
}

/** Everything the patient wrote, as one draft row: the machine's position, the engine's answers, the details. */
export function assembleDraft({
  details,
  questionnaire,
  language,
  record,
  form,
  now,
}: DraftParts): DraftContent {
  const { attestation, ...kept } = details;
  return {
    ...kept,
    questionnaire,
    language,
    updatedAt: now.toISOString(),
    flow: wrapFlow(attestation ? { ...record, attestation } : record),
    form,
  };
}

const DAY_MS = 86_400_000;

/** @returns what the time since the last change means for a draft. */
export function draftAge(
  updatedAt: string,
  now: Date,
  limits: { readonly maxAnswerAgeDays: number; readonly draftDays: number },
): 'fresh' | 'stale' | 'expired' {
  const days = (now.getTime() - Date.parse(updatedAt)) / DAY_MS;
  if (days > limits.draftDays) return 'expired';
  return days > limits.maxAnswerAgeDays ? 'stale' : 'fresh';
}

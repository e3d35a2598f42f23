/** What a patient at a kiosk writes: every word of it a canary. */
import { randomUUID } from 'node:crypto';
import type { DraftContent } from '../../../renderer/platform/contract/contract.ts';
import { testDraft } from '../../../renderer/platform/contract/testing.ts';
import { sampleAlert, sampleDraft, sampleSubmission } from '../../../sync/client/testing/samples.ts';
import type { IntakeAnswers } from '../../../sync/protocol/operations/payloads/intake-submit.ts';
import type { SafetyAlert } from '../../../sync/protocol/operations/payloads/safety-alert.ts';
import { AT, testPatient } from '../../../sync/protocol/testing/fixture-intake.ts';

/** Texts that must never lie on the disk in any form. */
export const CANARIES = {
  given: 'Quetzalina-7351',
  family: 'Hartebeeste-Øst',
  email: 'quetzalina@canary.example',
  answer: 'canary-answer-of-a-kiosk-42',
  alert: 'canary-answer-7f3e',
  photo: 'canary-photo-9b1c',
  title: 'canary-title.jpeg',
} as const;

export interface IntakeNames {
  readonly draftId: string;
  readonly session: string;
  readonly subjectId: string;
}

export const newNames = (): IntakeNames => ({
  draftId: randomUUID(),
  session: randomUUID(),
  subjectId: randomUUID(),
});

const patientOf = ({ subjectId }: IntakeNames) =>
  testPatient({
    id: subjectId,
    givenName: CANARIES.given,
    familyName: CANARIES.family,
    contact: { method: 'email', value: CANARIES.email, mayLeaveMessage: false },
  });

/** @param version what tells one save from the next */
export function contentOf(names: IntakeNames, version = 1): DraftContent {
  return testDraft({
    ...names,
    startedAt: AT,
    updatedAt: AT,
    patient: patientOf(names),
    flow: { v: version, snapshot: {} },
    confirmedImplausible: [CANARIES.answer],
  });
}

/** @param photos names of blobs */
export const answersOf = (names: IntakeNames, photos: readonly string[] = []): IntakeAnswers => ({
  ...sampleSubmission(1, sampleDraft(1, names), CANARIES.answer, photos),
  patient: patientOf(names),
});

export const alertOf = (names: IntakeNames, rule?: string): SafetyAlert => ({
  ...sampleAlert(1, rule, sampleDraft(1, names)),
  patient: patientOf(names),
});

export function photoOf(names: IntakeNames, number = 1) {
  const { draftId, subjectId } = names;
  const text = `${CANARIES.photo} ${number} `.padEnd(3_000, '.');
  return {
    draftId,
    subjectId,
    bytes: new Uint8Array(new TextEncoder().encode(text)),
    contentType: 'image/jpeg',
    title: CANARIES.title,
  };
}

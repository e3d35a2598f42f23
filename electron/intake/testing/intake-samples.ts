/** What a patient at a kiosk writes: every word of it a canary. */
import { randomUUID } from 'node:crypto';
import type { DraftContent } from '../../../renderer/platform/contract/contract.ts';
import { sampleAlert, sampleSubmission } from '../../../sync/client/testing/samples.ts';
import type { IntakeAnswers } from '../../../sync/protocol/operations/intake-submit.ts';
import type { SafetyAlert } from '../../../sync/protocol/operations/safety-alert.ts';

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

const questionnaire = {
  slug: 'mood',
  canonical: 'https://lantern.example/mood|1.0',
  formHash: 'a'.repeat(64),
};
const patient = {
  givenName: CANARIES.given,
  familyName: CANARIES.family,
  birthDate: '1990-01-02',
  sexAtBirth: 'female',
  contact: { method: 'email', value: CANARIES.email, mayLeaveMessage: false },
  answeredBy: 'self',
} as const;

/** @param version what tells one save from the next */
export function contentOf(names: IntakeNames, version = 1): DraftContent {
  return {
    ...names,
    questionnaire,
    owner: 'own',
    language: 'en',
    startedAt: '2026-11-20T09:00:00.000Z',
    updatedAt: '2026-11-20T09:01:00.000Z',
    patient: { id: names.subjectId, ...patient },
    consents: [],
    flow: { v: version, snapshot: {} },
    ruleHits: [],
    confirmedImplausible: [CANARIES.answer],
  };
}

const asDraft = (names: IntakeNames) => ({
  ...names,
  questionnaire,
  owner: 'shared' as const,
  updatedAt: '2026-11-20T09:01:00.000Z',
  answers: '',
});

/** @param photos names of blobs */
export function answersOf(names: IntakeNames, photos: readonly string[] = []): IntakeAnswers {
  return {
    ...sampleSubmission(1, asDraft(names), CANARIES.answer, photos),
    patient: { id: names.subjectId, ...patient },
  };
}

export function alertOf(names: IntakeNames, rule = 'thoughts-of-self-harm'): SafetyAlert {
  return { ...sampleAlert(1, rule, asDraft(names)), patient: { id: names.subjectId, ...patient } };
}

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

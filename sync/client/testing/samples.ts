/** A patient's draft, submission and alert, with words that must never be found in clear. */
import { blobUrl } from '../../protocol/operations/attachment.ts';
import type { IntakeAnswers } from '../../protocol/operations/intake-submit.ts';
import type { SafetyAlert } from '../../protocol/operations/safety-alert.ts';
import type { DraftHead } from '../drafts/drafts.ts';

export const CANARY = 'canary-answer-7f3e';

export interface SampleDraft extends DraftHead {
  readonly answers: string;
}

const questionnaire = {
  slug: 'mood',
  canonical: 'https://lantern.example/mood|1.0',
  formHash: 'a'.repeat(64),
};
const uuid = (kind: number, number: number) =>
  `${kind}0000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

export function sampleDraft(number = 1, changes: Partial<SampleDraft> = {}): SampleDraft {
  return {
    draftId: uuid(1, number),
    session: uuid(2, number),
    subjectId: uuid(3, number),
    questionnaire,
    owner: 'own',
    updatedAt: '2026-11-20T09:00:00.000Z',
    answers: `${CANARY} ${number}`,
    ...changes,
  };
}

const patientOf = (number: number, subjectId: string): IntakeAnswers['patient'] => ({
  id: subjectId,
  givenName: `Canary${number}`,
  familyName: 'Familyname',
  birthDate: '1990-01-02',
  sexAtBirth: 'female',
  contact: { method: 'email', value: 'canary@example.org', mayLeaveMessage: false },
  answeredBy: 'self',
});

/** @param photos names of blobs, each the answer of an item of its own, deep inside. */
export function sampleSubmission(
  number = 1,
  draft = sampleDraft(number),
  text = CANARY,
  photos: readonly string[] = [],
): IntakeAnswers {
  return {
    session: draft.session,
    vendor: 'lantern',
    questionnaire,
    language: 'en',
    patient: patientOf(number, draft.subjectId),
    place: { code: 'US-CA', confirmedAt: '2026-11-20T09:00:00.000Z' },
    consents: [],
    ruleHits: [],
    startedAt: '2026-11-20T09:00:00.000Z',
    completedAt: '2026-11-20T09:05:00.000Z',
    attestation: { name: `Canary${number}`, at: '2026-11-20T09:05:00.000Z' },
    response: {
      resourceType: 'QuestionnaireResponse',
      item: [
        { linkId: 'q', answer: [{ valueString: text }] },
        ...photos.map((sha256, index) => ({
          linkId: `photos-${index}`,
          item: [{ linkId: 'photo', answer: [{ valueAttachment: { url: blobUrl(sha256), size: 1 } }] }],
        })),
      ],
    },
  };
}

export function sampleAlert(
  number = 1,
  rule = 'thoughts-of-self-harm',
  draft = sampleDraft(number),
): SafetyAlert {
  return {
    session: draft.session,
    vendor: 'lantern',
    questionnaire,
    language: 'en',
    patient: patientOf(number, draft.subjectId),
    place: { code: 'US-CA', confirmedAt: '2026-11-20T09:00:00.000Z' },
    hit: {
      rule,
      version: '1',
      outcome: 'URGENT',
      panel: 'crisis',
      at: '2026-11-20T09:01:00.000Z',
      evidence: ['q9'],
    },
    evidence: [{ linkId: 'q9', question: 'Thoughts?', answers: [CANARY] }],
  };
}

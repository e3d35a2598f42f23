/** A patient's draft, submission and alert, with words that must never be found in clear. */
import { blobUrl } from '../../protocol/base/blobs.ts';
import type { IntakeAnswers } from '../../protocol/operations/payloads/intake-submit.ts';
import type { SafetyAlert } from '../../protocol/operations/payloads/safety-alert.ts';
import {
  AT,
  testAlert,
  testForm,
  testId,
  testIntake,
  testPatient,
} from '../../protocol/testing/fixture-intake.ts';
import type { DraftHead } from '../drafts/drafts.ts';

export const CANARY = 'canary-answer-7f3e';

export interface SampleDraft extends DraftHead {
  readonly answers: string;
}

export function sampleDraft(number = 1, changes: Partial<SampleDraft> = {}): SampleDraft {
  return {
    draftId: testId(1, number),
    session: testId(2, number),
    subjectId: testId(3, number),
    questionnaire: testForm,
    owner: 'own',
    updatedAt: AT,
    answers: `${CANARY} ${number}`,
    ...changes,
  };
}

const patientOf = (number: number, id: string) =>
  testPatient({
    id,
    givenName: `Canary${number}`,
    familyName: 'Familyname',
    contact: { method: 'email', value: 'canary@example.org', mayLeaveMessage: false },
  });

/** @param photos names of blobs, each the answer of an item of its own, deep inside. */
export function sampleSubmission(
  number = 1,
  draft = sampleDraft(number),
  text = CANARY,
  photos: readonly string[] = [],
): IntakeAnswers {
  return testIntake({
    session: draft.session,
    patient: patientOf(number, draft.subjectId),
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
  });
}

export const sampleAlert = (
  number = 1,
  rule = 'thoughts-of-self-harm',
  { session, subjectId } = sampleDraft(number),
): SafetyAlert =>
  testAlert({
    session,
    patient: patientOf(number, subjectId),
    hit: { rule },
    evidence: [{ linkId: 'q9', question: 'Thoughts?', answers: [CANARY] }],
  });

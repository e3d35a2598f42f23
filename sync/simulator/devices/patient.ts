/** What the simulated patients write. */
import type { DraftHead } from '../../client/drafts/drafts.ts';
import { blobUrl } from '../../protocol/operations/attachment.ts';
import type { IntakeAnswers } from '../../protocol/operations/intake-submit.ts';
import type { SafetyAlert } from '../../protocol/operations/safety-alert.ts';
import { VENDOR } from '../site/vendor.ts';

export interface FormContent extends DraftHead {
  readonly version: number;
  readonly text: string;
  readonly photos: readonly { readonly sha256: string; readonly size: number }[];
}

const FORM_HASH = 'a'.repeat(64);
const CANONICAL = 'https://willow.example/mood|1.0';
const AT = '2026-11-20T09:00:00.000Z';
const questionnaire = { slug: 'mood', canonical: CANONICAL, formHash: FORM_HASH };

const patientOf = (subjectId: string): IntakeAnswers['patient'] => ({
  id: subjectId,
  givenName: 'Rosa',
  familyName: 'Quill',
  birthDate: '1990-01-02',
  sexAtBirth: 'female',
  contact: { method: 'email', value: 'rosa@example.org', mayLeaveMessage: false },
  answeredBy: 'self',
});

export function newForm(
  about: Pick<FormContent, 'draftId' | 'session' | 'subjectId' | 'owner' | 'text'>,
): FormContent {
  return {
    ...about,
    questionnaire: { slug: 'mood', formHash: FORM_HASH },
    updatedAt: AT,
    version: 0,
    photos: [],
  };
}

export function answersOf(content: FormContent): IntakeAnswers {
  return {
    session: content.session,
    vendor: VENDOR,
    questionnaire,
    language: 'en',
    patient: patientOf(content.subjectId),
    place: { code: 'US-CA', confirmedAt: AT },
    consents: [],
    ruleHits: [],
    startedAt: AT,
    completedAt: AT,
    attestation: { name: 'Rosa Quill', at: AT },
    response: {
      resourceType: 'QuestionnaireResponse',
      item: [
        {
          linkId: 'text',
          answer: [{ valueString: `${content.draftId} ${content.version} ${content.text}` }],
        },
        ...content.photos.map(({ sha256, size }, index) => ({
          linkId: `photo-${index}`,
          answer: [{ valueAttachment: { contentType: 'image/jpeg', url: blobUrl(sha256), size } }],
        })),
      ],
    },
  };
}

/** @param no of the rule that was met. */
export function alertOf(session: string, subjectId: string, no: number): SafetyAlert {
  return {
    session,
    vendor: VENDOR,
    questionnaire,
    language: 'en',
    patient: patientOf(subjectId),
    place: { code: 'US-CA', confirmedAt: AT },
    hit: {
      rule: `rule-${no}`,
      version: '1',
      outcome: 'URGENT',
      panel: 'crisis',
      at: AT,
      evidence: ['q9'],
    },
    evidence: [{ linkId: 'q9', question: 'Thoughts?', answers: ['Yes'] }],
  };
}

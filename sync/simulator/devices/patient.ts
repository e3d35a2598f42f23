/** What the simulated patients write. */
import type { DraftHead } from '../../client/drafts/drafts.ts';
import { blobUrl } from '../../protocol/operations/payloads/attachment.ts';
import type { IntakeAnswers } from '../../protocol/operations/payloads/intake-submit.ts';
import type { SafetyAlert } from '../../protocol/operations/payloads/safety-alert.ts';
import { AT, testAlert, testForm, testIntake, testPatient } from '../../protocol/testing/fixture-intake.ts';
import { VENDOR } from '../site/vendor.ts';

export interface FormContent extends DraftHead {
  readonly version: number;
  readonly text: string;
  readonly photos: readonly { readonly sha256: string; readonly size: number }[];
}

export function newForm(
  about: Pick<FormContent, 'draftId' | 'session' | 'subjectId' | 'owner' | 'text'>,
): FormContent {
  return {
    ...about,
    questionnaire: testForm,
    updatedAt: AT,
    version: 0,
    photos: [],
  };
}

export function answersOf({
  draftId,
  session,
  subjectId,
  version,
  text,
  photos,
}: FormContent): IntakeAnswers {
  return testIntake({
    vendor: VENDOR,
    session,
    patient: testPatient({ id: subjectId }),
    response: {
      resourceType: 'QuestionnaireResponse',
      item: [
        { linkId: 'text', answer: [{ valueString: `${draftId} ${version} ${text}` }] },
        ...photos.map(({ sha256, size }, index) => ({
          linkId: `photo-${index}`,
          answer: [{ valueAttachment: { contentType: 'image/jpeg', url: blobUrl(sha256), size } }],
        })),
      ],
    },
  });
}

/** @param no of the rule that was met. */
export const alertOf = (session: string, subjectId: string, no: number): SafetyAlert =>
  testAlert({
    vendor: VENDOR,
    session,
    patient: testPatient({ id: subjectId }),
    hit: { rule: `rule-${no}` },
  });

/** What the simulated patients write. */
import { base64url } from '../../client/base/bytes.ts';
import type { DraftHead } from '../../client/drafts/drafts.ts';
import { blobUrl } from '../../protocol/base/blobs.ts';
import type { IntakeAnswers } from '../../protocol/operations/payloads/intake-submit.ts';
import type { OrderPlace } from '../../protocol/operations/payloads/order-place.ts';
import type { SafetyAlert } from '../../protocol/operations/payloads/safety-alert.ts';
import { AT, testAlert, testForm, testIntake, testPatient } from '../../protocol/testing/fixture-intake.ts';
import { VENDOR } from '../site/vendor.ts';
import { priceOf, skus } from '../stand-ins/memory-orders.ts';

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

/** The lines follow from the cart's number. @param shown too much, or too little. */
export function cartOf(
  no: number,
  about: {
    readonly session: string;
    readonly cart: string;
    readonly token: Uint8Array;
    readonly shown: number;
    readonly note: string;
  },
): OrderPlace {
  const lines = [no, no + 1].map((at, index) => ({ sku: skus[at % skus.length] ?? '', quantity: 1 + index }));
  return {
    ...{ session: about.session, vendor: VENDOR, placedAt: AT, token: base64url(about.token) },
    ...{ cart: { id: about.cart, version: 1 }, lines, consents: [], payment: 'card', language: 'en' },
    delivery: {
      way: 'mail',
      rate: 'standard',
      address: {
        lines: ['12 Elm Street'],
        city: 'Oakland',
        region: 'US-CA',
        postcode: '94607',
        country: 'US',
      },
    },
    contact: { name: `Ana ${about.note}` },
    shown: { total: priceOf(lines).totals.total + about.shown, currency: 'USD' },
  };
}

/** @param no of the rule that was met. */
export const alertOf = (session: string, subjectId: string, no: number): SafetyAlert =>
  testAlert({
    vendor: VENDOR,
    session,
    patient: testPatient({ id: subjectId }),
    hit: { rule: `rule-${no}` },
  });

/** Photos of a document that shows who a patient is, for the clinic's staff alone. */
import type { DocumentKind, IdentityDocument } from '../../domain/identity/identity-document.ts';
import { IDENTITY_ID, IDENTITY_RECORD, IDENTITY_VERSION } from '../records/identity.ts';
import { defineOperation, type RecordOverlay, type Submission } from './operation.ts';
import type { IdentitySend } from './payloads/identity-send.ts';

function overlayOf({ change, statedAt }: IdentitySend): RecordOverlay {
  const body: IdentityDocument | null =
    change.does === 'withdraw' ? null : { document: change.document, status: 'sent', statedAt };
  return { kind: IDENTITY_RECORD, v: IDENTITY_VERSION, id: IDENTITY_ID, body };
}

export const identitySend = defineOperation<IdentitySend>()({
  kind: 'identity.send',
  lane: 'identity',
  sealed: 'before-queueing',
  // Its copy says which document it was; the photos themselves are gone from the device with the receipt.
  retention: { copy: true, endsDraft: false },
  newest: 1,
  upcast: {},
  overlay: (payload) => (payload === undefined ? [] : [overlayOf(payload)]),
});

interface Sender extends Pick<IdentitySend, 'vendor' | 'person' | 'statedAt'> {}

const submissionOf = ({ person }: Sender) => ({
  operation: identitySend,
  session: person,
  ...{ subjectId: person, person },
  about: {},
});

/** @param blobs names of the photos, which the device keeps. */
export function identitySubmission(
  sender: Sender,
  document: DocumentKind,
  blobs: readonly string[],
): Submission {
  return {
    ...submissionOf(sender),
    blobs,
    payload: (photos): IdentitySend => ({
      ...{ session: sender.person, ...sender },
      change: { does: 'send', document, photos: [...photos] },
    }),
  };
}

export const identityWithdrawal = (sender: Sender): Submission => ({
  ...submissionOf(sender),
  payload: (): IdentitySend => ({ session: sender.person, ...sender, change: { does: 'withdraw' } }),
});

import { useCallback } from 'react';
import {
  type DocumentKind,
  type IdentityDocument,
  identityDocumentSchema,
} from '../../../../sync/domain/identity/identity-document.ts';
import {
  identitySubmission,
  identityWithdrawal,
} from '../../../../sync/protocol/operations/identity-send.ts';
import { IDENTITY_RECORD } from '../../../../sync/protocol/records/identity.ts';
import { usePack, usePlatform } from '../../../device/provider/platform-provider.tsx';
import { useRecords } from '../../../device/use-account.ts';
import { useMessages } from '../../../i18n/index.ts';
import type { RecordView } from '../../../platform/contract/account.ts';
import type { SignedInState } from '../../../shell/signed-in/account-page.tsx';

export interface ShownDocument extends IdentityDocument {
  /** That it is on its way, or with the clinic. */
  readonly pending: RecordView['pending'];
}

/** @returns the one that the clinic has or is to get; undefined where there is none. */
export function useIdentity(): ShownDocument | undefined {
  const [record] = useRecords(IDENTITY_RECORD, identityDocumentSchema).records;
  return record && { ...record.body, pending: record.pending };
}

/** In British words where the vendor is British. */
export function useDocumentWords(): (document: DocumentKind) => string {
  const t = useMessages('patient');
  const isBritish = usePack().region === 'GB';
  return (document) =>
    t(
      isBritish && document === 'drivers-license'
        ? 'identity.doc.driving-licence'
        : `identity.doc.${document}`,
    );
}

export interface NewDocument {
  readonly document: DocumentKind;
  readonly photos: readonly Blob[];
}

/** Both resolve once it is on this device's disk; it goes out when there is a network. */
export function useIdentityChanges({ person }: SignedInState) {
  const platform = usePlatform();
  const { slug: vendor } = usePack();
  const send = useCallback(
    async ({ document, photos }: NewDocument) => {
      const { deliveries, blobs, now } = await platform;
      const kept: string[] = [];
      try {
        for (const photo of photos) {
          const bytes = new Uint8Array(await photo.arrayBuffer());
          // Of no draft: the operation names them, or they go.
          const name = { draftId: person, subjectId: person, contentType: photo.type };
          kept.push((await blobs.keep({ ...name, bytes })).sha256);
        }
        const sender = { vendor, person, statedAt: now().toISOString() };
        await deliveries.send(identitySubmission(sender, document, kept), 'own');
      } catch (error) {
        for (const sha256 of kept) await blobs.drop(sha256).catch(() => undefined);
        throw error;
      }
    },
    [platform, vendor, person],
  );
  const withdraw = useCallback(async () => {
    const { deliveries, now } = await platform;
    await deliveries.send(identityWithdrawal({ vendor, person, statedAt: now().toISOString() }), 'own');
  }, [platform, vendor, person]);
  return { send, withdraw };
}

/** Photos and documents of a case: opened with the key that its envelope holds, for staff alone. */
import type { BlobStore } from '../../core/blobs/blob-store.ts';
import type { Attachment } from '../../http/send-attachment.ts';
import type { CaseContents } from './case-contents.ts';
import type { Inbox } from './inbox.ts';

/** @returns undefined where the case doesn't name it, or its bytes are not there or don't open. */
export type ReadAttachment = (vendor: string, id: string, sha256: string) => Promise<Attachment | undefined>;

export interface CaseAttachmentsDependencies {
  readonly inbox: Inbox;
  readonly contents: CaseContents;
  readonly blobs: Pick<BlobStore, 'read'>;
  readonly openBlob: (
    vendor: string,
    key: Uint8Array<ArrayBuffer>,
    bytes: Uint8Array<ArrayBuffer>,
  ) => Promise<Uint8Array | undefined>;
}

export function createCaseAttachments(dependencies: CaseAttachmentsDependencies): ReadAttachment {
  const { inbox, contents, blobs, openBlob } = dependencies;
  return async (vendor, id, sha256) => {
    const row = await inbox.find(vendor, id);
    const stored = row && (await contents.read(vendor, [row.id])).get(row.id);
    if (!row || !stored) return undefined;
    const { intake } = await contents.open(vendor, row, stored);
    const named = intake?.attachments.find((one) => one.sha256 === sha256);
    const sealed = named && (await blobs.read({ vendor, device: row.device, sha256 }));
    if (!named || !sealed) return undefined;
    const bytes = await openBlob(
      vendor,
      new Uint8Array(Buffer.from(named.key, 'base64url')),
      new Uint8Array(sealed),
    );
    return bytes && { bytes, contentType: named.contentType, title: named.title };
  };
}

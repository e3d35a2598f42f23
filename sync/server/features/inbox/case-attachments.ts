/** Photos and documents of a case: opened with the key that its envelope holds, for staff alone. */
import type { BlobStore } from '../../core/blobs/blob-store.ts';
import type { CaseContents } from './case-contents.ts';
import type { Inbox } from './inbox.ts';

export interface CaseAttachment {
  readonly bytes: Uint8Array;
  /** As the patient's device named it, where it is a kind that a browser may be told of; else {@link UNKNOWN_TYPE}. */
  readonly contentType: string;
  readonly title: string | undefined;
}

/** @returns undefined where the case doesn't name it, or its bytes are not there or don't open. */
export type ReadAttachment = (
  vendor: string,
  id: string,
  sha256: string,
) => Promise<CaseAttachment | undefined>;

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

export const UNKNOWN_TYPE = 'application/octet-stream';
/** Nothing that a browser would run: no HTML, no SVG. */
const NAMED_TYPES: readonly string[] = [
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/heic',
  'application/pdf',
];
/** What a browser shows by itself, and safely. */
const SHOWN_TYPES: readonly string[] = ['image/jpeg', 'image/png', 'image/webp'];

function servedType(claimed: string): string {
  const type = claimed.split(';')[0]?.trim().toLowerCase() ?? '';
  return NAMED_TYPES.includes(type) ? type : UNKNOWN_TYPE;
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
    return bytes && { bytes, contentType: servedType(named.contentType), title: named.title };
  };
}

/** RFC 6266, with the name in RFC 8187's spelling: whatever it is, it stays a name. */
export function contentDisposition({ contentType, title }: CaseAttachment): string {
  const kind = SHOWN_TYPES.includes(contentType) ? 'inline' : 'attachment';
  if (title === undefined || title === '') return kind;
  const encoded = encodeURIComponent(title.toWellFormed()).replace(
    /['()*]/g,
    (symbol) => `%${symbol.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename*=UTF-8''${encoded}`;
}

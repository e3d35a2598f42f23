/** Whether a submission, its response and the operation that carried it speak of the same photos and documents. */
import { blobName } from '../../../protocol/base/blobs.ts';
import type { BlobAttachment } from '../../../protocol/operations/payloads/attachment.ts';
import type { IntakeSubmit } from '../../../protocol/operations/payloads/intake-submit.ts';

type Json = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;

/** Attachments of a response whose content is a blob, wherever they stand in it. Nothing in it is trusted: no recursion. */
function blobsOfResponse(response: unknown): { readonly sha256: string; readonly attachment: Json }[] {
  const found: { sha256: string; attachment: Json }[] = [];
  const open: Json[] = isObject(response) ? [response] : [];
  for (let value = open.pop(); value; value = open.pop()) {
    const { valueAttachment: attachment } = value;
    const url = isObject(attachment) && typeof attachment.url === 'string' ? attachment.url : undefined;
    const sha256 = blobName(url);
    if (isObject(attachment) && sha256 !== undefined) found.push({ sha256, attachment });
    for (const part of Object.values(value)) if (isObject(part)) open.push(part);
  }
  return found;
}

/** The engine has judged size and type as the response states them: they are those of the file, or its rules were walked around. */
function agree(stated: Json, { contentType, size }: BlobAttachment): boolean {
  return stated.contentType === contentType && stated.size === size;
}

export type AttachmentFault =
  | 'not-in-response'
  | 'not-in-attachments'
  | 'twice'
  | 'not-as-stated'
  | 'not-delivered';

/**
 * @param delivered names of the blobs that the operation waited for.
 * @returns each kind of fault once; none where all agree.
 */
export function attachmentFaults(
  { response, attachments }: IntakeSubmit,
  delivered: readonly string[],
): readonly AttachmentFault[] {
  const faults = new Set<AttachmentFault>();
  const byName = new Map(attachments.map((one) => [one.sha256, one]));
  if (byName.size < attachments.length) faults.add('twice');
  const shown = blobsOfResponse(response);
  for (const { sha256, attachment } of shown) {
    const known = byName.get(sha256);
    if (!known) faults.add('not-in-attachments');
    else if (!agree(attachment, known)) faults.add('not-as-stated');
  }
  const names = new Set(shown.map(({ sha256 }) => sha256));
  for (const name of byName.keys()) {
    if (!names.has(name)) faults.add('not-in-response');
    if (!delivered.includes(name)) faults.add('not-delivered');
  }
  return [...faults];
}

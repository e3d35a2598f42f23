import type { Attachment } from 'fhir/r4.js';

/** Bytes of one file that an answer can carry: a response travels in one envelope of a mebibyte, and base64 adds a third. */
export const MOST_ATTACHMENT_BYTES = 700_000;

export type AttachmentReading =
  | { readonly ok: true; readonly attachment: Attachment }
  | { readonly ok: false; readonly reason: 'too-large' | 'wrong-type' | 'unreadable' };

/** `image/*` and plain `image` stand for every kind of image. */
export function isAccepted(type: string, accepted: readonly string[]): boolean {
  if (accepted.length === 0) return true;
  return accepted.some(
    (pattern) => type === pattern || type.startsWith(`${pattern.replace(/\/?\*?$/, '')}/`),
  );
}

async function base64(bytes: Uint8Array): Promise<string> {
  const parts: string[] = [];
  // String.fromCharCode takes its characters as arguments, of which engines allow some ten thousands.
  for (let at = 0; at < bytes.length; at += 0x6000)
    parts.push(btoa(String.fromCharCode(...bytes.subarray(at, at + 0x6000))));
  return parts.join('');
}

/** Reads a picked file into the answer itself (FHIR R4 Attachment.data). */
export async function readAttachment(
  file: File,
  accepted: readonly string[],
  mostBytes: number,
): Promise<AttachmentReading> {
  if (!isAccepted(file.type, accepted)) return { ok: false, reason: 'wrong-type' };
  if (file.size > mostBytes) return { ok: false, reason: 'too-large' };
  try {
    const bytes = new Uint8Array(await file.arrayBuffer());
    return {
      ok: true,
      attachment: {
        contentType: file.type || 'application/octet-stream',
        data: await base64(bytes),
        size: bytes.length,
        title: file.name,
      },
    };
  } catch {
    return { ok: false, reason: 'unreadable' };
  }
}

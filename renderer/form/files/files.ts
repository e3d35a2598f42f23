/**
 * Where a form's photos and documents are kept. Beside the flow they are blobs of the device's store; a form that is used alone keeps
 * them in its answers, as drafts of the first version do.
 */
import type { Attachment } from 'fhir/r4.js';
import type { Form, NodeId } from '../../../sync/questionnaire/model/contract.ts';

export interface PreparedFile {
  readonly content: Blob;
  /** Media type without parameters. */
  readonly contentType: string;
  readonly title: string;
}

export interface FormFiles {
  /** Bytes of one file that can be kept. */
  readonly mostBytes: number;
  /** Files of one form that can be sent together. */
  readonly mostFiles: number;
  /**
   * Keeps it, and gives what stands for it in the answer.
   * @throws with the `code` of a StorageError where the device can't.
   */
  keep(file: PreparedFile): Promise<Attachment>;
  /** @returns undefined where its content isn't here. */
  read(attachment: Attachment): Promise<Blob | undefined>;
  /** The patient has taken it out, and a draft without it has been saved. */
  drop(attachment: Attachment): Promise<void>;
}

/** A response travels in one envelope of a mebibyte, and base64 adds a third. */
const INLINE_BYTES = 700_000;

async function toBase64(content: Blob): Promise<string> {
  const bytes = new Uint8Array(await content.arrayBuffer());
  const parts: string[] = [];
  // String.fromCharCode takes its characters as arguments, of which engines allow some ten thousands.
  for (let at = 0; at < bytes.length; at += 0x6000)
    parts.push(btoa(String.fromCharCode(...bytes.subarray(at, at + 0x6000))));
  return parts.join('');
}

/** The content that an answer itself holds (FHIR R4 Attachment.data). */
export function inlineContent({ data, contentType = '' }: Attachment): Blob | undefined {
  if (data === undefined) return undefined;
  try {
    return new Blob([Uint8Array.from(atob(data), (character) => character.charCodeAt(0))], {
      type: contentType,
    });
  } catch {
    return undefined;
  }
}

export const inlineFiles: FormFiles = {
  mostBytes: INLINE_BYTES,
  mostFiles: Number.POSITIVE_INFINITY,
  async keep({ content, contentType, title }) {
    return { contentType, data: await toBase64(content), size: content.size, title };
  },
  read: async (attachment) => inlineContent(attachment),
  drop: async () => undefined,
};

/** All files that a form's answers hold, those of questions that aren't asked just now included. */
export function attachmentsOf(form: Pick<Form, 'root' | 'read'>): readonly Attachment[] {
  const found: Attachment[] = [];
  const visit = (id: NodeId) => {
    const state = form.read(id);
    for (const answer of state?.answers ?? []) if (answer.type === 'Attachment') found.push(answer.value);
    for (const child of state?.children ?? []) visit(child);
  };
  for (const id of form.root) visit(id);
  return found;
}

/** A patient's answer to what staff asked about a form, as it is sealed. */
import { z } from 'zod/mini';
import { present, uuid } from './parts.ts';

export const MAX_REPLY_LENGTH = 4000;

export const careReplyV1 = z.object({
  /** The consultation: what is answered in it goes in order. */
  session: uuid,
  vendor: present(63),
  /** Who is signed in; absent for a guest, whose device sent the form. */
  person: z.optional(uuid),
  /** The operation that sent the form. */
  consultation: uuid,
  /** Id of the question. */
  asked: uuid,
  text: present(MAX_REPLY_LENGTH),
  /** By the device's clock. */
  repliedAt: z.iso.datetime({ offset: true }),
});
export type CareReply = z.infer<typeof careReplyV1>;

export const careReplyVersions = { 1: careReplyV1 };

/** Photos of an identity document, as they are sealed; or that the patient wants them gone. */
import { z } from 'zod/mini';
import { documentKinds, MAX_IDENTITY_PHOTOS } from '../../../domain/identity/identity-document.ts';
import { attachmentSchema } from './attachment.ts';
import { present, uuid } from './parts.ts';

const changeSchema = z.union([
  z.object({
    does: z.literal('send'),
    document: z.enum(documentKinds),
    photos: z.array(attachmentSchema).check(z.minLength(1), z.maxLength(MAX_IDENTITY_PHOTOS)),
  }),
  z.object({ does: z.literal('withdraw') }),
]);

export const identitySendV1 = z.object({
  /** The person: what they send goes in order. */
  session: uuid,
  vendor: present(63),
  person: uuid,
  /** By the device's clock. */
  statedAt: z.iso.datetime({ offset: true }),
  change: changeSchema,
});
export type IdentitySend = z.infer<typeof identitySendV1>;

export const identitySendVersions = { 1: identitySendV1 };

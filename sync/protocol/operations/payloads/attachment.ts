/** Photos and documents of an operation: blobs of their own, named by the hash of their ciphertext. */
import { z } from 'zod/mini';

/**
 * One photo or document of the response. Its answer is an Attachment whose `url` is {@link blobUrl} of `sha256`, without `data`.
 */
export const attachmentSchema = z.object({
  /** SHA-256, hex, of the ciphertext: the blob's name. */
  sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  /** base64url, 32 bytes: opens the blob, see `sync/seal/blob.ts`. */
  key: z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/)),
  contentType: z.string().check(z.minLength(1), z.maxLength(127)),
  /** Bytes before sealing. */
  size: z.int().check(z.nonnegative()),
  title: z.optional(z.string().check(z.maxLength(255))),
});
export type BlobAttachment = z.infer<typeof attachmentSchema>;

/**
 * "Save a copy": what waits on a device, sealed as it would be sent, in one file that staff hand to the server. The same ledger takes it, so
 * a device that comes back later gets the same receipts.
 */
import { z } from 'zod/mini';
import { operationSchema } from './wire.ts';

export const BUNDLE_MEDIA_TYPE = 'application/vnd.carefront.intake+json';
export const BUNDLE_EXTENSION = '.intake';

/** JSON. Blobs by name, base64url of their ciphertext. */
export const bundleSchema = z.object({
  bundle: z.literal(1),
  vendor: z.string(),
  deviceId: z.string().check(z.maxLength(64)),
  /** In the order of their lanes. */
  operations: z.array(operationSchema).check(z.minLength(1)),
  blobs: z.record(z.string(), z.string()),
});
export type Bundle = z.infer<typeof bundleSchema>;

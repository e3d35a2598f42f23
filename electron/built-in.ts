/**
 * What is built into one vendor's kiosk (`kiosk.json`, which packaging writes): whose it is, where its server is, and which keys it trusts from its first
 * start on. Nothing of it is secret.
 */
import { z } from 'zod/mini';
import { keyManifestSchema } from '../sync/protocol/key-manifest.ts';

export const BUILT_IN_FILE = 'kiosk.json';

export const builtInSchema = z.object({
  v: z.literal(1),
  /** Slug. */
  vendor: z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,60}$/)),
  /** IANA name, as in the vendor's pack: whose day it is. Absent in what was built before it was asked for. */
  timeZone: z.optional(z.string()),
  /** BCP 47, as in the vendor's pack. */
  languages: z.array(z.string()).check(z.minLength(1)),
  /** `https://care.example/connect/willow`, without a slash at its end. */
  server: z.string().check(z.regex(/^https?:\/\/[^\s/]+(\/[A-Za-z0-9._~-]+)*$/)),
  /** Where this kiosk finds its own new versions, without a slash at its end; absent where the operating system brings them. */
  updates: z.optional(z.string().check(z.regex(/^https:\/\/[^\s/]+(\/[A-Za-z0-9._~-]+)*$/))),
  keyManifest: keyManifestSchema,
  /** Key id to base64url Ed25519: who may say that something was received. */
  receiptKeys: z.record(z.string(), z.string()),
});
export type BuiltIn = z.infer<typeof builtInSchema>;

/** @throws Error where it is of no kiosk, or of two: its manifest is another vendor's */
export function readBuiltIn(json: unknown): BuiltIn {
  const builtIn = builtInSchema.parse(json);
  if (builtIn.keyManifest.vendor !== builtIn.vendor)
    throw new Error('The keys that are built in are those of another vendor.');
  return builtIn;
}

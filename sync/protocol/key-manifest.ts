/** Reading a vendor's key manifest, and the bytes that its signatures cover. */
import canonicalize from 'canonicalize';
import { z } from 'zod/mini';
import type { KeyManifest } from '../domain/vendor/key-manifest.ts';
import { base64url } from './base/base64url.ts';

const instant = z.iso.datetime();

export const keyManifestSchema: z.ZodMiniType<KeyManifest> = z.object({
  v: z.literal(1),
  vendor: z.string(),
  issuedAt: instant,
  keys: z.array(
    z.object({
      keyId: z.string().check(z.minLength(1), z.maxLength(255)),
      suite: z.int(),
      publicKey: base64url,
      notBefore: instant,
      notAfter: instant,
    }),
  ),
  rootKey: base64url,
  endorsements: z.array(z.object({ by: base64url, rootKey: base64url, signature: base64url })),
  signature: base64url,
});

/** What {@link KeyManifest.signature} covers. */
export function manifestBytes(manifest: Omit<KeyManifest, 'signature'>): Uint8Array<ArrayBuffer> {
  const { v, vendor, issuedAt, keys, rootKey, endorsements } = manifest;
  const canonical = canonicalize({ v, vendor, issuedAt, keys, rootKey, endorsements });
  return new Uint8Array(new TextEncoder().encode(canonical ?? ''));
}

/** What an endorsement's signature covers: bound to the vendor, so that one vendor's root can't become another's. */
export function endorsementBytes(vendor: string, rootKey: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(new TextEncoder().encode(`carefront root ${vendor} ${rootKey}`));
}

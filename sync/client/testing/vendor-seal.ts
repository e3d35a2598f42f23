/** Root keys, manifests and sealing keys of a vendor, for tests. */
import { getPublicKeyAsync, signAsync } from '@noble/ed25519';
import type { KeyManifest } from '../../domain/vendor/key-manifest.ts';
import { endorsementBytes, manifestBytes } from '../../protocol/key-manifest.ts';
import { createOpener, newSealingKey } from '../../seal/hpke.ts';
import { base64url } from '../base/bytes.ts';

/** Signs manifests, each under the root that it names. */
export async function createRoot(fill: number) {
  const secret = new Uint8Array(32).fill(fill);
  const rootKey = base64url(await getPublicKeyAsync(secret));
  return {
    rootKey,
    sign: async (manifest: Omit<KeyManifest, 'signature' | 'rootKey'>): Promise<KeyManifest> => {
      const unsigned = { ...manifest, rootKey };
      return { ...unsigned, signature: base64url(await signAsync(manifestBytes(unsigned), secret)) };
    },
    /** Says that another root is the vendor's as well. */
    endorse: async (other: string, vendor = 'meadow') => ({
      by: rootKey,
      rootKey: other,
      signature: base64url(await signAsync(endorsementBytes(vendor, other), secret)),
    }),
  };
}

/** A key of the vendor's, in force for that long around the days of the tests. */
export async function createVendorKey(
  keyId: string,
  notBefore = '2026-11-01T00:00:00.000Z',
  notAfter = '2027-02-01T00:00:00.000Z',
) {
  const { privateKey, publicKey } = await newSealingKey();
  const open = await createOpener(privateKey);
  return { open, key: { keyId, suite: 1, publicKey: base64url(publicKey), notBefore, notAfter } };
}

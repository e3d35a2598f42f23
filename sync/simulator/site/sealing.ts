/** The vendor's sealing keys, and the manifest that tells devices of them. */
import { base64url } from '../../client/base/bytes.ts';
import type { KeyManifest } from '../../domain/vendor/key-manifest.ts';
import { manifestBytes } from '../../protocol/key-manifest.ts';
import { SUITE_HPKE_P256 } from '../../seal/envelope.ts';
import type { Chance } from '../base/chance.ts';
import { signatureOf } from '../stand-ins/plain-crypto.ts';
import { VENDOR } from './vendor.ts';

const HOUR_MS = 3_600_000;
const VALID_MS = 90 * 24 * HOUR_MS;
const POINT_BYTES = 65;

export interface SiteSealingDependencies {
  readonly luck: Chance;
  readonly now: () => number;
  readonly rootKey: Uint8Array;
}

export function createSiteSealing({ luck, now, rootKey }: SiteSealingDependencies) {
  const sealingKeys: { readonly keyId: string; readonly publicKey: Uint8Array; readonly from: number }[] = [];

  function rotate(): void {
    const publicKey = new Uint8Array(POINT_BYTES);
    publicKey.set(luck.bytes(POINT_BYTES));
    sealingKeys.push({ keyId: `seal-${sealingKeys.length + 1}`, publicKey, from: now() });
  }
  rotate();

  function manifest(): KeyManifest {
    const unsigned = {
      v: 1 as const,
      vendor: VENDOR,
      issuedAt: new Date(Math.max(...sealingKeys.map(({ from }) => from))).toISOString(),
      keys: sealingKeys.map(({ keyId, publicKey, from }) => ({
        keyId,
        suite: SUITE_HPKE_P256,
        publicKey: base64url(publicKey),
        notBefore: new Date(from - HOUR_MS).toISOString(),
        notAfter: new Date(from + VALID_MS).toISOString(),
      })),
      rootKey: base64url(rootKey),
      endorsements: [],
    };
    return { ...unsigned, signature: base64url(signatureOf('vendor', rootKey, manifestBytes(unsigned))) };
  }

  const publicKeyOf = (keyId: string) => sealingKeys.find((key) => key.keyId === keyId)?.publicKey;

  return { rotate, manifest, publicKeyOf };
}

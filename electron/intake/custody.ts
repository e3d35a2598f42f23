/** Keys of people at a kiosk: each made together with what gives it back to the clinic, and to nobody else. */
import { bindingOf } from '../../sync/client/base/bytes.ts';
import type { DeviceCrypto } from '../../sync/client/base/crypto-ports.ts';
import type { Random } from '../../sync/client/base/ports.ts';
import type { Custody } from '../../sync/client/keys/subject-keys.ts';
import type { KeyChoice } from '../../sync/client/keys/vendor-keys.ts';
import { encodeEnvelope, SUITE_HPKE_P256 } from '../../sync/seal/envelope.ts';

const KEY_BYTES = 32;

/** What {@link KeyRow.sealedKey} is bound to: see `intakePausedV1`. */
export const custodyBinding = (vendor: string, subjectId: string, keyId: string) =>
  bindingOf('paused', vendor, subjectId, keyId);

export function createCustody(dependencies: {
  readonly vendor: string;
  readonly random: Pick<Random, 'bytes'>;
  readonly crypto: Pick<DeviceCrypto, 'sealTo'>;
  readonly importKey: (raw: Uint8Array<ArrayBuffer>) => Promise<CryptoKey>;
  readonly keyChoice: Pick<KeyChoice, 'choose'>;
}): Custody {
  const { vendor, random, crypto, importKey, keyChoice } = dependencies;
  return {
    async newKey({ subjectId, keyId }) {
      const clinic = await keyChoice.choose();
      const raw = random.bytes(KEY_BYTES);
      try {
        const content = await crypto.sealTo(clinic.publicKey, raw, custodyBinding(vendor, subjectId, keyId));
        const sealedKey = encodeEnvelope({ suite: SUITE_HPKE_P256, keyId: clinic.keyId, content });
        return { key: await importKey(raw), sealedKey };
      } finally {
        raw.fill(0);
      }
    },
  };
}

/** Turns a payload into the bytes that are stored, sent, and kept in the vendor's ledger: sealed to the vendor, bound to the operation. */
import { type EnvelopeBinding, encodeEnvelope, envelopeBinding, SUITE_HPKE_P256 } from '../seal/envelope.ts';
import { type Bytes, hex } from './bytes.ts';
import type { DeviceCrypto } from './ports.ts';
import { StorageError } from './storage-error.ts';
import type { OutboxRow } from './store/rows.ts';
import type { KeyChoice } from './vendor-keys.ts';

/** What a receipt is about. */
export interface SealedEnvelope extends Pick<OutboxRow, 'sha256' | 'size'> {
  readonly bytes: Bytes;
}

/** @throws StorageError `unsealable` where no key of the vendor's can be used. */
export type SealEnvelope = (
  operation: Omit<EnvelopeBinding, 'vendor' | 'keyId'>,
  plain: Bytes,
) => Promise<SealedEnvelope>;

export function createSealEnvelope(dependencies: {
  readonly vendor: string;
  readonly crypto: Pick<DeviceCrypto, 'sealTo' | 'sha256'>;
  readonly keyChoice: Pick<KeyChoice, 'choose'>;
}): SealEnvelope {
  const { vendor, crypto, keyChoice } = dependencies;
  return async ({ opId, lane, kind, v }, plain) => {
    const { keyId, publicKey } = await keyChoice.choose();
    const boundTo = envelopeBinding({ vendor, opId, lane, kind, v, keyId });
    let content: Bytes;
    try {
      content = await crypto.sealTo(publicKey, plain, boundTo);
    } catch (error) {
      // Signed, and still no point of the curve.
      throw new StorageError('unsealable', error);
    }
    const bytes = encodeEnvelope({ suite: SUITE_HPKE_P256, keyId, content });
    return { bytes, size: bytes.length, sha256: hex(await crypto.sha256(bytes)) };
  };
}

/** Turns a payload into the bytes that are stored, sent, and kept in the vendor's ledger: sealed to the vendor, bound to the operation. */
import {
  type EnvelopeBinding,
  encodeEnvelope,
  envelopeBinding,
  SUITE_HPKE_P256,
} from '../../seal/envelope.ts';
import { type Bytes, hex, utf8 } from '../base/bytes.ts';
import type { DeviceCrypto } from '../base/crypto-ports.ts';
import { StorageError } from '../base/storage-error.ts';
import type { OutboxRow } from '../store/rows.ts';
import type { KeyChoice } from './vendor-keys.ts';

/** Head of an envelope without its key id, encapsulated secret, tag. */
const SEALED_BESIDE = 2 + 65 + 16;

/** What a receipt is about. */
export interface SealedEnvelope extends Pick<OutboxRow, 'sha256' | 'size'> {
  readonly bytes: Bytes;
}

/** @throws StorageError `unsealable` where no key of the vendor's can be used. */
export type SealEnvelope = (
  operation: Omit<EnvelopeBinding, 'vendor' | 'keyId'>,
  plain: Bytes,
) => Promise<SealedEnvelope>;

/**
 * Fills a payload up with what JSON ignores, so that the envelope's size says little of what is in it.
 * @param beside bytes of the envelope beside the payload
 */
export type Pad = (plain: Bytes, beside: number) => Bytes;

export function createSealEnvelope(dependencies: {
  readonly vendor: string;
  readonly crypto: Pick<DeviceCrypto, 'sealTo' | 'sha256'>;
  readonly keyChoice: Pick<KeyChoice, 'choose'>;
  readonly pad?: Pad | undefined;
}): SealEnvelope {
  const { vendor, crypto, keyChoice, pad } = dependencies;
  return async ({ opId, lane, kind, v }, plain) => {
    const { keyId, publicKey } = await keyChoice.choose();
    const boundTo = envelopeBinding({ vendor, opId, lane, kind, v, keyId });
    let content: Bytes;
    try {
      const padded = pad === undefined ? plain : pad(plain, SEALED_BESIDE + utf8(keyId).length);
      content = await crypto.sealTo(publicKey, padded, boundTo);
    } catch (error) {
      // Signed, and still no point of the curve.
      throw new StorageError('unsealable', error);
    }
    const bytes = encodeEnvelope({ suite: SUITE_HPKE_P256, keyId, content });
    return { bytes, size: bytes.length, sha256: hex(await crypto.sha256(bytes)) };
  };
}

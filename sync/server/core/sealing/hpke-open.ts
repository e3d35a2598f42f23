/**
 * Opens what `sealTo` made: HPKE (RFC 9180) in base mode, DHKEM(P-256, HKDF-SHA256), HKDF-SHA256, AES-256-GCM. Synchronous, on
 * node:crypto: WebCrypto takes a way through the thread pool for each of the dozen steps, which costs several times their work.
 */
import { createDecipheriv, createECDH, createHmac, createSecretKey, type ECDH } from 'node:crypto';
import { ENCAPSULATED_BYTES, INFO, type SealingPrivateKey } from '../../../seal/hpke.ts';

type Bytes = Uint8Array<ArrayBuffer>;
export type Open = (sealed: Bytes, boundTo: Bytes) => Bytes | undefined;

const NONE = Buffer.alloc(0);
const VERSION = Buffer.from('HPKE-v1');
const BASE_MODE = Buffer.from([0]);
/** RFC 9180 section 7: KEM 0x0010, KDF 0x0001, AEAD 0x0002. */
const KEM_ID = Buffer.from([0x4b, 0x45, 0x4d, 0x00, 0x10]);
const SUITE_ID = Buffer.from([0x48, 0x50, 0x4b, 0x45, 0x00, 0x10, 0x00, 0x01, 0x00, 0x02]);
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const SECRET_BYTES = 32;
const TAG_BYTES = 16;

const hmac = (key: Uint8Array, ...parts: readonly Uint8Array[]) => {
  // Bytes as a key take three times as long.
  const mac = createHmac('sha256', createSecretKey(key));
  for (const part of parts) mac.update(part);
  return mac.digest();
};

/** RFC 9180 section 4, LabeledExtract. */
function extract(suite: Uint8Array, salt: Uint8Array, label: string, secret: Uint8Array): Buffer {
  return hmac(salt, VERSION, suite, Buffer.from(label), secret);
}

/** RFC 9180 section 4, LabeledExpand, of at most one block of SHA-256. */
function expand(suite: Uint8Array, prk: Uint8Array, label: string, info: Uint8Array, length: number): Buffer {
  const block = Buffer.from([1]);
  return hmac(prk, Buffer.from([0, length]), VERSION, suite, Buffer.from(label), info, block).subarray(
    0,
    length,
  );
}

/** The same for every message: KeySchedule of RFC 9180 section 5.1, without a pre-shared key. */
const CONTEXT = Buffer.concat([
  BASE_MODE,
  extract(SUITE_ID, NONE, 'psk_id_hash', NONE),
  extract(SUITE_ID, NONE, 'info_hash', INFO),
]);

function openBy(ecdh: ECDH, publicKey: Buffer, sealed: Bytes, boundTo: Bytes): Bytes {
  const encapsulated = sealed.subarray(0, ENCAPSULATED_BYTES);
  // RFC 9180 section 4.1, Decap. A point that isn't on the curve is refused here.
  const shared = extract(KEM_ID, NONE, 'eae_prk', ecdh.computeSecret(encapsulated));
  const secret = expand(
    KEM_ID,
    shared,
    'shared_secret',
    Buffer.concat([encapsulated, publicKey]),
    SECRET_BYTES,
  );
  const schedule = extract(SUITE_ID, secret, 'secret', NONE);
  const key = expand(SUITE_ID, schedule, 'key', CONTEXT, KEY_BYTES);
  const nonce = expand(SUITE_ID, schedule, 'base_nonce', CONTEXT, NONCE_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', createSecretKey(key), nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(boundTo).setAuthTag(sealed.subarray(-TAG_BYTES));
  const plain = decipher.update(sealed.subarray(ENCAPSULATED_BYTES, -TAG_BYTES));
  decipher.final();
  return new Uint8Array(plain);
}

/** The function gives undefined for what this key doesn't open. @throws where it is no private key of P-256. */
export function createOpen(privateKey: SealingPrivateKey): Open {
  if (privateKey.crv !== 'P-256' || privateKey.d === undefined)
    throw new Error('It is no private key of P-256.');
  const ecdh = createECDH('prime256v1');
  ecdh.setPrivateKey(privateKey.d, 'base64url');
  const publicKey = ecdh.getPublicKey();
  return (sealed, boundTo) => {
    if (sealed.length < ENCAPSULATED_BYTES + TAG_BYTES) return undefined;
    try {
      return openBy(ecdh, publicKey, sealed, boundTo);
    } catch {
      return undefined;
    }
  };
}

/**
 * Sealing to a vendor's key: HPKE (RFC 9180) in base mode, DHKEM(P-256, HKDF-SHA256), HKDF-SHA256, AES-256-GCM, one message a key.
 * P-256 because every WebCrypto has it, and some store X25519 keys that they can't read back.
 */
import { AEAD_AES_256_GCM, CipherSuite, KDF_HKDF_SHA256, KEM_DHKEM_P256_HKDF_SHA256 } from 'hpke';

type Bytes = Uint8Array<ArrayBuffer>;

const suite = new CipherSuite(KEM_DHKEM_P256_HKDF_SHA256, KDF_HKDF_SHA256, AEAD_AES_256_GCM);
/** Uncompressed point of P-256. */
export const ENCAPSULATED_BYTES = 65;
/** Names what is sealed here, so that a ciphertext of another use of the same key doesn't open. */
export const INFO = new TextEncoder().encode('carefront envelope 1');

/** JWK of an ECDH P-256 private key. */
export type SealingPrivateKey = JsonWebKey;

/**
 * @param publicKey uncompressed point, 65 bytes.
 * @param boundTo authenticated, not sealed: opening asks for the same bytes.
 * @returns encapsulated secret (65 bytes), then the ciphertext.
 */
export async function sealTo(publicKey: Uint8Array, plain: Bytes, boundTo: Bytes): Promise<Bytes> {
  const key = await suite.DeserializePublicKey(new Uint8Array(publicKey));
  const { encapsulatedSecret, ciphertext } = await suite.Seal(key, plain, { info: INFO, aad: boundTo });
  const sealed = new Uint8Array(encapsulatedSecret.length + ciphertext.length);
  sealed.set(encapsulatedSecret);
  sealed.set(ciphertext, encapsulatedSecret.length);
  return sealed;
}

/** Opens what {@link sealTo} made; the key is imported once. */
export async function createOpener(
  privateKey: SealingPrivateKey,
): Promise<(sealed: Bytes, boundTo: Bytes) => Promise<Bytes | undefined>> {
  const algorithm = { name: 'ECDH', namedCurve: 'P-256' };
  const { d: _d, key_ops: _use, ...publicKey } = privateKey;
  const key = {
    privateKey: await crypto.subtle.importKey('jwk', privateKey, algorithm, false, ['deriveBits']),
    publicKey: await crypto.subtle.importKey('jwk', publicKey, algorithm, true, []),
  };
  return async (sealed, boundTo) => {
    if (sealed.length <= ENCAPSULATED_BYTES) return undefined;
    try {
      const opened = await suite.Open(
        key,
        sealed.subarray(0, ENCAPSULATED_BYTES),
        sealed.subarray(ENCAPSULATED_BYTES),
        { info: INFO, aad: boundTo },
      );
      return new Uint8Array(opened);
    } catch {
      return undefined;
    }
  };
}

/** A new key pair: the private key as JWK, the public key as 65 bytes. */
export async function newSealingKey(): Promise<{
  readonly privateKey: SealingPrivateKey;
  readonly publicKey: Bytes;
}> {
  const pair = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits']);
  return {
    privateKey: await crypto.subtle.exportKey('jwk', pair.privateKey),
    publicKey: new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey)),
  };
}

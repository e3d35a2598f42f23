/**
 * Key wrapping for the patient's lock over WebCrypto. A root is an HKDF-SHA-256 base key (RFC 5869); from it follows an AES-256-GCM
 * key for each salt and binding, and the binding is the additional data of the cipher as well: a wrapped key that is moved to
 * another person or vendor doesn't open.
 */
import type { Bytes } from '../base/bytes.ts';
import type { LockCrypto, Wrapped, Wrapping } from '../base/crypto-ports.ts';

const IV_BYTES = 12;
const AES = { name: 'AES-GCM', length: 256 } as const;

export function createLockCrypto(crypto: Crypto): LockCrypto {
  const { subtle } = crypto;
  const hkdf = ({ salt, boundTo }: Wrapping) => ({ name: 'HKDF', hash: 'SHA-256', salt, info: boundTo });
  const wrappingKey = (wrapping: Wrapping) =>
    subtle.deriveKey(hkdf(wrapping), wrapping.root, AES, false, [
      'encrypt',
      'decrypt',
      'wrapKey',
      'unwrapKey',
    ]);
  const cipher = (iv: Bytes, { boundTo }: Wrapping) => ({ name: 'AES-GCM', iv, additionalData: boundTo });
  const newIv = () => crypto.getRandomValues(new Uint8Array(IV_BYTES));

  async function unwrapAs(
    extractable: boolean,
    wrapping: Wrapping,
    { iv, bytes }: Wrapped,
  ): Promise<CryptoKey | undefined> {
    const key = await wrappingKey(wrapping);
    try {
      const aes = cipher(iv, wrapping);
      return await subtle.unwrapKey('raw', bytes, key, aes, AES, extractable, ['encrypt', 'decrypt']);
    } catch {
      return undefined;
    }
  }
  const unwrap = (wrapping: Wrapping, box: Wrapped) => unwrapAs(false, wrapping, box);
  async function wrap(key: CryptoKey, to: Wrapping): Promise<Wrapped> {
    const iv = newIv();
    const bytes = await subtle.wrapKey('raw', key, await wrappingKey(to), cipher(iv, to));
    return { iv, bytes: new Uint8Array(bytes) };
  }

  return {
    root: (secret) => subtle.importKey('raw', secret, 'HKDF', false, ['deriveKey', 'deriveBits']),
    derive: async (wrapping) =>
      new Uint8Array(await subtle.deriveBits(hkdf(wrapping), wrapping.root, AES.length)),
    async seal(wrapping, plain) {
      const iv = newIv();
      const key = await wrappingKey(wrapping);
      return { iv, bytes: new Uint8Array(await subtle.encrypt(cipher(iv, wrapping), key, plain)) };
    },
    async open(wrapping, { iv, bytes }) {
      const key = await wrappingKey(wrapping);
      try {
        return new Uint8Array(await subtle.decrypt(cipher(iv, wrapping), key, bytes));
      } catch {
        return undefined;
      }
    },
    async newWrappedKey(wrappings) {
      const extractable = await subtle.generateKey(AES, true, ['encrypt', 'decrypt']);
      const wrapped: Wrapped[] = [];
      for (const wrapping of wrappings) wrapped.push(await wrap(extractable, wrapping));
      // By way of each wrapper: what can't be opened again is never sealed with.
      let key: CryptoKey | undefined;
      for (const [index, wrapping] of wrappings.entries()) {
        const box = wrapped[index];
        key = box === undefined ? undefined : await unwrap(wrapping, box);
        if (key === undefined) throw new Error('A key that was just wrapped does not open.');
      }
      if (key === undefined) throw new Error('A key needs a wrapper.');
      return { key, wrapped };
    },
    unwrap,
    async rewrap(from, box, to) {
      const key = await unwrapAs(true, from, box);
      return key === undefined ? undefined : await wrap(key, to);
    },
  };
}

/** What writing a draft takes of WebCrypto. Apart from `web-crypto.ts`: sealing to a clinic comes later. */
import type { LocalCrypto } from '../base/crypto-ports.ts';
import { createLockCrypto } from './lock-crypto.ts';

const IV_BYTES = 12;

export function createLocalCrypto(crypto: Crypto): LocalCrypto {
  const { subtle } = crypto;
  return {
    newSubjectKey: () => subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']),
    async seal(key, plain, boundTo) {
      const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
      const bytes = await subtle.encrypt({ name: 'AES-GCM', iv, additionalData: boundTo }, key, plain);
      return { iv, bytes: new Uint8Array(bytes) };
    },
    async open(key, box, boundTo) {
      try {
        const algorithm = { name: 'AES-GCM', iv: box.iv, additionalData: boundTo };
        return new Uint8Array(await subtle.decrypt(algorithm, key, box.bytes));
      } catch {
        return undefined;
      }
    },
    lock: createLockCrypto(crypto),
  };
}

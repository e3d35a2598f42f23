/** Stands in for the system's key store: keys under a secret that can be lost, or be out of reach for a while. */
import type { DeviceCrypto } from '../base/crypto-ports.ts';
import { createWebCrypto } from '../keys/web-crypto.ts';
import type { KeyCodec, KeyUse } from '../store/file-values.ts';

const IV = 12;

export interface TestKeyCodec extends KeyCodec {
  /** For good, as with a new user profile. */
  loseSecret(): void;
  setReachable(reachable: boolean): void;
}

/** The keys must be extractable; those it gives back are not. */
export async function createTestKeyCodec(): Promise<TestKeyCodec> {
  const { subtle } = crypto;
  const secret = await subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['wrapKey', 'unwrapKey']);
  let lost = false;
  let reachable = true;
  const format = (use: KeyUse) => (use === 'seal' ? 'raw' : 'pkcs8');
  return {
    loseSecret() {
      lost = true;
    },
    setReachable(value) {
      reachable = value;
    },
    async encode(key, use) {
      const iv = crypto.getRandomValues(new Uint8Array(IV));
      const wrapped = await subtle.wrapKey(format(use), key, secret, { name: 'AES-GCM', iv });
      return new Uint8Array([...iv, ...new Uint8Array(wrapped)]);
    },
    async decode(bytes, use) {
      if (!reachable) throw new Error('The key store does not answer.');
      if (lost) return undefined;
      const iv = bytes.slice(0, IV);
      return await subtle.unwrapKey(
        format(use),
        bytes.slice(IV),
        secret,
        { name: 'AES-GCM', iv },
        use === 'seal' ? { name: 'AES-GCM', length: 256 } : { name: 'ECDSA', namedCurve: 'P-256' },
        false,
        use === 'seal' ? ['encrypt', 'decrypt'] : ['sign'],
      );
    },
  };
}

/** Keys that a codec can wrap; nothing else is different. */
export function createWrappableCrypto(): DeviceCrypto {
  const { subtle } = crypto;
  return {
    ...createWebCrypto(crypto),
    newSubjectKey: () => subtle.generateKey({ name: 'AES-GCM', length: 256 }, true, ['encrypt', 'decrypt']),
    async newDeviceKey() {
      const pair = await subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify']);
      const { x = '', y = '' } = await subtle.exportKey('jwk', pair.publicKey);
      return { privateKey: pair.privateKey, publicJwk: { kty: 'EC', crv: 'P-256', x, y } };
    },
  };
}

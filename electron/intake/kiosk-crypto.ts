/** WebCrypto as the kiosk uses it: its own key can be taken to what protects it at rest, and a person's raw key is never seen again. */
import type { DeviceCrypto } from '../../sync/client/base/crypto-ports.ts';
import { createWebCrypto } from '../../sync/client/keys/web-crypto.ts';

export interface KioskCrypto extends DeviceCrypto {
  /** AES-256-GCM, not extractable. */
  importSubjectKey(raw: Uint8Array<ArrayBuffer>): Promise<CryptoKey>;
}

export function createKioskCrypto(crypto: Crypto = globalThis.crypto): KioskCrypto {
  const { subtle } = crypto;
  return {
    ...createWebCrypto(crypto),
    /** Extractable once, in the run that made it: the store's codec wraps it, and gives back one that isn't. */
    async newDeviceKey() {
      const algorithm = { name: 'ECDSA', namedCurve: 'P-256' };
      const pair = await subtle.generateKey(algorithm, true, ['sign', 'verify']);
      const { x, y } = await subtle.exportKey('jwk', pair.publicKey);
      if (x === undefined || y === undefined) throw new Error('The public key has no coordinates.');
      return { privateKey: pair.privateKey, publicJwk: { kty: 'EC', crv: 'P-256', x, y } };
    },
    importSubjectKey: (raw) => subtle.importKey('raw', raw, 'AES-GCM', false, ['encrypt', 'decrypt']),
  };
}

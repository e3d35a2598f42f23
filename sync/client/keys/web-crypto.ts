/** The crypto port over WebCrypto; receipts by @noble/ed25519 where that has no Ed25519, as on older phones. */
import { humanCode } from '../../protocol/human-code.ts';
import { openBlob, sealBlob } from '../../seal/blob.ts';
import { sealTo } from '../../seal/hpke.ts';
import type { DeviceCrypto } from '../base/crypto-ports.ts';
import { createLockCrypto } from './lock-crypto.ts';

const IV_BYTES = 12;

/** @returns false, too, where it can't be loaded: the operation stays, and its receipt is asked for again. */
const verifyElsewhere: DeviceCrypto['verify'] = async (publicKey, bytes, signature) => {
  try {
    const { verifyAsync } = await import('@noble/ed25519');
    // RFC 8032's strict rules, not ZIP 215's.
    return await verifyAsync(signature, bytes, publicKey, { zip215: false });
  } catch {
    return false;
  }
};

export function createWebCrypto(crypto: Crypto): DeviceCrypto {
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
    async newDeviceKey() {
      const pair = await subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, [
        'sign',
        'verify',
      ]);
      const { x, y } = await subtle.exportKey('jwk', pair.publicKey);
      if (x === undefined || y === undefined) throw new Error('The public key has no coordinates.');
      return { privateKey: pair.privateKey, publicJwk: { kty: 'EC', crv: 'P-256', x, y } };
    },
    signWithDevice: async (key, bytes) =>
      new Uint8Array(await subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, key, bytes)),
    async verify(publicKey, bytes, signature) {
      try {
        const key = await subtle.importKey('raw', new Uint8Array(publicKey), 'Ed25519', false, ['verify']);
        return await subtle.verify('Ed25519', key, new Uint8Array(signature), new Uint8Array(bytes));
      } catch {
        return await verifyElsewhere(publicKey, bytes, signature);
      }
    },
    lock: createLockCrypto(crypto),
    sealTo,
    sealBlob,
    openBlob,
    sha256: async (bytes) => new Uint8Array(await subtle.digest('SHA-256', bytes)),
    humanCode,
  };
}

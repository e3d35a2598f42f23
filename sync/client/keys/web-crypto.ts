/** The crypto port over WebCrypto; receipts by @noble/ed25519 where that has no Ed25519, as on older phones. */
import { humanCode } from '../../protocol/human-code.ts';
import { openBlob, sealBlob } from '../../seal/blob.ts';
import { sealTo } from '../../seal/hpke.ts';
import type { DeviceCrypto } from '../base/crypto-ports.ts';
import { createLocalCrypto } from './local-crypto.ts';

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
    ...createLocalCrypto(crypto),
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
    sealTo,
    sealBlob,
    openBlob,
    sha256: async (bytes) => new Uint8Array(await subtle.digest('SHA-256', bytes)),
    humanCode,
  };
}

/** A machine whose key store protects nothing: anyone who has the disk has the device's key. The worst case for every test of what is on disk. */
import type { KeyCodec } from '../../../sync/client/store/file-values.ts';

const FORMAT = { seal: 'raw', sign: 'pkcs8' } as const;

export function createClearKeyCodec(): KeyCodec {
  const { subtle } = crypto;
  return {
    encode: async (key, use) => new Uint8Array(await subtle.exportKey(FORMAT[use], key)),
    decode: (bytes, use) =>
      use === 'seal'
        ? subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt'])
        : subtle.importKey('pkcs8', bytes, { name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign']),
  };
}

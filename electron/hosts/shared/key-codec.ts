/** Keys as bytes under a protection of the machine's. Keys that come back can't be taken out again. */
import type { KeyCodec, KeyUse } from '../../../sync/client/store/file-values.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** Protects bytes from anyone who has the disk but not the running machine. */
export interface KeyProtection {
  protect(bytes: Bytes): Promise<Uint8Array>;
  /** @returns undefined where it is gone for good. Rejects where it can't be had just now. */
  open(bytes: Bytes): Promise<Bytes | undefined>;
}

const FORMAT = { seal: 'raw', sign: 'pkcs8' } as const satisfies Record<KeyUse, KeyFormat>;

/** @param keys Node's or the browser's; what it encodes has to be extractable. */
export function createKeyCodec(
  protection: KeyProtection,
  { subtle }: { readonly subtle: SubtleCrypto } = crypto,
): KeyCodec {
  return {
    async encode(key, use) {
      const bytes = new Uint8Array(await subtle.exportKey(FORMAT[use], key));
      try {
        return await protection.protect(bytes);
      } finally {
        bytes.fill(0);
      }
    },
    async decode(bytes, use) {
      const opened = await protection.open(bytes);
      if (opened === undefined) return undefined;
      try {
        return use === 'seal'
          ? await subtle.importKey(FORMAT.seal, opened, { name: 'AES-GCM' }, false, ['encrypt', 'decrypt'])
          : await subtle.importKey(FORMAT.sign, opened, { name: 'ECDSA', namedCurve: 'P-256' }, false, [
              'sign',
            ]);
      } finally {
        opened.fill(0);
      }
    },
  };
}

/**
 * Seals records on the device. Loaded with the records, so that no page without them pays for it.
 *
 * A box is bound to vendor, person, tag and epoch: it opens nowhere else. What it holds names the record once more, so that a row with another's number
 * doesn't open either.
 */
import { z } from 'zod/mini';
import { type PersonRecord, recordSchema } from '../../protocol/api/records.ts';
import { base64url, bindingOf, fromUtf8, utf8 } from '../base/bytes.ts';
import type { RecordKeyRow, RecordRow } from '../store/rows.ts';

export type RecordKeys = Pick<RecordKeyRow, 'key' | 'tagKey'>;

/** Whose box it is, and as of which epoch. */
export interface RecordName {
  readonly person: string;
  readonly epoch: string;
  readonly tag: string;
}

export interface RecordContent extends Pick<PersonRecord, 'kind' | 'v' | 'id' | 'seq'> {
  readonly body: Readonly<Record<string, unknown>>;
}

export interface RecordCrypto {
  newKeys(): Promise<RecordKeys>;
  /** What stands for kind and id in clear. */
  tag(keys: RecordKeys, record: Pick<PersonRecord, 'kind' | 'id'>): Promise<string>;
  seal(keys: RecordKeys, name: RecordName, content: RecordContent): Promise<RecordRow['box']>;
  /** @returns undefined where it wasn't sealed by these keys, under this name, with this number. */
  open(keys: RecordKeys, name: RecordName, row: RecordRow): Promise<RecordContent | undefined>;
}

const IV_BYTES = 12;
const contentSchema = z.extend(recordSchema, { body: z.record(z.string(), z.unknown()) });

export function createRecordCrypto(vendor: string, crypto: Crypto): RecordCrypto {
  const { subtle } = crypto;
  const aes = (iv: Uint8Array<ArrayBuffer>, { person, tag, epoch }: RecordName): AesGcmParams => ({
    ...{ name: 'AES-GCM', iv },
    additionalData: bindingOf('record', vendor, person, tag, epoch),
  });
  return {
    async newKeys() {
      const [key, tagKey] = await Promise.all([
        subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']),
        subtle.generateKey({ name: 'HMAC', hash: 'SHA-256', length: 256 }, false, ['sign']),
      ]);
      return { key, tagKey };
    },
    async tag({ tagKey }, { kind, id }) {
      return base64url(new Uint8Array(await subtle.sign('HMAC', tagKey, bindingOf(kind, id))));
    },
    async seal({ key }, name, content) {
      const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
      const bytes = await subtle.encrypt(aes(iv, name), key, utf8(JSON.stringify(content)));
      return { iv, bytes: new Uint8Array(bytes) };
    },
    async open({ key }, name, { seq, box }) {
      try {
        const plain = await subtle.decrypt(aes(box.iv, name), key, box.bytes);
        const content = contentSchema.parse(JSON.parse(fromUtf8(new Uint8Array(plain))));
        return content.seq === seq ? content : undefined;
      } catch {
        return undefined;
      }
    },
  };
}

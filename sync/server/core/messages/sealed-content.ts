/** What a queued message says and to whom, unreadable in the database, and a name for an address that tells nobody what it is. */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { languages } from '../../../domain/languages.ts';
import type { Channel, NewMessage } from './message.ts';

export type Content = Pick<NewMessage, 'to' | 'language' | 'params'>;

export interface MessageSeal {
  /** AES-256-GCM: nonce, text and tag. Opens only in the row it was made for. */
  seal(vendor: string, id: string, content: Content): Uint8Array;
  /** @throws where it is of another row or another installation. */
  open(vendor: string, id: string, sealed: Uint8Array): Content;
  /** The same for the same address at the same vendor; upper and lower case of the domain count as one. */
  recipientOf(vendor: string, channel: Channel, to: string): string;
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const contentSchema = z.object({
  to: z.string(),
  language: z.enum(languages),
  params: z.record(z.string(), z.string()),
});

function withPlainDomain(to: string): string {
  const at = to.lastIndexOf('@');
  return at < 0 ? to : to.slice(0, at) + to.slice(at).toLowerCase();
}

/** @param secret of the installation, 32 random bytes. */
export function createMessageSeal(secret: Uint8Array): MessageSeal {
  const keyFor = (purpose: string) => Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));
  const contentKey = keyFor('carefront messages: content');
  const recipientKey = keyFor('carefront messages: recipients');
  const rowOf = (vendor: string, id: string) => Buffer.from(JSON.stringify([vendor, id]));
  return {
    seal(vendor, id, content) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', contentKey, nonce).setAAD(rowOf(vendor, id));
      const text = cipher.update(JSON.stringify(content), 'utf8');
      return Buffer.concat([nonce, text, cipher.final(), cipher.getAuthTag()]);
    },
    open(vendor, id, sealed) {
      const nonce = sealed.subarray(0, NONCE_BYTES);
      const decipher = createDecipheriv('aes-256-gcm', contentKey, nonce, { authTagLength: TAG_BYTES })
        .setAAD(rowOf(vendor, id))
        .setAuthTag(sealed.subarray(-TAG_BYTES));
      const text = decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES));
      return contentSchema.parse(JSON.parse(Buffer.concat([text, decipher.final()]).toString('utf8')));
    },
    recipientOf: (vendor, channel, to) =>
      createHmac('sha256', recipientKey)
        .update(JSON.stringify([vendor, channel, withPlainDomain(to)]))
        .digest('base64url'),
  };
}

/** What Apple gave, unreadable in the database: AES-256-GCM under the installation's secret, and only in the row that it was made for. */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

export interface AppleSeal {
  /** @returns nonce, text and tag. */
  seal(row: readonly string[], text: string): Uint8Array;
  /** @throws where it is of another row or another installation. */
  open(row: readonly string[], sealed: Uint8Array): string;
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** @param secret 32 random bytes. */
export function createAppleSeal(secret: Uint8Array): AppleSeal {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'carefront apple', 32));
  const named = (row: readonly string[]) => Buffer.from(JSON.stringify(row));
  return {
    seal(row, text) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(named(row));
      return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    },
    open(row, sealed) {
      const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      })
        .setAAD(named(row))
        .setAuthTag(sealed.subarray(-TAG_BYTES));
      const text = decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES));
      return Buffer.concat([text, decipher.final()]).toString('utf8');
    },
  };
}

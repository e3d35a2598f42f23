/**
 * How a kiosk finds an appointment without a readable list on its disk: the server hands out hashes of birth date and name under a key that the kiosk
 * has in memory only. Without the key they say nothing; a birth date and a name are too easily guessed for a hash without one.
 */

import { readCrockford } from '../domain/crockford.ts';
import { nameForms } from '../domain/person/check-in-name.ts';

const encoder = new TextEncoder();

/** @param secret 32 bytes or more, new with every day's list. */
export async function importCheckInKey(secret: Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
  if (secret.byteLength < 32) throw new RangeError('a check-in key has 32 bytes or more');
  return crypto.subtle.importKey('raw', secret, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
}

async function hash(key: CryptoKey, ...parts: readonly string[]): Promise<string> {
  // Parts are parted by what none of them can hold.
  const bytes = encoder.encode(['carefront check-in', ...parts].join('\u0000'));
  const signed = new Uint8Array(await crypto.subtle.sign('HMAC', key, bytes));
  return Array.from(signed, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * The hashes under which somebody is listed, and under which they are looked for.
 * @param birthDate `YYYY-MM-DD`
 * @returns hex, 64 characters each; none where the name has fewer than two words
 */
export async function personHashes(
  key: CryptoKey,
  vendor: string,
  birthDate: string,
  name: string,
): Promise<readonly string[]> {
  return Promise.all(nameForms(name).map((form) => hash(key, 'person', vendor, birthDate, form)));
}

/** Letters and digits that are taken for one another on a small print, as Crockford's base 32 reads them. */
export function plainCode(code: string): string {
  return readCrockford(code).replace(/[\s-]/g, '');
}

/** The hash under which an appointment's code is listed. */
export const codeHash = (key: CryptoKey, vendor: string, code: string): Promise<string> =>
  hash(key, 'code', vendor, plainCode(code));

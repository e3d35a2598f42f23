/**
 * How a Twilio-compatible provider signs what it tells: HMAC-SHA1, keyed by the account's token, over the address that it was given and its
 * form's fields, sorted by name. SHA-1 is its choice; as a MAC it is sound.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';

export const SIGNATURE_HEADER = 'x-twilio-signature';

export type FormFields = ReadonlyMap<string, string>;

export function signatureOf(token: string, url: string, fields: FormFields): string {
  const names = [...fields.keys()].toSorted((a, b) => (a < b ? -1 : 1));
  const text = url + names.map((name) => name + (fields.get(name) ?? '')).join('');
  return createHmac('sha1', token).update(text, 'utf8').digest('base64');
}

/** @param presented the header as it came. */
export function isSigned(token: string, url: string, fields: FormFields, presented: unknown): boolean {
  if (typeof presented !== 'string') return false;
  const [own, theirs] = [Buffer.from(signatureOf(token, url, fields)), Buffer.from(presented)];
  return own.length === theirs.length && timingSafeEqual(own, theirs);
}

/** A field that was sent twice makes the form none: what was signed would be a matter of taste. */
export function readForm(body: Uint8Array): FormFields | undefined {
  const fields = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(Buffer.from(body).toString('utf8'))) {
    if (fields.has(name)) return undefined;
    fields.set(name, value);
  }
  return fields;
}

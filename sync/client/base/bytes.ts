/** Text, hex and base64url (RFC 4648 section 5, without padding) of bytes. */
export type Bytes = Uint8Array<ArrayBuffer>;

export function utf8(text: string): Bytes {
  return new Uint8Array(new TextEncoder().encode(text));
}

export function fromUtf8(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
}

export function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

export function base64url(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += 3) {
    const left = bytes.length - at;
    const word = ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
    const symbols = left > 2 ? 4 : left + 1;
    for (let index = 0; index < symbols; index += 1)
      parts.push(ALPHABET.charAt((word >> (18 - 6 * index)) & 63));
  }
  return parts.join('');
}

/** @returns undefined where the text is not base64url. */
export function fromBase64url(text: string): Bytes | undefined {
  if (text.length % 4 === 1) return undefined;
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4));
  let bits = 0;
  let word = 0;
  let at = 0;
  for (const symbol of text) {
    const value = ALPHABET.indexOf(symbol);
    if (value < 0) return undefined;
    word = ((word << 6) | value) & 0xffffff;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      bytes[at] = (word >> bits) & 255;
      at += 1;
    }
  }
  return bytes;
}

/** Unambiguous bytes of several texts, to bind a ciphertext to them. */
export function bindingOf(...parts: readonly string[]): Bytes {
  return utf8(JSON.stringify(parts));
}

/** How values cross between a page and the host: as one JSON text, with a `$` for what JSON has no word for. For both sides. */

/** Characters of one message: a photo's bytes are far below. */
export const MAX_MESSAGE_LENGTH = 48_000_000;
/** Of characters that `String.fromCharCode` is given at once. */
const CHUNK = 0x80_00;

type Json = string | number | boolean | null | Json[] | { [name: string]: Json };

function base64(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += CHUNK)
    parts.push(String.fromCharCode(...bytes.subarray(at, at + CHUNK)));
  return btoa(parts.join(''));
}

const fromBase64 = (text: string) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0));

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

function pack(value: unknown): Json {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (value === undefined) return { $: 'undefined' };
  if (typeof value === 'number') {
    if (Object.is(value, -0)) return { $: 'number', of: '-0' };
    return Number.isFinite(value) ? value : { $: 'number', of: String(value) };
  }
  if (value instanceof Uint8Array) return { $: 'bytes', of: base64(value) };
  if (Array.isArray(value)) return value.map(pack);
  // The message says nothing of the value: it might end up in a log.
  if (typeof value !== 'object' || !isPlain(value)) throw new TypeError('not of a kind that crosses');
  const entries = Object.entries(value).map(([name, each]): [string, Json] => [name, pack(each)]);
  const object = Object.fromEntries(entries);
  return Object.hasOwn(value, '$') ? { $: 'object', of: object } : object;
}

function unpackObject(value: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, unpack(each)]));
}

function unpack(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(unpack);
  if (!Object.hasOwn(value, '$')) return unpackObject(value);
  const { $: tag, of }: { readonly $?: unknown; readonly of?: unknown } = value;
  if (tag === 'undefined') return undefined;
  if (tag === 'bytes' && typeof of === 'string') return fromBase64(of);
  if (tag === 'number' && typeof of === 'string') return Number(of);
  if (tag === 'object' && typeof of === 'object' && of !== null) return unpackObject(of);
  throw new TypeError('not of a kind that crosses');
}

/** @throws TypeError for functions, dates and other objects with a class, and what refers to itself */
export const encodeMessage = (value: unknown): string => JSON.stringify(pack(value));

/** @throws TypeError or SyntaxError for what {@link encodeMessage} didn't write */
export function decodeMessage(text: string): unknown {
  if (text.length > MAX_MESSAGE_LENGTH) throw new TypeError('too long');
  return unpack(JSON.parse(text));
}

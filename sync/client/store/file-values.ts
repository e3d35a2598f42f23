/**
 * Rows as JSON. What JSON has no word for stands as an object with a `$`: bytes, keys, numbers that are none. Long bytes go into a
 * file of their own, and the row names it.
 */
import { z } from 'zod/mini';
import { type Bytes, base64url, fromBase64url } from '../base/bytes.ts';
import { StorageError } from '../base/storage-error.ts';

/** Longer bytes stand in a file of their own. */
export const INLINE_BYTES = 1024;

export type Json =
  | string
  | number
  | boolean
  | null
  | readonly Json[]
  | { readonly [name: string]: Json | undefined };

/** `sign` for the device's own key, `seal` for a person's. */
export type KeyUse = 'seal' | 'sign';

/** Keys can't be cloned into a file: the host provides what protects them, such as the system's key store. */
export interface KeyCodec {
  encode(key: CryptoKey, use: KeyUse): Promise<Uint8Array>;
  /**
   * @returns undefined where what protects the keys is gone for good; the row is then read without its key, and all else as ever. Rejects
   *   where it can't be had just now: nothing is then overwritten.
   */
  decode(bytes: Uint8Array<ArrayBuffer>, use: KeyUse): Promise<CryptoKey | undefined>;
}

export interface BodyFile {
  readonly name: string;
  readonly size: number;
  readonly crc: string;
}

const tagged = z.discriminatedUnion('$', [
  z.object({ $: z.literal('bytes'), of: z.string() }),
  z.object({ $: z.literal('file'), name: z.string(), size: z.number(), crc: z.string() }),
  z.object({ $: z.literal('key'), use: z.enum(['seal', 'sign']), of: z.string() }),
  z.object({ $: z.literal('number'), of: z.string() }),
  z.object({ $: z.literal('undefined') }),
  z.object({ $: z.literal('object'), of: z.record(z.string(), z.unknown()) }),
]);

export interface Encoding {
  readonly use: KeyUse;
  readonly codec: KeyCodec;
  body(bytes: Bytes): BodyFile;
}
export interface Decoding {
  readonly codec: KeyCodec;
  body(file: BodyFile): Promise<Bytes>;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
}

/** @throws StorageError `not-storable` */
export async function encodeValue(value: unknown, encoding: Encoding): Promise<Json> {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (value === undefined) return { $: 'undefined' };
  if (typeof value === 'number')
    return Number.isFinite(value) && !Object.is(value, -0) ? value : { $: 'number', of: numberText(value) };
  if (value instanceof Uint8Array) {
    if (value.length <= INLINE_BYTES) return { $: 'bytes', of: base64url(value) };
    return { $: 'file', ...encoding.body(new Uint8Array(value)) };
  }
  if (value instanceof CryptoKey) {
    const bytes = await encoding.codec.encode(value, encoding.use);
    return { $: 'key', use: encoding.use, of: base64url(bytes) };
  }
  if (Array.isArray(value)) {
    const list: Json[] = [];
    for (const each of value) list.push(await encodeValue(each, encoding));
    return list;
  }
  if (!isRecord(value) || !isPlain(value)) throw new StorageError('not-storable');
  const entries: [string, Json][] = [];
  for (const [name, each] of Object.entries(value)) entries.push([name, await encodeValue(each, encoding)]);
  const object = Object.fromEntries(entries);
  return Object.hasOwn(value, '$') ? { $: 'object', of: object } : object;
}

const numberText = (value: number) => (Object.is(value, -0) ? '-0' : String(value));

/** A new copy each time. */
export async function decodeValue(value: unknown, decoding: Decoding): Promise<unknown> {
  if (!isRecord(value)) return value;
  if (Array.isArray(value)) {
    const list: unknown[] = [];
    for (const each of value) list.push(await decodeValue(each, decoding));
    return list;
  }
  if (!Object.hasOwn(value, '$')) return await decodeObject(value, decoding);
  const found = tagged.parse(value);
  switch (found.$) {
    case 'bytes':
      return fromBase64url(found.of);
    case 'file':
      return await decoding.body(found);
    case 'key':
      return await decodeKey(found, decoding);
    case 'number':
      return Number(found.of);
    case 'undefined':
      return undefined;
    case 'object':
      return await decodeObject(found.of, decoding);
  }
}

async function decodeObject(value: Record<string, unknown>, decoding: Decoding) {
  const entries: [string, unknown][] = [];
  for (const [name, each] of Object.entries(value)) entries.push([name, await decodeValue(each, decoding)]);
  return Object.fromEntries(entries);
}

async function decodeKey(found: { readonly use: KeyUse; readonly of: string }, { codec }: Decoding) {
  const bytes = fromBase64url(found.of);
  if (bytes === undefined) return undefined;
  try {
    return await codec.decode(bytes, found.use);
  } catch (error) {
    throw new StorageError('busy', error);
  }
}

/** The names of the files in it. */
export function bodiesIn(value: Json | undefined, into: Set<string> = new Set()): Set<string> {
  if (typeof value !== 'object' || value === null) return into;
  if ('$' in value && value.$ === 'file' && typeof value.name === 'string') into.add(value.name);
  for (const each of Object.values(value)) bodiesIn(each, into);
  return into;
}

/** The files of one compiled pack: each named by the hash of its bytes, so that it never changes under a reader. */
import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';

export function sha256(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** RFC 8785: one form of JSON for one content. */
export function canonicalJson(value: unknown): string {
  const text = canonicalize(value);
  if (text === undefined) throw new TypeError('not JSON');
  return text;
}

/** Hex digits of the hash in a name: 64 bits, plenty to tell the versions of one file apart. */
const DIGITS = 16;

export interface PackFiles {
  /** `legal/terms.en` and `json` become `legal/terms.en.{hash}.json`. @returns the file's absolute path on the server. */
  add(name: string, extension: string, bytes: Uint8Array | string): string;
  /** As {@link PackFiles.add}, for others than the vendor's patients: no device keeps it. */
  addApart(name: string, extension: string, bytes: Uint8Array | string): string;
  /** Under this very path, which already holds a hash. */
  addNamed(path: string, bytes: Uint8Array | string): string;
  /** By path below `files/`, in the order of their names. */
  entries(): readonly (readonly [path: string, bytes: Uint8Array | string])[];
  urls(): readonly string[];
}

export function createPackFiles(vendor: string): PackFiles {
  const files = new Map<string, Uint8Array | string>();
  const apart = new Set<string>();
  const url = (path: string) => `/connect/${vendor}/files/${path}`;
  const addNamed = (path: string, bytes: Uint8Array | string) => {
    files.set(path, bytes);
    return url(path);
  };
  const entries = () => [...files].sort(([a], [b]) => (a < b ? -1 : 1));
  const hashed = (name: string, extension: string, bytes: Uint8Array | string) =>
    `${name}.${sha256(bytes).slice(0, DIGITS)}.${extension}`;
  return {
    add: (name, extension, bytes) => addNamed(hashed(name, extension, bytes), bytes),
    addApart(name, extension, bytes) {
      const path = hashed(name, extension, bytes);
      apart.add(path);
      return addNamed(path, bytes);
    },
    addNamed,
    entries,
    urls: () => entries().flatMap(([path]) => (apart.has(path) ? [] : [url(path)])),
  };
}

/**
 * Files of one folder, and pages, as they are sent: read or written once, compressed once, kept in memory. Only files that a listing of
 * the folder has found are ever read, so that no path leads out of it.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { createReadOnce } from '../../domain/read-once.ts';

export type Encoding = 'br' | 'gzip' | 'identity';

export interface StoredFile {
  readonly type: string;
  /** Strong: each encoding has its own. */
  etag(encoding: Encoding): string;
  body(encoding: Encoding): Promise<Buffer>;
  readonly isCompressible: boolean;
}

/** @param name decides its type by its extension */
export const storeText = (text: string, name: string): StoredFile => store(Buffer.from(text), name);

export interface FileStore {
  /** @param path relative to the folder, with forward slashes. */
  find(path: string): Promise<StoredFile | undefined>;
}

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};
const packed = new Set(['.ico', '.jpg', '.png', '.webp', '.woff2']);
/** Smaller bodies grow by compression. */
const COMPRESS_FROM_BYTES = 512;
/** Of 1.5 MB of scripts it leaves 0.2 % more than the next quality, which takes seven times as long, with the first patient waiting. */
const QUALITY = 8;

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

function compress(bytes: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'br') return brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } });
  return encoding === 'gzip' ? zip(bytes) : Promise.resolve(bytes);
}

/** The best encoding that the browser takes; a weight of 0 refuses one (RFC 9110 section 12.5.3). */
export function chooseEncoding(accepted: string | undefined): Encoding {
  const names = (accepted ?? '')
    .split(',')
    .map((part) => part.trim().toLowerCase())
    .filter((part) => !/;\s*q=0(\.0*)?$/.test(part))
    .map((part) => part.split(';')[0]);
  if (names.includes('br')) return 'br';
  return names.includes('gzip') ? 'gzip' : 'identity';
}

/** @param name decides its type by its extension */
function store(bytes: Buffer, name: string): StoredFile {
  const extension = extname(name).toLowerCase();
  const isCompressible = !packed.has(extension) && bytes.length >= COMPRESS_FROM_BYTES;
  const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
  const bodies = new Map<Encoding, Promise<Buffer>>();
  return {
    type: types[extension] ?? 'application/octet-stream',
    etag: (encoding) => (encoding === 'identity' ? `"${hash}"` : `"${hash}-${encoding}"`),
    isCompressible,
    body(encoding) {
      const body = bodies.get(encoding) ?? compress(bytes, encoding);
      bodies.set(encoding, body);
      return body;
    },
  };
}

/** A folder that doesn't exist is one without files. */
export async function openFileStore(folder: string): Promise<FileStore> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const paths = new Map(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) => {
        const path = join(entry.parentPath, entry.name);
        return [relative(folder, path).split(sep).join('/'), path];
      }),
  );
  const readOnce = createReadOnce<StoredFile>();
  return {
    async find(path) {
      const source = paths.get(path);
      if (source === undefined) return undefined;
      return readOnce(path, async () => store(await readFile(source), path));
    },
  };
}

export interface PageStore {
  /**
   * @param name of the page among all; ends in what its type is told by, e.g. `.html`
   * @param source what it is written from: for another one it is written again
   */
  find(name: string, source: object, write: () => string | Promise<string>): Promise<StoredFile>;
}

/** @param most pages that are kept: those that were asked for last */
export function createPageStore(most: number): PageStore {
  const pages = new Map<string, { readonly source: object; readonly file: Promise<StoredFile> }>();
  return {
    find(name, source, write) {
      const kept = pages.get(name);
      const file =
        kept?.source === source ? kept.file : Promise.resolve(write()).then((text) => storeText(text, name));
      pages.delete(name);
      pages.set(name, { source, file });
      file.catch(() => pages.delete(name));
      const [oldest] = pages.keys();
      if (pages.size > most && oldest !== undefined) pages.delete(oldest);
      return file;
    },
  };
}

/**
 * Pages of a server that wasn't told its public address name the host they were asked by, and anybody may make hosts up: those beyond the first share
 * a few places of their own.
 *
 * @param hosts how many keep theirs
 */
export function createPagesByHost(most: number, mostStray: number, hosts: number) {
  const [pages, stray] = [createPageStore(most), createPageStore(mostStray)];
  const known = new Set<string>();
  return (host: string): PageStore => {
    if (known.size < hosts) known.add(host);
    return known.has(host) ? pages : stray;
  };
}

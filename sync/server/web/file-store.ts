/**
 * Files of one folder, as they are sent: read once, compressed once, kept in memory. Only files that a listing of the folder
 * has found are ever read, so that no path leads out of it.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

export type Encoding = 'br' | 'gzip' | 'identity';

export interface StoredFile {
  readonly type: string;
  readonly etag: string;
  body(encoding: Encoding): Promise<Buffer>;
  readonly isCompressible: boolean;
}

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
/** For what is kept, and for what is written for one request. */
const KEPT_QUALITY = 9;
export const FLEETING_QUALITY = 4;

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

export function compress(bytes: Buffer, encoding: Encoding, quality: number): Promise<Buffer> {
  if (encoding === 'br') return brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } });
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

function store(bytes: Buffer, path: string): StoredFile {
  const extension = extname(path).toLowerCase();
  const isCompressible = !packed.has(extension) && bytes.length >= COMPRESS_FROM_BYTES;
  const bodies = new Map<Encoding, Promise<Buffer>>();
  return {
    type: types[extension] ?? 'application/octet-stream',
    etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`,
    isCompressible,
    body(encoding) {
      const body = bodies.get(encoding) ?? compress(bytes, encoding, KEPT_QUALITY);
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
  const files = new Map<string, Promise<StoredFile>>();
  return {
    async find(path) {
      const source = paths.get(path);
      if (source === undefined) return undefined;
      const file = files.get(path) ?? readFile(source).then((bytes) => store(bytes, path));
      files.set(path, file);
      file.catch(() => files.delete(path));
      return file;
    },
  };
}

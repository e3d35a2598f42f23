/** Reads the files of one pack, and never anything outside its folder. */
import { lstat, readdir, readFile, realpath, stat } from 'node:fs/promises';
import { basename, join, sep } from 'node:path';

/** A pack is text, drawings and two pictures: more than this in one file is a mistake. */
export const MAX_FILE_BYTES = 4 * 1024 * 1024;
export const MAX_FILES = 2000;

export type ReadFile =
  | { readonly ok: true; readonly bytes: Uint8Array; readonly text: string }
  /** A picture, where one is expected. */
  | { readonly ok: false; readonly reason: 'not-utf-8'; readonly bytes: Uint8Array }
  | {
      readonly ok: false;
      readonly reason: 'missing' | 'outside' | 'not-a-file' | 'too-big' | 'unreadable';
    };

export interface PackFolder {
  readonly dir: string;
  /** Name of the folder: the vendor's slug. */
  readonly name: string;
  /** Every file's path inside the pack, sorted; hidden files and folders are left out. */
  readonly paths: readonly string[];
  read(path: string): Promise<ReadFile>;
}

export type LoadedFolder =
  | { readonly ok: true; readonly folder: PackFolder }
  | { readonly ok: false; readonly reason: 'missing' | 'not-a-folder' | 'too-many-files' | 'unreadable' };

const errorCode = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '');

async function listFiles(dir: string, prefix: string, found: string[]): Promise<void> {
  const entries = await readdir(join(dir, prefix), { withFileTypes: true });
  for (const entry of entries) {
    if (entry.name.startsWith('.') || found.length > MAX_FILES) continue;
    const path = prefix === '' ? entry.name : `${prefix}/${entry.name}`;
    if (entry.isDirectory()) await listFiles(dir, path, found);
    else found.push(path);
  }
}

async function readInside(root: string, path: string): Promise<ReadFile> {
  try {
    const whole = await realpath(join(root, path));
    if (!whole.startsWith(root + sep)) return { ok: false, reason: 'outside' };
    const about = await stat(whole);
    if (!about.isFile()) return { ok: false, reason: 'not-a-file' };
    if (about.size > MAX_FILE_BYTES) return { ok: false, reason: 'too-big' };
    const bytes = new Uint8Array(await readFile(whole));
    try {
      return {
        ok: true,
        bytes,
        text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes),
      };
    } catch {
      return { ok: false, reason: 'not-utf-8', bytes };
    }
  } catch (error) {
    const missing = ['ENOENT', 'ENOTDIR', 'ERR_INVALID_ARG_VALUE', 'ENAMETOOLONG'].includes(errorCode(error));
    return { ok: false, reason: missing ? 'missing' : 'unreadable' };
  }
}

/** Opens a pack's folder. Symbolic links are followed only within it. */
export async function loadPackFolder(dir: string): Promise<LoadedFolder> {
  try {
    const about = await lstat(dir);
    const root = await realpath(dir);
    if (!about.isDirectory() && !(await stat(root)).isDirectory())
      return { ok: false, reason: 'not-a-folder' };
    const paths: string[] = [];
    await listFiles(root, '', paths);
    if (paths.length > MAX_FILES) return { ok: false, reason: 'too-many-files' };
    return {
      ok: true,
      folder: { dir: root, name: basename(dir), paths: paths.sort(), read: (path) => readInside(root, path) },
    };
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return { ok: false, reason: 'missing' };
    return { ok: false, reason: errorCode(error) === 'ENOTDIR' ? 'not-a-folder' : 'unreadable' };
  }
}

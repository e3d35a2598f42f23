/**
 * Blobs as files: `{folder}/{vendor}/{first two of the hash}/{hash}.{device}`, with `.part` at its end until it is whole. Files are flushed
 * before an answer says how far they are, and so is the folder that names them (ext4 and others keep no new name without it).
 */
import { createHash } from 'node:crypto';
import { type FileHandle, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { type BlobKey, type BlobStore, blobPath } from './blob-store.ts';

const OWNER_ONLY = 0o700;
const FILE_MODE = 0o600;
const READ_BYTES = 1024 * 1024;

const isMissing = (error: unknown) =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');

async function sizeOf(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

async function flushFolder(folder: string): Promise<void> {
  // Windows opens no folders, and needs no flush for names.
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function writeAll(handle: FileHandle, bytes: Uint8Array, offset: number): Promise<void> {
  for (let at = 0; at < bytes.length; ) {
    const { bytesWritten } = await handle.write(bytes, at, bytes.length - at, offset + at);
    at += bytesWritten;
  }
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  const handle = await open(path, 'r');
  try {
    const buffer = new Uint8Array(READ_BYTES);
    for (;;) {
      const { bytesRead } = await handle.read(buffer, 0, READ_BYTES, null);
      if (bytesRead === 0) return hash.digest('hex');
      hash.update(buffer.subarray(0, bytesRead));
    }
  } finally {
    await handle.close();
  }
}

export interface FolderBlobStore extends BlobStore {
  /** Where the finished blob's file is, once it is. */
  pathOf(key: BlobKey): string;
}

/** @param folder absolute; made with its first blob, for its owner alone. */
export function createFolderBlobStore(folder: string): FolderBlobStore {
  const pathOf = (key: BlobKey) => join(folder, blobPath(key));
  const partOf = (key: BlobKey) => `${pathOf(key)}.part`;

  /** Makes the folders of a file, and flushes the names of those that are new. */
  async function prepareFolder(path: string): Promise<void> {
    const within = dirname(path);
    const first = await mkdir(within, { recursive: true, mode: OWNER_ONLY });
    if (first === undefined) return;
    const depth = relative(dirname(first), within).split(/[/\\]/).length;
    let named = within;
    for (let level = 0; level < depth; level += 1) {
      named = dirname(named);
      await flushFolder(named);
    }
  }

  return {
    pathOf,

    async size(key) {
      return (await sizeOf(pathOf(key))) ?? (await sizeOf(partOf(key))) ?? 0;
    },

    async append(key, offset, bytes) {
      const path = partOf(key);
      const before = (await sizeOf(path)) ?? 0;
      if (before !== offset) throw new Error('The blob ends elsewhere.');
      if (bytes.length === 0) return before;
      if (before === 0) await prepareFolder(path);
      const handle = await open(path, before === 0 ? 'w' : 'r+', FILE_MODE);
      try {
        await writeAll(handle, bytes, offset);
        await handle.datasync();
      } finally {
        await handle.close();
      }
      if (before === 0) await flushFolder(dirname(path));
      return offset + bytes.length;
    },

    async finish(key, length) {
      const whole = pathOf(key);
      const part = partOf(key);
      const isWhole = (await sizeOf(whole)) !== undefined;
      const path = isWhole ? whole : part;
      const fits = (await sizeOf(path)) === length && (await hashOf(path)) === key.sha256;
      if (!fits) {
        await rm(whole, { force: true });
        await rm(part, { force: true });
        return 'mismatch';
      }
      if (!isWhole) {
        await rename(part, whole);
        await flushFolder(dirname(whole));
      }
      return 'complete';
    },

    async read(key) {
      try {
        return new Uint8Array(await readFile(pathOf(key)));
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    },

    async remove(key) {
      await rm(partOf(key), { force: true });
      await rm(pathOf(key), { force: true });
    },
  };
}

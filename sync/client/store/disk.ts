/** What the file store asks of a file system: little, so that a simulator can stand in for it and cut the power at any call. */
import { StorageError, type StorageErrorCode } from '../base/storage-error.ts';

type Bytes = Uint8Array<ArrayBuffer>;

export interface DiskFile {
  write(bytes: Bytes): Promise<void>;
  /** Resolves when the content is on the medium (fsync). */
  sync(): Promise<void>;
  close(): Promise<void>;
}

/** Paths are those of the place. Errors carry the system's `code`, e.g. `ENOSPC`. */
export interface Disk {
  /** With its parents; readable by its owner alone. */
  makeFolder(folder: string): Promise<void>;
  list(folder: string): Promise<readonly string[]>;
  read(folder: string, name: string): Promise<Bytes>;
  /** A new file, readable by its owner alone; fails where there is one of that name. */
  create(folder: string, name: string): Promise<DiskFile>;
  /** Replaces what has that name. Durable after {@link Disk.syncFolder}. */
  rename(folder: string, from: string, to: string): Promise<void>;
  unlink(folder: string, name: string): Promise<void>;
  syncFolder(folder: string): Promise<void>;
  /**
   * One process per folder, by a lock that ends with its process, however that ends.
   *
   * @returns undefined where another one has it.
   */
  lock(folder: string): Promise<{ release(): Promise<void> } | undefined>;
}

const codes: Readonly<Record<string, StorageErrorCode>> = {
  ENOSPC: 'quota',
  EDQUOT: 'quota',
  EMFILE: 'busy',
  ENFILE: 'busy',
  EAGAIN: 'busy',
};

/** What is not of the system passes unchanged. */
export function toDiskError(error: unknown): unknown {
  if (error instanceof StorageError || !(error instanceof Error)) return error;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  return code?.startsWith('E') === true && !code.startsWith('ERR_')
    ? new StorageError(codes[code] ?? 'disk', error)
    : error;
}

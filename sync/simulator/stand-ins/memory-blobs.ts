/** Photos on the server, in memory: the rules of an upload as `server/blobs/blob-uploads.ts` holds them, over the simulator's tables. */
import type { AppendOutcome, BlobPosition } from '../../server/core/blobs/blob-uploads.ts';
import type { Life } from '../base/life.ts';
import type { MemoryDatabase } from './memory-database.ts';
import { hexDigest } from './plain-crypto.ts';

export interface BlobName {
  readonly vendor: string;
  readonly device: string;
  readonly sha256: string;
}

/** The folder that blobs lie in: outlives processes, and restores of the database alone. */
export type BlobFolder = Map<string, Uint8Array>;

export interface MemoryBlobs {
  locate(name: BlobName): Promise<BlobPosition | undefined>;
  append(name: BlobName, length: number, offset: number, bytes: Uint8Array): Promise<AppendOutcome>;
}

const pathOf = ({ vendor, device, sha256 }: BlobName) => `${vendor}/${device}/${sha256}`;

export function createMemoryBlobs(dependencies: {
  readonly database: MemoryDatabase;
  readonly folder: BlobFolder;
  readonly life: Life;
  readonly pause: () => Promise<void>;
}): MemoryBlobs {
  const { database, folder, life, pause } = dependencies;
  const sizeOf = (path: string) => folder.get(path)?.length ?? 0;

  async function add(path: string, name: BlobName, length: number, offset: number, bytes: Uint8Array) {
    const known = database.tables.blobs.get(path);
    const size = sizeOf(path);
    if (known === size && known !== undefined)
      return { outcome: { kind: 'position', offset: known, complete: true, taken: false } as const };
    if (size !== offset)
      return { outcome: { kind: 'position', offset: size, complete: false, taken: false } as const };
    const whole = new Uint8Array(size + bytes.length);
    whole.set(folder.get(path) ?? new Uint8Array());
    whole.set(bytes, size);
    folder.set(path, whole);
    await pause();
    if (whole.length < length)
      return { outcome: { kind: 'position', offset: whole.length, complete: false, taken: true } as const };
    if (hexDigest(whole) !== name.sha256) {
      folder.delete(path);
      return { outcome: { kind: 'mismatch' } as const };
    }
    return {
      outcome: { kind: 'position', offset: length, complete: true, taken: true } as const,
      complete: length,
    };
  }

  return {
    async locate(name) {
      await pause();
      const path = pathOf(name);
      const known = database.tables.blobs.get(path);
      const offset = sizeOf(path);
      if (known === undefined && offset === 0) return undefined;
      // The table says more than the folder has: no operation may rely on it.
      if (known !== undefined && known !== offset) database.tables.blobs.delete(path);
      return { kind: 'position', offset, complete: known === offset };
    },

    async append(name, length, offset, bytes) {
      const transaction = database.begin(life);
      const path = pathOf(name);
      try {
        await transaction.write();
        await transaction.lock(`blob/${path}`);
        const { outcome, complete } = await add(path, name, length, offset, bytes);
        if (complete !== undefined) transaction.put((tables) => tables.blobs.set(path, complete));
        await pause();
        transaction.commit();
        await pause();
        return outcome;
      } catch (error) {
        transaction.rollback();
        throw error;
      }
    },
  };
}

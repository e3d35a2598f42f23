/** Where stores can live, each with what it takes to open one again. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Clock } from '../base/ports.ts';
import type { Disk } from '../store/disk.ts';
import { createFileStore, type FileStoreDependencies } from '../store/file-store.ts';
import type { KeyCodec } from '../store/file-values.ts';
import { createMemoryStore } from '../store/memory-store.ts';
import { createNodeDisk } from '../store/node-disk.ts';
import type { Store } from '../store/store.ts';
import { createFaultyDisk } from './faulty-disk.ts';
import { createProfile } from './faulty-indexeddb.ts';
import { createTestKeyCodec } from './test-key-codec.ts';

export interface StorePlace {
  /** A connection; with the rows of the one before, unless the place forgets. */
  connect(): Store;
  readonly forgets: boolean;
  /** Files take keys that can be wrapped, and give back keys that can't. */
  readonly keysExtractable: boolean;
  remove(): Promise<void>;
}

const patient: Pick<Clock, 'setTimer'> = { setTimer: () => () => undefined };
const random = { bytes: (count: number) => crypto.getRandomValues(new Uint8Array(count)) };

export function fileStoreOn(
  disk: Disk,
  keyCodec: KeyCodec,
  options: Partial<FileStoreDependencies> = {},
): Store {
  return createFileStore({ folder: '/store', disk, keyCodec, clock: patient, random, ...options });
}

const nothing = async () => undefined;

export const storePlaces: readonly (readonly [string, () => Promise<StorePlace>])[] = [
  [
    'IndexedDB',
    async () => {
      const profile = createProfile();
      return { connect: () => profile.connect(), forgets: false, keysExtractable: false, remove: nothing };
    },
  ],
  [
    'memory',
    async () => ({ connect: createMemoryStore, forgets: true, keysExtractable: false, remove: nothing }),
  ],
  [
    'files in a folder',
    async () => {
      const folder = await mkdtemp(join(tmpdir(), 'store-'));
      const keyCodec = await createTestKeyCodec();
      return {
        connect: () => fileStoreOn(createNodeDisk(), keyCodec, { folder: join(folder, 'meadow') }),
        forgets: false,
        keysExtractable: true,
        remove: () => rm(folder, { recursive: true, force: true }),
      };
    },
  ],
  [
    'files that are written again after each transaction',
    async () => {
      const disk = createFaultyDisk();
      const keyCodec = await createTestKeyCodec();
      return {
        connect: () => fileStoreOn(disk, keyCodec, { compactAfter: 1 }),
        forgets: false,
        keysExtractable: true,
        remove: nothing,
      };
    },
  ],
];

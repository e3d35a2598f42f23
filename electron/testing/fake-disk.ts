import type { Disk } from '../../sync/client/store/disk.ts';
import type { KeyCodec } from '../../sync/client/store/file-values.ts';
import { createFaultyDisk, type FaultyDisk } from '../../sync/client/testing/faulty-disk.ts';

/** A disk in memory with folders; `folder(name)` is the faulty disk of one. */
export function createFakeDisk(): Disk & { folder(name: string): FaultyDisk; names(): readonly string[] } {
  const folders = new Map<string, FaultyDisk>();
  const folder = (name: string): FaultyDisk => {
    const found = folders.get(name) ?? createFaultyDisk();
    folders.set(name, found);
    return found;
  };
  return {
    folder,
    names: () => [...folders].flatMap(([name, disk]) => disk.names().map((file) => `${name}/${file}`)),
    makeFolder: async (name) => void folder(name),
    list: (name) => folder(name).list(name),
    read: (name, file) => folder(name).read(name, file),
    create: (name, file) => folder(name).create(name, file),
    rename: (name, from, to) => folder(name).rename(name, from, to),
    unlink: (name, file) => folder(name).unlink(name, file),
    syncFolder: (name) => folder(name).syncFolder(name),
    lock: (name) => folder(name).lock(name),
  };
}

/** Keys by a number, as if a key store had them: nothing of them is in the bytes. */
export function createFakeKeyCodec(): KeyCodec {
  const keys: CryptoKey[] = [];
  return {
    encode: async (key) => Uint8Array.of(keys.push(key) - 1),
    decode: async ([number]) => (number === undefined ? undefined : keys[number]),
  };
}

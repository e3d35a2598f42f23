/** A shelf in memory, for tests of screens and machines: with the rules of the device's own (`sync/client/shelf`), and without its keys. */
import type { DeviceOwner, Shelf, ShelfReading } from './contract.ts';

export interface TestShelf extends Shelf {
  /** The patient's lock. */
  setLocked(locked: boolean): void;
  /** As another tab would, whatever the version. */
  put(name: string, value: unknown): void;
  /** Nobody has been there for long. */
  leave(): void;
  /** What lies there now. */
  value(name: string): unknown;
}

/** @param start by name. Everything is kept as JSON, so that nothing survives by being the same object. */
export function createTestShelf(
  start: Readonly<Record<string, unknown>> = {},
  of?: DeviceOwner,
  idleMs = 900_000,
): TestShelf {
  const rows = new Map<string, { readonly json: string; readonly version: number }>();
  const listeners = new Set<() => void>();
  let issued = 0;
  let owner = of;
  let locked = false;
  let [visit, at] = [1, Date.now()];
  const isOver = () => Math.abs(Date.now() - at) > idleMs;
  const stay = () => {
    visit += Number(isOver());
    at = Date.now();
  };
  const changed = () => {
    for (const listener of listeners) listener();
  };
  const put = (name: string, value: unknown) => {
    stay();
    issued += 1;
    rows.set(name, { json: JSON.stringify(value), version: issued });
    changed();
    return issued;
  };
  for (const [name, value] of Object.entries(start)) put(name, value);
  const expect = (name: string, version: number) => {
    // As a `StorageError`, whose message is its code.
    const refuse = (code: string) => Object.assign(new Error(`storage: ${code}`), { code });
    if (locked) throw refuse('locked');
    if ((rows.get(name)?.version ?? 0) !== version) throw refuse('taken-over');
  };
  const read = (name: string): ShelfReading => {
    const row = rows.get(name);
    if (row === undefined) return { status: 'absent' };
    if (locked) return { status: 'locked' };
    const value: unknown = JSON.parse(row.json);
    return { status: 'found', value, version: row.version };
  };
  return {
    setLocked(next) {
      locked = next;
      changed();
    },
    put,
    leave() {
      at = 0;
    },
    value(name) {
      const row = rows.get(name);
      const value: unknown = row && JSON.parse(row.json);
      return value;
    },
    read: async (name) => read(name),
    async write(name, value, version) {
      expect(name, version);
      return put(name, value);
    },
    async remove(name, version) {
      if (!rows.has(name)) return;
      expect(name, version);
      rows.delete(name);
      changed();
    },
    watch(name, listener) {
      let stopped = false;
      const tell = () =>
        queueMicrotask(() => {
          if (!stopped) listener(read(name));
        });
      listeners.add(tell);
      tell();
      return () => {
        stopped = true;
        listeners.delete(tell);
      };
    },
    owner: async () => owner,
    async setOwner(said) {
      owner = said;
      changed();
    },
    touch: async () => stay(),
    visit: async () => ({ visit: visit + Number(isOver()), at, isOver: isOver() }),
    async clear() {
      rows.clear();
      changed();
    },
  };
}

/**
 * The files of a store's folder:
 *
 * - `t-<n>`: the n-th transaction. It is there in full or not at all: written under another name, flushed, renamed, folder flushed.
 * - `s-<n>`: everything after the n-th transaction, made in the same way. The one before and what came after it stay, so that a
 *   damaged one is replaced without a loss.
 * - `b-<random>`: long bytes, written and flushed before the transaction that names them.
 * - `d-…`: a file that was found damaged, put aside and never deleted.
 *
 * What no row names is removed when the folder is opened; names say nothing.
 */
import { type Bytes, hex } from '../base/bytes.ts';
import type { Random } from '../base/ports.ts';
import { StorageError } from '../base/storage-error.ts';
import { crc32 } from './crc32.ts';
import type { Disk } from './disk.ts';
import { type Change, decodeRecord, encodeRecord } from './file-record.ts';
import { type BodyFile, bodiesIn, type Json } from './file-values.ts';

export type Rows = Map<string, Map<string, Json>>;

export interface FileLog {
  readonly rows: Rows;
  /** Index files that were found damaged and put aside at opening. */
  readonly damaged: number;
  /**
   * Resolves when the transaction is durable, and {@link FileLog.rows} have it. Where it rejects nothing has changed, unless with
   * `timeout`: then it isn't known, and the folder must be reopened.
   */
  commit(changes: readonly Change[], bodies: ReadonlyMap<string, Bytes>): Promise<void>;
  /** @returns undefined where it is missing or damaged. */
  body(file: BodyFile): Promise<Bytes | undefined>;
}

const NAME = /^([st])-(\d{12})$/;
const TEMPORARY = '.tmp';
const nameOf = (kind: 's' | 't', at: number) => `${kind}-${String(at).padStart(12, '0')}`;

export function newBodyName(random: Pick<Random, 'bytes'>): string {
  return `b-${hex(random.bytes(16))}`;
}

function apply(rows: Rows, changes: readonly Change[]): void {
  for (const [table, key, row] of changes) {
    const found = rows.get(table) ?? new Map<string, Json>();
    rows.set(table, found);
    if (row === null) found.delete(key);
    else found.set(key, row);
  }
}

function all(rows: Rows): Change[] {
  return [...rows].flatMap(([table, found]) => [...found].map(([key, row]): Change => [table, key, row]));
}

export interface FileLogDependencies {
  readonly folder: string;
  readonly disk: Disk;
  readonly random: Pick<Random, 'bytes'>;
  /** Transactions after which everything is written again. */
  readonly compactAfter: number;
}

/** @throws StorageError `newer-version`; what the disk throws. Changes nothing where it rejects. */
export async function openFileLog(dependencies: FileLogDependencies): Promise<FileLog> {
  const { folder, disk, random, compactAfter } = dependencies;
  const names = await disk.list(folder);
  const numbers = (kind: 's' | 't') =>
    names.flatMap((name) => {
      const found = NAME.exec(name);
      return found?.[1] === kind ? [Number(found[2])] : [];
    });
  const transactions = numbers('t').toSorted((one, other) => one - other);
  const snapshots = numbers('s').toSorted((one, other) => other - one);
  const rotten: string[] = [];

  async function load(name: string): Promise<readonly Change[] | undefined> {
    const found = decodeRecord(await disk.read(folder, name));
    if (found === undefined) rotten.push(name);
    return found;
  }

  const rows: Rows = new Map();
  let base = 0;
  for (const at of snapshots) {
    const found = await load(nameOf('s', at));
    if (found === undefined) continue;
    apply(rows, found);
    base = at;
    break;
  }
  let last = Math.max(base, ...snapshots);
  for (const at of transactions) {
    if (at > last) last = at;
    if (at <= base) continue;
    const found = await load(nameOf('t', at));
    if (found !== undefined) apply(rows, found);
  }

  // A transaction whose folder could not be flushed may stand here by name alone: what has been read must not be gone after a power cut.
  if (names.length > 0) await disk.syncFolder(folder);

  const bodiesNow = (): Set<string> => {
    const named = new Set<string>();
    for (const table of rows.values()) for (const row of table.values()) bodiesIn(row, named);
    return named;
  };

  async function drop(name: string): Promise<void> {
    // It is in nobody's way, and the next opening tries again.
    await disk.unlink(folder, name).catch(() => undefined);
  }
  for (const name of rotten) await disk.rename(folder, name, `d-${hex(random.bytes(4))}-${name}`);
  // What was put aside may name others.
  if (rotten.length === 0 && !names.some((name) => name.startsWith('d-'))) {
    const named = bodiesNow();
    for (const name of names)
      if (name.endsWith(TEMPORARY) || (name.startsWith('b-') && !named.has(name))) await drop(name);
  }

  async function write(name: string, bytes: Bytes): Promise<void> {
    const file = await disk.create(folder, name);
    try {
      await file.write(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
  }

  /** Resolves when it has that name for good. Rejects where it surely hasn't, or with `timeout` where that isn't known. */
  async function put(name: string, bytes: Bytes): Promise<void> {
    const temporary = `${hex(random.bytes(16))}${TEMPORARY}`;
    try {
      await write(temporary, bytes);
      await disk.rename(folder, temporary, name);
    } catch (error) {
      await drop(temporary);
      throw error;
    }
    try {
      await disk.syncFolder(folder);
    } catch (error) {
      try {
        await disk.unlink(folder, name);
        await disk.syncFolder(folder);
      } catch {
        throw new StorageError('timeout', error);
      }
      throw error;
    }
  }

  let generations = snapshots.filter((at) => at <= base);
  let numbered = transactions;

  async function compact(): Promise<void> {
    await put(nameOf('s', last), encodeRecord(all(rows)));
    const [before = 0] = generations;
    for (const at of numbered) if (at <= before) await drop(nameOf('t', at));
    for (const at of generations) if (at < before) await drop(nameOf('s', at));
    numbered = numbered.filter((at) => at > before);
    generations = [last, before].filter((at) => at > 0);
    base = last;
  }

  return {
    rows,
    damaged: rotten.length,
    async commit(changes, bodies) {
      try {
        for (const [name, bytes] of bodies) await write(name, bytes);
        // Their names are durable before anything refers to them.
        if (bodies.size > 0) await disk.syncFolder(folder);
        await put(nameOf('t', last + 1), encodeRecord(changes));
      } catch (error) {
        const known = !(error instanceof StorageError && error.code === 'timeout');
        if (known) for (const name of bodies.keys()) await drop(name);
        throw error;
      }
      last += 1;
      numbered = [...numbered, last];
      const before = new Set<string>();
      for (const [table, key] of changes) bodiesIn(rows.get(table)?.get(key), before);
      apply(rows, changes);
      for (const [table, key] of changes)
        for (const name of bodiesIn(rows.get(table)?.get(key))) before.delete(name);
      for (const name of before) await drop(name);
      // What was committed is; a disk that has no room for the next generation keeps the present one.
      if (last - base >= compactAfter) await compact().catch(() => undefined);
    },
    async body({ name, size, crc }) {
      const bytes = await disk.read(folder, name).catch((error: unknown) => {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return new Uint8Array();
        throw error;
      });
      return bytes.length === size && crc32(bytes) === crc ? bytes : undefined;
    },
  };
}

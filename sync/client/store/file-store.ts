/**
 * The durable store in a folder, for the kiosk's main process: the same contract as over IndexedDB (see `Store`), with its files
 * described in `file-log.ts`. One process at a time has the folder. Nothing is ever deleted to make room.
 */
import type { Bytes } from '../base/bytes.ts';
import { withDeadline } from '../base/deadline.ts';
import type { Clock, Random } from '../base/ports.ts';
import { StorageError } from '../base/storage-error.ts';
import { crc32 } from './crc32.ts';
import { type Disk, toDiskError } from './disk.ts';
import { type FileLog, newBodyName, openFileLog } from './file-log.ts';
import { type BodyFile, decodeValue, encodeValue, type Json, type KeyCodec } from './file-values.ts';
import { primaryKeys, type TableName, type Tables } from './rows.ts';
import type { ReadTransaction, Store, WriteTransaction } from './store.ts';

/** For one transaction, its wait for others included. */
export const FILE_STORE_DEADLINE_MS = 20_000;
const COMPACT_AFTER = 256;

export interface FileStoreDependencies {
  /** Of this store alone. */
  readonly folder: string;
  readonly disk: Disk;
  readonly keyCodec: KeyCodec;
  readonly clock: Pick<Clock, 'setTimer'>;
  readonly random: Pick<Random, 'bytes'>;
  /** Files are damaged: what they held is missing. Those of the index are put aside and kept. */
  readonly onDamage?: (files: number) => void;
  readonly compactAfter?: number;
  readonly deadlineMs?: number;
}

interface Opened {
  readonly log: FileLog;
  release(): Promise<void>;
}
interface Work {
  readonly changed: Map<string, [TableName, string, Json]>;
  readonly bodies: Map<string, Bytes>;
}

export function createFileStore(dependencies: FileStoreDependencies): Store {
  const { folder, disk, keyCodec, clock, random, onDamage } = dependencies;
  const { compactAfter = COMPACT_AFTER, deadlineMs = FILE_STORE_DEADLINE_MS } = dependencies;
  let opened: Opened | undefined;
  let held: { release(): Promise<void> } | undefined;
  let tail: Promise<unknown> = Promise.resolve();

  async function open(): Promise<FileLog> {
    if (opened !== undefined) return opened.log;
    await disk.makeFolder(folder);
    held ??= await disk.lock(folder);
    if (held === undefined) throw new StorageError('blocked');
    const log = await openFileLog({ folder, disk, random, compactAfter });
    opened = { log, release: held.release };
    if (log.damaged > 0) onDamage?.(log.damaged);
    return log;
  }

  function over(log: FileLog, allowed: readonly TableName[], work: Work): WriteTransaction {
    const check = (table: TableName) => {
      if (!allowed.includes(table)) throw new Error(`The transaction doesn't cover ${table}.`);
    };
    const body = async (file: BodyFile): Promise<Bytes> => {
      const found = work.bodies.get(file.name)?.slice() ?? (await log.body(file));
      if (found === undefined) onDamage?.(1);
      // Costs that row alone: nothing opens from no bytes, and the person's other rows are read as ever.
      return found ?? new Uint8Array();
    };
    const revive = async <T extends TableName>(row: Json): Promise<Tables[T]> => {
      // What `put` took for a row of this table.
      const value = (await decodeValue(row, { codec: keyCodec, body })) as Tables[T];
      return value;
    };
    const id = (table: TableName, key: string) => `${table}/${key}`;
    const rowsOf = (table: TableName): [string, Json][] => {
      const found = new Map(log.rows.get(table));
      for (const [where, key, row] of work.changed.values()) if (where === table) found.set(key, row);
      return [...found]
        .filter(([, row]) => row !== null)
        .toSorted(([one], [other]) => (one < other ? -1 : 1));
    };
    const reviveAll = async <T extends TableName>(rows: readonly [string, Json][]) => {
      const list: Tables[T][] = [];
      for (const [, row] of rows) list.push(await revive<T>(row));
      return list;
    };
    return {
      async get(table, key) {
        check(table);
        const row = work.changed.get(id(table, key))?.[2] ?? null;
        const found = work.changed.has(id(table, key)) ? row : (log.rows.get(table)?.get(key) ?? null);
        return found === null ? undefined : await revive(found);
      },
      async all(table) {
        check(table);
        return await reviveAll(rowsOf(table));
      },
      async by(table, field, value) {
        check(table);
        return await reviveAll(
          rowsOf(table).filter(([, row]) => row !== null && Reflect.get(Object(row), field) === value),
        );
      },
      async put(table, row) {
        check(table);
        const key = String(Reflect.get(row, primaryKeys[table]));
        const encoded = await encodeValue(row, {
          codec: keyCodec,
          use: table === 'keys' && key === 'device' ? 'sign' : 'seal',
          body(bytes) {
            const name = newBodyName(random);
            work.bodies.set(name, bytes);
            return { name, size: bytes.length, crc: crc32(bytes) };
          },
        });
        work.changed.set(id(table, key), [table, key, encoded]);
      },
      async delete(table, key) {
        check(table);
        work.changed.set(id(table, key), [table, key, null]);
      },
    };
  }

  async function attempt<R>(
    tables: readonly TableName[],
    run: (transaction: WriteTransaction) => Promise<R>,
    writing: boolean,
  ): Promise<R> {
    try {
      const log = await open();
      const work: Work = { changed: new Map(), bodies: new Map() };
      const result = await run(over(log, tables, work));
      if (writing && work.changed.size > 0) await log.commit([...work.changed.values()], namedOnly(work));
      return result;
    } catch (error) {
      const failure = toDiskError(error);
      // Whether it was committed must be read from the disk.
      if (failure instanceof StorageError && failure.code === 'timeout') opened = undefined;
      throw failure;
    }
  }

  /** A row that was put twice leaves the bytes of the first behind. */
  function namedOnly({ changed, bodies }: Work): ReadonlyMap<string, Bytes> {
    const text = JSON.stringify([...changed.values()]);
    return new Map([...bodies].filter(([name]) => text.includes(name)));
  }

  /** One after the other; once more where too many files were open. */
  function inTurn<R>(run: () => Promise<R>): Promise<R> {
    const turn = tail.then(run).catch(async (error: unknown) => {
      if (error instanceof StorageError && error.code === 'busy') return await run();
      throw error;
    });
    tail = turn.catch(() => undefined);
    return withDeadline(clock, deadlineMs, turn, () => new StorageError('timeout'));
  }

  return {
    mode: 'durable',
    read<R>(tables: readonly TableName[], work: (transaction: ReadTransaction) => Promise<R>): Promise<R> {
      return inTurn(() => attempt(tables, work, false));
    },
    write<R>(tables: readonly TableName[], work: (transaction: WriteTransaction) => Promise<R>): Promise<R> {
      return inTurn(() => attempt(tables, work, true));
    },
    async close() {
      await tail;
      const lock = held;
      opened = undefined;
      held = undefined;
      await lock?.release();
    },
  };
}

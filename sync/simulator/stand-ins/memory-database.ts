/**
 * What PostgreSQL is to the server's rules, in memory and in virtual time: transactions that overlap, see only what is committed, wait for
 * each other's rows, and vanish with the process that began them.
 *
 * - A number (`seq`) is taken when a row is written and never given back, so that a lower one may become visible after a higher one.
 * - A transaction's id (`xid`) is taken when it begins; {@link MemoryDatabase.oldestRunning} is the id below which all have ended.
 * - A row lock is held to the end of its transaction. {@link MemoryTransaction.write} conflicts with a table lock, as ROW EXCLUSIVE with SHARE.
 */

import type { Settled } from '../../protocol/api/records.ts';
import type { Problem } from '../../protocol/base/problem.ts';
import type { Change, Operation } from '../../protocol/wire.ts';
import type { Epoch } from '../../server/core/ingest/ledger.ts';
import type { Transfer } from '../../server/features/payments/ledger.ts';
import type { Life } from '../base/life.ts';
import type { OrderRow, StockRow } from './order-rows.ts';

export interface OperationRow {
  readonly vendor: string;
  readonly opId: string;
  readonly device: string;
  readonly operation: Operation;
  readonly envelope: Uint8Array;
  readonly seq: number;
  readonly xid: number;
  readonly epoch: string;
  readonly keyId: string;
  readonly receivedAt: Date;
  readonly skewSeconds: number | null;
  readonly outcome: 'received' | 'applied' | 'held';
  readonly receipt: string | undefined;
  readonly judgedSeq: number | undefined;
  readonly problem: Problem | undefined;
}

export interface FeedRow {
  readonly xid: number;
  readonly change: Change;
}

export interface StoredRecord {
  readonly kind: string;
  readonly v: number;
  readonly id: string;
  readonly seq: number;
  /** JSON; null in a tombstone. */
  readonly json: string | null;
  readonly reason: string | undefined;
  readonly at: number;
}
export interface StoredSettled extends Settled {
  readonly at: number;
}
/** One person's records, as one commit left them. */
export interface RecordFeed {
  readonly head: number;
  readonly floor: number;
  readonly generation: number;
  /** By kind and id. */
  readonly records: ReadonlyMap<string, StoredRecord>;
  /** By opId. */
  readonly operations: ReadonlyMap<string, StoredSettled>;
  readonly commits: readonly { readonly seq: number; readonly mark: number; readonly at: number }[];
}

export interface SessionRow {
  readonly person: string;
  /** It counts together with that device's key alone. */
  readonly device: string;
  readonly email: string;
  readonly shared: boolean;
  readonly at: string;
  readonly isOver: boolean;
}

/** Two persons were one. */
export interface MergeRow {
  readonly into: string;
  /** Keys of the records that were moved. */
  readonly moved: readonly string[];
}

/** A case or an alert for staff: what applying an operation comes to. */
export interface ItemRow {
  readonly opId: string;
  readonly kind: 'case' | 'alert';
  /** More than one is what must never happen. */
  readonly times: number;
  readonly resolvedAt: Date | undefined;
}

export interface MemoryTables {
  /** By `vendor/opId`. */
  readonly operations: Map<string, OperationRow>;
  /** By `vendor/device`, each list by seq. */
  readonly feed: Map<string, readonly FeedRow[]>;
  /** By `vendor/opId`. */
  readonly items: Map<string, ItemRow>;
  /** By vendor. */
  readonly epochs: Map<string, Epoch>;
  /** `vendor/device/sha256` of blobs that are there in full, and their size. */
  readonly blobs: Map<string, number>;
  /** `vendor/device/lane#laneNo`. */
  readonly positions: Map<string, string>;
  /** By `vendor/person`. */
  readonly recordFeeds: Map<string, RecordFeed>;
  /** By token. */
  readonly sessions: Map<string, SessionRow>;
  /** By the person that is no more. */
  readonly merges: Map<string, MergeRow>;
  /** By `vendor/opId`: whose a form is. */
  readonly owners: Map<string, string>;
  /** By id. */
  readonly orders: Map<string, OrderRow>;
  /** By SKU. */
  readonly stock: Map<string, StockRow>;
  /** Of the orders' books, by id. */
  readonly transfers: Map<string, Transfer>;
}

export interface MemoryTransaction {
  readonly xid: number;
  /** Resolves once no other transaction holds it; to be asked for in one order everywhere. */
  lock(name: string): Promise<void>;
  /** @returns whether it could be had at once. */
  tryLock(name: string): boolean;
  /** Announces that it will write: waits for a table lock to end. */
  write(): Promise<void>;
  /** Done to the tables when it commits. */
  put(change: (tables: MemoryTables) => void): void;
  nextSeq(): number;
  commit(): void;
  rollback(): void;
}

/** All that is there at one moment. */
export interface Snapshot {
  readonly tables: MemoryTables;
  readonly seq: number;
  readonly xid: number;
}

export interface MemoryDatabase {
  readonly tables: MemoryTables;
  /** Changes with each restore: what ran against the database before has lost its connection. */
  readonly incarnation: number;
  /** Ends with the life of the process where that dies first. */
  begin(life: Life): MemoryTransaction;
  oldestRunning(): number;
  /** For controls: a sequence of that name, as `nextval` gives it. @returns the last number before. */
  takeUnordered(name: string, count: number): number;
  lastSeq(): number;
  /** Whether any operation waits to be judged. */
  isUnjudged(): boolean;
  /** SHARE: waits for every transaction that writes, and keeps others from writing until it is released. */
  lockTable(life: Life): Promise<() => void>;
  snapshot(): Snapshot;
  /**
   * @param into a younger cluster begins its own ids again, so that every stored one becomes 0 (unless it `keepsXids`, for a control); the same
   * one goes on from those of the snapshot.
   */
  restore(snapshot: Snapshot, into: { readonly younger: boolean; readonly keepsXids?: boolean }): void;
}

export const rowName = (vendor: string, id: string) => `${vendor}/${id}`;

function copyTables(tables?: MemoryTables): MemoryTables {
  return {
    operations: new Map(tables?.operations),
    feed: new Map(tables?.feed),
    items: new Map(tables?.items),
    epochs: new Map(tables?.epochs),
    blobs: new Map(tables?.blobs),
    positions: new Map(tables?.positions),
    recordFeeds: new Map(tables?.recordFeeds),
    sessions: new Map(tables?.sessions),
    merges: new Map(tables?.merges),
    owners: new Map(tables?.owners),
    orders: new Map(tables?.orders),
    stock: new Map(tables?.stock),
    transfers: new Map(tables?.transfers),
  };
}

export function createMemoryDatabase(): MemoryDatabase {
  let tables = copyTables();
  let seq = 0;
  let lastXid = 0;
  let incarnation = 0;
  const running = new Set<MemoryTransaction>();
  const writing = new Set<MemoryTransaction>();
  const locks = new Map<string, MemoryTransaction>();
  const sequences = new Map<string, number>();
  let tableLocks = 0;
  let waiting: (() => void)[] = [];

  const wake = () => {
    const woken = waiting;
    waiting = [];
    for (const each of woken) each();
  };
  async function until(met: () => boolean): Promise<void> {
    while (!met()) await new Promise<void>((resolve) => waiting.push(resolve));
  }

  function begin(life: Life): MemoryTransaction {
    lastXid += 1;
    const changes: ((tables: MemoryTables) => void)[] = [];
    const own: string[] = [];
    const born = incarnation;
    let over = false;
    const end = () => {
      over = true;
      running.delete(transaction);
      writing.delete(transaction);
      for (const name of own) if (locks.get(name) === transaction) locks.delete(name);
      wake();
    };
    const take = (name: string) => {
      if (locks.has(name) && locks.get(name) !== transaction) return false;
      locks.set(name, transaction);
      own.push(name);
      return true;
    };
    const transaction: MemoryTransaction = {
      xid: lastXid,
      // Taken in the very moment in which it is found free: of two that wait for it, one has it.
      lock: (name) => until(() => over || take(name)),
      tryLock: (name) => !over && take(name),
      write: () =>
        until(() => {
          if (!over && tableLocks > 0) return false;
          if (!over) writing.add(transaction);
          return true;
        }),
      put: (change) => changes.push(change),
      nextSeq() {
        seq += 1;
        return seq;
      },
      commit() {
        if (over || born !== incarnation) throw new Error('The connection is lost.');
        for (const change of changes) change(tables);
        end();
      },
      rollback: () => {
        if (!over) end();
      },
    };
    running.add(transaction);
    life.onDeath(transaction.rollback);
    return transaction;
  }

  return {
    get tables() {
      return tables;
    },
    get incarnation() {
      return incarnation;
    },
    begin,
    oldestRunning: () => Math.min(lastXid + 1, ...Array.from(running, ({ xid }) => xid)),
    takeUnordered(name, count) {
      const last = sequences.get(name) ?? 0;
      sequences.set(name, last + count);
      return last;
    },
    lastSeq: () => seq,
    isUnjudged: () => tables.operations.values().some((row) => row.outcome === 'received'),
    async lockTable(life) {
      let held = true;
      tableLocks += 1;
      const release = () => {
        if (!held) return;
        held = false;
        tableLocks -= 1;
        wake();
      };
      life.onDeath(release);
      await until(() => !held || writing.size === 0);
      return release;
    },
    snapshot: () => ({ tables: copyTables(tables), seq, xid: lastXid }),
    restore(snapshot, { younger, keepsXids }) {
      incarnation += 1;
      for (const transaction of [...running]) transaction.rollback();
      tables = copyTables(snapshot.tables);
      seq = snapshot.seq;
      lastXid = younger ? 0 : snapshot.xid;
      if (!younger || keepsXids === true) return;
      for (const [key, row] of tables.operations) tables.operations.set(key, { ...row, xid: 0 });
      for (const [key, rows] of tables.feed)
        tables.feed.set(
          key,
          rows.map((row) => ({ ...row, xid: 0 })),
        );
    },
  };
}

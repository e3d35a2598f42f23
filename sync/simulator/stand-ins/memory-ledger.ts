/** The deterministic twin of the PostgreSQL ledger and judge store: the same contract suite holds both. */

import { positionName } from '../../protocol/lane-position.ts';
import { isUrgent } from '../../protocol/operations/registry.ts';
import type { Change } from '../../protocol/wire.ts';
import type { Epoch, Ledger, LedgerRow, NewLedgerRow } from '../../server/core/ingest/ledger.ts';
import { type ReceiptSigner, receiptOf } from '../../server/core/ingest/receipts.ts';
import type { JudgeStore, OperationName } from '../../server/core/judging/judge-store.ts';
import type { Verdict } from '../../server/core/judging/verdict.ts';
import type { Publish } from '../../server/core/records/publishing.ts';
import { inboxItem } from '../../server/features/inbox/operations.ts';
import type { Life } from '../base/life.ts';
import { decideInOrder } from './decide-in-order.ts';
import {
  type FeedRow,
  type MemoryDatabase,
  type MemoryTables,
  type MemoryTransaction,
  type OperationRow,
  rowName,
} from './memory-database.ts';
import type { MemoryOrders } from './memory-orders.ts';
import { type MemoryRecords, recordsSeqIn } from './memory-records.ts';

/** What becomes of a person's operations in their records. */
export interface PublishesOfPersons {
  /** In the transaction that judges them. @returns whose they turned out to be. */
  publishJudged(publish: Publish, rows: readonly OperationRow[]): ReadonlyMap<string, string>;
  /** In the one in which staff have looked at it. */
  publishResolved(publish: Publish, opId: string): void;
}

export interface MemoryLedgerDependencies {
  readonly database: MemoryDatabase;
  /** Of the process that this connection belongs to. */
  readonly life: Life;
  readonly signer: ReceiptSigner;
  readonly now: () => Date;
  readonly uuid: () => string;
  /** Time that a step of a transaction takes: others go on meanwhile, and the process may die. */
  readonly pause: () => Promise<void>;
  /** Told of what a transaction has stored, right after its commit. */
  readonly onStored?: (rows: readonly OperationRow[]) => void;
  readonly onJudged?: (rows: readonly OperationRow[], tables: MemoryTables) => void;
  /** For controls: numbers of the feed are taken in any order. */
  readonly feedUnordered?: boolean;
  /** For controls: an operation that is held keeps the number of its receipt. */
  readonly heldSharesSeq?: boolean;
  /** What becomes of orders in the same transactions. */
  readonly orders?: MemoryOrders;
  /** Where there are persons: what is published with an outcome, and with what staff do. */
  readonly persons?:
    | {
        readonly records: MemoryRecords;
        readonly publish: PublishesOfPersons;
      }
    | undefined;
}

export interface MemoryLedger extends Ledger, JudgeStore {
  /** Staff mark a case as reviewed, or acknowledge an alert. @returns whether there was one to mark. */
  resolve(vendor: string, opId: string): Promise<boolean>;
}

export function toLedgerRow(row: OperationRow): LedgerRow {
  const { opId, seq, epoch, receivedAt, keyId, receipt, outcome, judgedSeq, problem } = row;
  return {
    opId,
    sha256: row.operation.sha256,
    received: { seq, epoch, receivedAt, keyId },
    receipt,
    outcome,
    seq: judgedSeq ?? seq,
    problem,
  };
}

export function addToFeed(tables: MemoryTables, key: string, row: FeedRow): void {
  const rows = [...(tables.feed.get(key) ?? []), row];
  tables.feed.set(
    key,
    rows.sort((one, other) => one.change.seq - other.change.seq),
  );
}

/** @returns the current epoch, minted where there is none. */
function epochIn(tables: MemoryTables, vendor: string, uuid: () => string): Epoch {
  const found = tables.epochs.get(vendor);
  if (found) return found;
  const minted = { epoch: uuid(), safeThrough: 0 };
  tables.epochs.set(vendor, minted);
  return minted;
}

function insert(
  transaction: MemoryTransaction,
  vendor: string,
  device: string,
  row: NewLedgerRow,
  epoch: string,
): OperationRow {
  const key = rowName(vendor, row.opId);
  const { opId, operation, envelope, receivedAt, keyId, skewSeconds } = row;
  const stored: OperationRow = {
    vendor,
    opId,
    device,
    operation,
    envelope,
    seq: transaction.nextSeq(),
    xid: transaction.xid,
    epoch,
    keyId,
    receivedAt,
    skewSeconds,
    outcome: 'received',
    receipt: undefined,
    judgedSeq: undefined,
    problem: undefined,
  };
  transaction.put((tables) => {
    tables.operations.set(key, stored);
    tables.positions.set(`${vendor}/${device}/${positionName(operation)}`, opId);
  });
  return stored;
}

function storeVerdict(
  transaction: MemoryTransaction,
  row: OperationRow,
  verdict: Verdict,
  { now, signer, heldSharesSeq }: Pick<MemoryLedgerDependencies, 'now' | 'signer' | 'heldSharesSeq'>,
): OperationRow {
  const { outcome, problem } = verdict;
  const item = inboxItem.in(verdict);
  const { vendor, opId, device } = row;
  const shares = heldSharesSeq === true && outcome === 'held';
  const judgedSeq = shares ? row.seq : transaction.nextSeq();
  const judged: OperationRow = {
    ...row,
    outcome,
    problem,
    judgedSeq,
    receipt: receiptOf(toLedgerRow(row), signer),
  };
  const change: Change = { seq: judgedSeq, type: 'operation', id: opId, outcome, at: now().toISOString() };
  transaction.put((tables) => {
    const key = rowName(vendor, opId);
    tables.operations.set(key, judged);
    addToFeed(tables, rowName(vendor, device), { xid: transaction.xid, change });
    if (!item) return;
    const times = (tables.items.get(key)?.times ?? 0) + 1;
    tables.items.set(key, { opId, kind: item.kind, times, resolvedAt: undefined });
  });
  return judged;
}

/** With the number that its person's records have it by. */
function tellRow(tables: MemoryTables, row: OperationRow): LedgerRow {
  const recordsSeq = recordsSeqIn(tables, row.vendor, row.opId);
  return { ...toLedgerRow(row), ...(recordsSeq === undefined ? {} : { recordsSeq }) };
}

type MemoryReads = Pick<MemoryLedger, 'find' | 'findPositions' | 'findBlobs' | 'changes' | 'findUnjudged'>;

/** What needs no transaction. */
function createMemoryReads({
  database,
  now,
  pause,
}: Pick<MemoryLedgerDependencies, 'database' | 'now' | 'pause'>): MemoryReads {
  const seqOf = (name: OperationName | undefined) =>
    name && database.tables.operations.get(rowName(name.vendor, name.opId))?.seq;

  return {
    async find(vendor, opIds) {
      await pause();
      const found = new Map<string, LedgerRow>();
      for (const opId of opIds) {
        const row = database.tables.operations.get(rowName(vendor, opId));
        if (row) found.set(opId, tellRow(database.tables, row));
      }
      return found;
    },

    async findPositions(vendor, device, positions) {
      await pause();
      return new Set(
        positions
          .map(positionName)
          .filter((name) => database.tables.positions.has(`${vendor}/${device}/${name}`)),
      );
    },

    async findBlobs(vendor, device, names) {
      await pause();
      return new Set(names.filter((name) => database.tables.blobs.has(`${vendor}/${device}/${name}`)));
    },

    async changes(vendor, device, after, limit) {
      await pause();
      return (database.tables.feed.get(rowName(vendor, device)) ?? [])
        .filter(({ change }) => change.seq > after)
        .slice(0, limit)
        .map(({ change }) => {
          const recordsSeq = recordsSeqIn(database.tables, vendor, change.id);
          return recordsSeq === undefined ? change : { ...change, recordsSeq };
        });
    },

    async findUnjudged(olderThanMs, limit, after) {
      await pause();
      const before = now().getTime() - olderThanMs;
      return Array.from(database.tables.operations.values())
        .filter((row) => row.outcome === 'received' && row.receivedAt.getTime() <= before)
        .sort((one, other) => one.seq - other.seq)
        .filter((row) => row.seq > (seqOf(after) ?? 0))
        .slice(0, limit)
        .map(({ vendor, opId, operation }) => ({
          vendor,
          opId,
          ...(isUrgent(operation.kind) ? { urgent: true } : {}),
        }));
    },
  };
}

export function createMemoryLedger(dependencies: MemoryLedgerDependencies): MemoryLedger {
  const { database, life, now, uuid, pause, persons, orders } = dependencies;

  /** As `server/ingest/feed-order.ts`. */
  const orderFeed = (transaction: MemoryTransaction) =>
    dependencies.feedUnordered === true ? Promise.resolve() : transaction.lock('feed');

  /** Begins, works, commits; rolls back what throws. */
  async function inTransaction<R>(work: (transaction: MemoryTransaction) => Promise<R>): Promise<R> {
    const transaction = database.begin(life);
    try {
      await pause();
      const result = await work(transaction);
      await pause();
      transaction.commit();
      await pause();
      return result;
    } catch (error) {
      transaction.rollback();
      throw error;
    }
  }

  return {
    async epoch(vendor) {
      await pause();
      return epochIn(database.tables, vendor, uuid);
    },

    mintEpoch: (vendor, instead) =>
      inTransaction(async (transaction) => {
        await transaction.lock(`epoch/${vendor}`);
        const current = epochIn(database.tables, vendor, uuid);
        if (current.epoch !== instead) return current;
        const minted = { epoch: uuid(), safeThrough: 0 };
        transaction.put((tables) => tables.epochs.set(vendor, minted));
        return minted;
      }),

    ...createMemoryReads(dependencies),

    async store(vendor, device, rows) {
      const { fresh, epoch } = await inTransaction(async (transaction) => {
        await transaction.write();
        const read = epochIn(database.tables, vendor, uuid);
        const stored = new Set<string>();
        const inserted: OperationRow[] = [];
        const sorted = rows.toSorted((one, other) => (one.opId < other.opId ? -1 : 1));
        for (const row of sorted) {
          // Another transaction that is storing the same one is waited for, as a unique key does.
          await transaction.lock(`operation/${rowName(vendor, row.opId)}`);
          if (database.tables.operations.has(rowName(vendor, row.opId)) || stored.has(row.opId)) continue;
          inserted.push(insert(transaction, vendor, device, row, read.epoch));
          stored.add(row.opId);
          await pause();
        }
        transaction.put(() => dependencies.onStored?.(inserted));
        return { fresh: stored, epoch: read };
      });
      const stored = new Map<string, LedgerRow>();
      for (const { opId } of rows) {
        const row = database.tables.operations.get(rowName(vendor, opId));
        if (row) stored.set(opId, tellRow(database.tables, row));
      }
      return { ...epoch, fresh, rows: stored };
    },

    judge: (names, decide) =>
      inTransaction(async (transaction) => {
        await transaction.write();
        const taken: OperationRow[] = [];
        const ids = new Set<string>();
        for (const { vendor, opId } of names) {
          const name = rowName(vendor, opId);
          const row = database.tables.operations.get(name);
          if (row?.outcome !== 'received' || ids.has(opId)) continue;
          if (!transaction.tryLock(`operation/${name}`)) continue;
          taken.push(row);
          ids.add(opId);
        }
        const glanced = orders?.glance();
        const verdicts = await decideInOrder(database.tables, taken, decide);
        await orderFeed(transaction);
        await pause();
        const judged = verdicts.map(([row, verdict]) =>
          storeVerdict(transaction, row, verdict, dependencies),
        );
        if (glanced) await orders?.place(transaction, judged, glanced);
        if (persons !== undefined) {
          const owners = await persons.records.within(transaction, (publish) =>
            persons.publish.publishJudged(publish, judged),
          );
          transaction.put((tables) => {
            for (const { vendor, opId } of judged) {
              const owner = owners.get(opId);
              if (owner !== undefined) tables.owners.set(rowName(vendor, opId), owner);
            }
          });
        }
        transaction.put((tables) => dependencies.onJudged?.(judged, tables));
        return verdicts.map(([{ vendor, opId, device }, { outcome }]) => ({ vendor, opId, device, outcome }));
      }),

    resolve: (vendor, opId) =>
      inTransaction(async (transaction) => {
        await orderFeed(transaction);
        await transaction.lock(`item/${rowName(vendor, opId)}`);
        const key = rowName(vendor, opId);
        const item = database.tables.items.get(key);
        const device = database.tables.operations.get(key)?.device;
        if (!item || device === undefined || item.resolvedAt) return false;
        const at = now();
        const news =
          item.kind === 'case' ? { reviewedAt: at.toISOString() } : { acknowledgedAt: at.toISOString() };
        const change: Change = { seq: transaction.nextSeq(), type: 'operation', id: opId, ...news };
        transaction.put((tables) => {
          tables.items.set(key, { ...item, resolvedAt: at });
          addToFeed(tables, rowName(vendor, device), { xid: transaction.xid, change });
        });
        await orders?.charge(transaction, opId);
        await persons?.records.within(transaction, (publish) =>
          persons.publish.publishResolved(publish, opId),
        );
        return true;
      }),
  };
}

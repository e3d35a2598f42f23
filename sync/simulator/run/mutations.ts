/**
 * Each rule of the protocol, taken out alone, at the ports: the simulator must notice. Nothing of the product is switched; what a rule's
 * absence would do to the store, the ledger or the wire is done to them.
 */

import type { OutboxRow, TableName, Tables } from '../../client/store/rows.ts';
import type { Store, WriteTransaction } from '../../client/store/store.ts';
import type { Rule } from '../base/violation.ts';
import type { Controls } from '../site/controls.ts';
import type { MemoryLedger } from '../stand-ins/memory-ledger.ts';

export const WITHIN_SEEDS = 60;

export interface Mutation {
  readonly name: string;
  /** What is gone. */
  readonly without: string;
  readonly controls: Controls;
  /** What each of its schedules has. */
  readonly inEach?: 'persons';
  /** It must fail within {@link WITHIN_SEEDS} from this one; those before it show nothing. */
  readonly from: number;
  /** What it has to be seen as; anything, where left out. */
  readonly seenAs?: Rule;
}

type Put = <T extends TableName>(
  transaction: WriteTransaction,
  table: T,
  row: Tables[T],
  tables: readonly TableName[],
) => Promise<void>;

/** A store whose rows are written differently. */
const withPut =
  (put: Put) =>
  (store: Store): Store => ({
    get mode() {
      return store.mode;
    },
    read: (tables, work) => store.read(tables, work),
    write: (tables, work) =>
      store.write(tables, (transaction) =>
        work({
          get: transaction.get,
          all: transaction.all,
          by: transaction.by,
          delete: transaction.delete,
          put: (table, row) => put(transaction, table, row, tables),
        }),
      ),
    close: () => store.close(),
  });

const isOutbox = (table: TableName, row: Tables[TableName]): row is OutboxRow =>
  table === 'outbox' && 'opId' in row;

/** As soon as any receipt is there, the envelope goes. */
const deleteOnReceipt = withPut(async (transaction, table, row, tables) => {
  await transaction.put(table, row);
  if (!isOutbox(table, row) || (row.state !== 'receipt' && row.state !== 'held') || !row.kept) return;
  if (!tables.includes('envelopes')) return;
  await transaction.delete('envelopes', row.opId);
  await transaction.put('outbox', { ...row, kept: false });
});

/** The server was heard of in a far future: everything has been there for long. */
const noRetention = withPut(async (transaction, table, row) => {
  if (table !== 'meta' || !('value' in row) || typeof row.value !== 'object' || row.value === null)
    return transaction.put(table, row);
  const heard = 'pushedAt' in row.value ? { ...row.value, pushedAt: Number.MAX_SAFE_INTEGER } : row.value;
  return transaction.put(table, { ...row, value: heard });
});

/** Says that it is written before it is. */
const saysSavedTooEarly = (store: Store): Store => ({
  get mode() {
    return store.mode;
  },
  read: (tables, work) => store.read(tables, work),
  write<R>(tables: readonly TableName[], work: (transaction: WriteTransaction) => Promise<R>): Promise<R> {
    return new Promise<R>((resolve, reject) => {
      store
        .write(tables, async (transaction) => {
          const result = await work(transaction);
          resolve(result);
          return result;
        })
        .catch(reject);
    });
  },
  close: () => store.close(),
});

/** Deletes what it replaces in transactions of their own, one table after the other. */
const inPieces = (store: Store): Store => ({
  get mode() {
    return store.mode;
  },
  read: (tables, work) => store.read(tables, work),
  async write<R>(
    tables: readonly TableName[],
    work: (transaction: WriteTransaction) => Promise<R>,
  ): Promise<R> {
    const later: ((transaction: WriteTransaction) => Promise<void>)[] = [];
    const result = await store.write(tables, (transaction) => {
      later.length = 0;
      return work({
        get: transaction.get,
        all: transaction.all,
        by: transaction.by,
        delete: transaction.delete,
        put: async (table, row) => {
          if (table === 'outbox' || table === 'envelopes') later.push((own) => own.put(table, row));
          else await transaction.put(table, row);
        },
      });
    });
    for (const piece of later) await store.write(tables, piece);
    return result;
  },
  close: () => store.close(),
});

const MAX_COPIES = 3;
/** Knows nothing of what it has stored: what comes again is stored again. */
function forgetful(ledger: MemoryLedger): MemoryLedger {
  const copies = new Map<string, number>();
  return {
    ...ledger,
    find: async () => new Map(),
    async store(vendor, device, rows) {
      const known = await ledger.find(
        vendor,
        rows.map(({ opId }) => opId),
      );
      const names = new Map(
        rows.map(({ opId }): [string, string] => {
          const copy = (copies.get(opId) ?? 0) + 1;
          // A few times are enough to be seen.
          if (!known.has(opId) || copy > MAX_COPIES) return [opId, opId];
          copies.set(opId, copy);
          return [opId, `${String(copy).padStart(8, '0')}${opId.slice(8)}`];
        }),
      );
      const nameOf = (opId: string) => names.get(opId) ?? opId;
      const stored = await ledger.store(
        vendor,
        device,
        rows.map((row) => ({ ...row, opId: nameOf(row.opId) })),
      );
      const told = rows.flatMap(({ opId }) => {
        const row = stored.rows.get(nameOf(opId));
        return row ? [[opId, { ...row, opId }] as const] : [];
      });
      return { ...stored, fresh: new Set(), rows: new Map(told) };
    },
  };
}

/** Photos are believed to be on the server as soon as they are on the device. */
const uploadsAreDone = (store: Store): Store => ({
  ...store,
  get mode() {
    return store.mode;
  },
  read: (tables, work) =>
    store.read(tables, (transaction) =>
      work({
        all: transaction.all,
        by: transaction.by,
        get: async (table, key) => {
          const row = await transaction.get(table, key);
          return row !== undefined && 'done' in row ? { ...row, done: true } : row;
        },
      }),
    ),
});

const FOR_EVER = '11111111-1111-4111-8111-111111111111';
/** One epoch for ever, whatever happens to the database. */
const oneEpoch = (ledger: MemoryLedger): MemoryLedger => ({
  ...ledger,
  epoch: async (vendor) => ({ ...(await ledger.epoch(vendor)), epoch: FOR_EVER }),
  mintEpoch: async (vendor) => ({ ...(await ledger.epoch(vendor)), epoch: FOR_EVER }),
  store: async (...given) => ({ ...(await ledger.store(...given)), epoch: FOR_EVER }),
});

const withoutWitnesses = (body: unknown): unknown =>
  typeof body === 'object' && body !== null ? { ...body, witnesses: undefined } : body;

/** Where nobody ever puts back an older backup, nor any without a word, the 14 days aren't needed: what else a backup must hold shows. */
export const newestAlone: Controls = { store: noRetention, careful: true };

export const mutations: readonly Mutation[] = [
  {
    name: 'delete-on-2xx',
    without: 'keeping the envelope until a verified backup covers it: it goes with the receipt',
    controls: { store: deleteOnReceipt },
    from: 2,
  },
  {
    name: 'no-ledger',
    without: 'the ledger: each push is stored again',
    controls: { ledger: forgetful },
    from: 1,
  },
  { name: 'no-epoch', without: 'the epoch: one for ever', controls: { ledger: oneEpoch }, from: 58 },
  {
    name: 'no-epoch-at-restore',
    without: 'the epoch of an announced restore (the witness finds some of them)',
    controls: { restoreWithoutEpoch: true, readPush: withoutWitnesses },
    from: 267,
  },
  {
    name: 'no-witness',
    without: 'the witness: a restore without a word is not found out',
    controls: { readPush: withoutWitnesses },
    from: 267,
  },
  {
    name: 'no-lane-order',
    without: 'the order of a lane: nothing waits for its predecessor',
    controls: {
      ledger: (ledger) => ({
        ...ledger,
        findPositions: async (_vendor, _device, positions) =>
          new Set(positions.map(({ lane, laneNo }) => `${lane}#${laneNo}`)),
      }),
    },
    from: 1,
  },
  {
    name: 'held-shares-seq',
    without: "a number of its own for what is held: it keeps its receipt's",
    controls: { heldSharesSeq: true },
    from: 83,
  },
  {
    name: 'no-retention',
    without: 'the 14 days: what the newest backup covers goes at once',
    controls: { store: noRetention },
    from: 22,
  },
  {
    name: 'blobs-not-awaited',
    without: 'waiting for photos, on the device and on the server',
    controls: {
      store: uploadsAreDone,
      trustsTheTable: true,
      ledger: (ledger) => ({ ...ledger, findBlobs: async (_vendor, _device, names) => new Set(names) }),
    },
    from: 80,
  },
  {
    name: 'no-fence',
    without: 'the fence of a backup: it claims the highest number there is',
    controls: { ...newestAlone, backupWithoutFence: true },
    from: 96,
  },
  {
    name: 'feed-unordered',
    without: "the order of the feed: a transaction's numbers may become visible after higher ones",
    controls: { feedUnordered: true },
    from: 232,
  },
  {
    name: 'receipts-unverified',
    without: "verifying receipts: anybody's are believed",
    controls: { crypto: (crypto) => ({ ...crypto, verify: async () => true }) },
    from: 21,
  },
  {
    name: 'saved-too-early',
    without: 'waiting for the end of a transaction before it is told',
    controls: { store: saysSavedTooEarly },
    from: 8,
  },
  {
    name: 'finalise-in-pieces',
    without: 'finalising in one transaction',
    controls: { store: inPieces },
    from: 35,
  },
  {
    name: 'carts-unnamed',
    without: 'one order of a cart (R1): each press of the button is one',
    controls: { shop: { cartsUnnamed: true } },
    from: 1,
    seenAs: 'duplicate',
  },
  {
    name: 'believes-totals',
    without: 'pricing by the server (R2): the total that was shown is the price',
    controls: { shop: { believesTotals: true } },
    from: 1,
    seenAs: 'books',
  },
  {
    name: 'stock-unlocked',
    without: 'reserving under a lock (R3): the stock is read before it',
    controls: { shop: { stockUnlocked: true } },
    from: 110,
    seenAs: 'oversold',
  },
  {
    name: 'rounds-the-whole',
    without: 'rounding once (R4): the tax is rounded of the whole again',
    controls: { shop: { roundsTheWhole: true } },
    from: 1,
    seenAs: 'books',
  },
];

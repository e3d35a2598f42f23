/**
 * The shelf: what a person has begun and that is no form, each under a name of its own. Sealed like a draft, and closed by the same lock.
 *
 * A write says which version it is made of, and is refused where another tab was faster: it reads again, and decides. Where others use the device, too,
 * all of it belongs to the person who is there, and goes with them.
 */
import { type Bytes, fromUtf8, utf8 } from '../base/bytes.ts';
import type { Channel, Clock, Unsubscribe } from '../base/ports.ts';
import { StorageError, toStorageError } from '../base/storage-error.ts';
import { shelfBinding } from '../keys/bindings.ts';
import type { Keyring } from '../keys/subject-keys.ts';
import type { DeviceOwner, OutboxRow } from '../store/rows.ts';
import type { ReadTransaction, Store } from '../store/store.ts';
import {
  clearShelf,
  readShelf,
  SHELF_SUBJECT,
  type ShelfState,
  shelfTables,
  writeShelf,
} from './shelf-rows.ts';

export type ShelfReading =
  | { readonly status: 'found'; readonly value: unknown; readonly version: number }
  | { readonly status: 'absent' | 'locked' }
  /** Its key is gone. Writing with this version begins it again. */
  | { readonly status: 'unreadable'; readonly version: number };

export interface Visit {
  readonly visit: number;
  /** When somebody was there last, by the device's clock: in any tab, or at a form. */
  readonly at: number;
  /** That is long ago. */
  readonly isOver: boolean;
}

export interface Shelf {
  read(name: string): Promise<ShelfReading>;
  /**
   * Resolves with its new version once it is on the disk, or in the memory of a browser that stores nothing (`StorageReport.mode`).
   * @param value anything that JSON keeps as it is.
   * @param expectedVersion of what it was made of; 0 where there was nothing.
   * @throws StorageError `taken-over` where it has another version by now, `locked`, `quota`, `closed`, `timeout`.
   */
  write(name: string, value: unknown, expectedVersion: number): Promise<number>;
  /** @throws StorageError `taken-over` where it has another version by now. */
  remove(name: string, expectedVersion: number): Promise<void>;
  /** Called once it is known, and after each change, from any tab: in order, and at last with the newest. */
  watch(name: string, listener: (reading: ShelfReading) => void): Unsubscribe;
  /** Whose device this is, as far as anybody has said: at the shelf, at a form, or on signing in. One of them saying `shared` is enough. */
  owner(): Promise<DeviceOwner | undefined>;
  setOwner(owner: DeviceOwner): Promise<void>;
  /** Somebody is there. Where others use the device, too, and nobody has been for long, the shelf is found empty. */
  touch(): Promise<void>;
  /** Who is there after nobody has been for long, in any tab, may be somebody else: that is another visit. */
  visit(): Promise<Visit>;
  /** Somebody has left a device that others use, too. */
  clear(): Promise<void>;
}

const subjectId = SHELF_SUBJECT;
const CHANGED = 'shelf';

/** Who orders as a guest was never asked: that it was sent as from a device of one's own says nothing. */
const isSaid = ({ kind, owner }: Pick<OutboxRow, 'kind' | 'owner'>) =>
  owner === 'shared' || kind !== 'order.place';

/** As far as anybody has said: at the shelf, at a form, or on signing in. */
const ownerOf = (store: Store) =>
  store.read(['meta', 'account', 'drafts', 'outbox'], async (transaction) => {
    const account = await transaction.get('account', 'account');
    const said = [
      (await readShelf(transaction)).owner,
      ...(account?.shared === undefined ? [] : [account.shared ? ('shared' as const) : ('own' as const)]),
      ...(await transaction.all('drafts')).map((row) => row.owner),
      ...(await transaction.all('outbox')).filter(isSaid).map((row) => row.owner),
    ];
    return said.find((each) => each === 'shared') ?? said.find((each) => each === 'own');
  });

function presenceOn(store: Store, clock: Pick<Clock, 'now'>, idleMs: number) {
  // Either way: a clock that was set back says no more than one that has gone on.
  const isLongAgo = (at: number) => Math.abs(clock.now() - at) > idleMs;
  /** The shelf as it is once somebody is there. */
  const readNow = async (transaction: ReadTransaction) => {
    const shelf = await readShelf(transaction);
    return { ...shelf, at: clock.now(), visit: (shelf.visit ?? 0) + Number(isLongAgo(shelf.at)) };
  };
  const visit = () =>
    store.read(['meta', 'drafts', 'outbox'], async (transaction): Promise<Visit> => {
      // A form says nothing to the shelf.
      const saved = (await transaction.all('drafts')).map(({ updatedAt }) => updatedAt);
      const sent = (await transaction.all('outbox')).map(({ queuedAt }) => queuedAt);
      const times = [...saved, ...sent].map((time) => Date.parse(time));
      const at = Math.max((await readShelf(transaction)).at, ...times);
      return { visit: (await readNow(transaction)).visit, at, isOver: isLongAgo(at) };
    });
  return { readNow, visit };
}

export function createShelf(dependencies: {
  readonly vendor: string;
  readonly store: Store;
  readonly keys: Keyring;
  readonly clock: Pick<Clock, 'now'>;
  readonly channel: Channel;
  /** Of the patient's lock. */
  readonly watchLock: (listener: () => void) => Unsubscribe;
  /** Without anybody there, on a device that others use, too. */
  readonly idleMs: number;
  /** Something is here now that an eviction would lose. */
  readonly onChange?: () => void;
}): Shelf & {
  /** Tells who watches: something else has emptied it. */
  refresh(): void;
  /** Empties what somebody has left behind. */
  start(): Promise<void>;
  stop(): void;
} {
  const { vendor, store, keys, clock, channel, idleMs } = dependencies;
  const listeners = new Set<() => void>();
  const refresh = () => {
    for (const listener of listeners) listener();
  };
  const changed = () => {
    channel.post(CHANGED);
    dependencies.onChange?.();
    refresh();
  };
  const cleanUps = [
    channel.listen((message) => {
      if (message === CHANGED) refresh();
    }),
    dependencies.watchLock(refresh),
  ];

  async function read(name: string): Promise<ShelfReading> {
    const row = await store.read(['shelf'], (transaction) => transaction.get('shelf', name));
    if (row === undefined) return { status: 'absent' };
    let plain: Bytes | undefined;
    try {
      plain = await keys.open(row.subjectId, row.box, shelfBinding(vendor, row));
    } catch (error) {
      if (toStorageError(error).code === 'locked') return { status: 'locked' };
      throw error;
    }
    const { version } = row;
    if (plain === undefined) return { status: 'unreadable', version };
    const value: unknown = JSON.parse(fromUtf8(plain));
    return { status: 'found', value, version };
  }

  const owner = () => ownerOf(store);
  const { readNow, visit } = presenceOn(store, clock, idleMs);
  const stay = (said?: Pick<ShelfState, 'owner'>) =>
    store.write(['meta'], async (transaction) =>
      writeShelf(transaction, { ...(await readNow(transaction)), ...said }),
    );

  const clear = async () => {
    await store.write(shelfTables, clearShelf);
    changed();
  };

  return {
    read,

    async write(name, value, expectedVersion) {
      const plain = utf8(JSON.stringify(value));
      const version = await keys.sealThenWrite(
        subjectId,
        (sealer) => sealer.seal(plain, shelfBinding(vendor, { subjectId, name })),
        shelfTables,
        async (transaction, box) => {
          const row = await transaction.get('shelf', name);
          // A transaction that seemed lost, and is run once more, may have been completed.
          if (row?.box.iv.every((byte, index) => byte === box.iv[index])) return row.version;
          if ((row?.version ?? 0) !== expectedVersion) throw new StorageError('taken-over');
          const shelf = await readNow(transaction);
          const next = shelf.version + 1;
          await writeShelf(transaction, { ...shelf, version: next });
          await transaction.put('shelf', { name, subjectId, version: next, box });
          return next;
        },
      );
      changed();
      return version;
    },

    async remove(name, expectedVersion) {
      await store.write(shelfTables, async (transaction) => {
        const row = await transaction.get('shelf', name);
        if (row === undefined) return;
        if (row.version !== expectedVersion) throw new StorageError('taken-over');
        await transaction.delete('shelf', name);
        // With the last of it goes what opens it.
        if ((await transaction.all('shelf')).length === 0) await clearShelf(transaction);
      });
      changed();
    },

    watch(name, listener) {
      let latest = 0;
      const tell = () => {
        latest += 1;
        const turn = latest;
        read(name).then(
          (reading) => {
            if (turn === latest) listener(reading);
          },
          () => undefined,
        );
      };
      listeners.add(tell);
      tell();
      return () => {
        latest = -1;
        listeners.delete(tell);
      };
    },

    owner,
    async setOwner(said) {
      await stay({ owner: said });
      changed();
    },
    touch: () => stay(),
    visit,
    clear,
    refresh,
    async start() {
      if ((await owner()) !== 'shared') return;
      if ((await visit()).isOver) await clear();
    },
    stop() {
      for (const cleanUp of cleanUps.splice(0)) cleanUp();
      channel.close();
      listeners.clear();
    },
  };
}

import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Channel } from '../base/ports.ts';
import { createDraftLock } from '../keys/draft-lock.ts';
import { createKeyVault } from '../keys/key-vault.ts';
import { createSubjectKeys } from '../keys/subject-keys.ts';
import { createWebCrypto } from '../keys/web-crypto.ts';
import { STORE_DEADLINE_MS } from '../store/dexie-store.ts';
import { createMemoryStore } from '../store/memory-store.ts';
import { type AccountRow, tableNames } from '../store/rows.ts';
import type { Store } from '../store/store.ts';
import { abortAfterPutInto, createProfile, hangingConnections } from '../testing/faulty-indexeddb.ts';
import { createAuthenticator } from '../testing/passkeys.ts';
import { random } from '../testing/phone.ts';
import { draftRow, sampleRows } from '../testing/sample-rows.ts';
import { CANARY } from '../testing/samples.ts';
import { until } from '../testing/until.ts';
import { createVirtualClock } from '../testing/virtual-clock.ts';
import { createShelf, type ShelfReading } from './shelf.ts';
import { clearShelf, shelfTables } from './shelf-rows.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

const crypto = createWebCrypto(globalThis.crypto);
const IDLE_MS = 5 * 60_000;

/** Tabs of one vendor, each with its own memory. */
function createTabs(vendor = 'meadow') {
  const listeners = new Map<symbol, Set<(message: string) => void>>();
  const channelOf = (): Channel => {
    const self = Symbol('tab');
    listeners.set(self, new Set());
    return {
      post(message) {
        for (const [tab, heard] of listeners)
          if (tab !== self) for (const listener of heard) queueMicrotask(() => listener(message));
      },
      listen(listener) {
        listeners.get(self)?.add(listener);
        return () => listeners.get(self)?.delete(listener);
      },
      close: () => listeners.delete(self),
    };
  };
  return {
    opens(store: Store, clock = createVirtualClock()) {
      const vault = createKeyVault({ vendor, crypto: crypto.lock, random });
      const keys = createSubjectKeys({ store, crypto, random, clock, vault });
      const lock = createDraftLock({ vendor, store, crypto, vault, random, channel: channelOf() });
      const shelf = createShelf({
        ...{ vendor, store, keys, clock, channel: channelOf(), watchLock: lock.watch },
        idleMs: IDLE_MS,
      });
      return { shelf, lock, clock, store };
    },
  };
}

const stores: readonly [string, () => { connect: () => Store }][] = [
  ['IndexedDB', createProfile],
  [
    'memory',
    () => {
      const store = createMemoryStore('durable');
      return { connect: () => store };
    },
  ],
];

const everything = (store: Store) =>
  store.read(tableNames, async (transaction) => {
    const found: unknown[] = [];
    for (const table of tableNames) found.push(...(await transaction.all(table)));
    return JSON.stringify(found, (_key, value) =>
      value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value,
    );
  });
const keyIds = (store: Store) =>
  store.read(['keys'], async (transaction) => (await transaction.all('keys')).map((row) => row.id));
const begun = { what: CANARY, items: ['ä', 1, null] };

describe.each(stores)('the shelf - %s', (_name, create) => {
  test('keeps what was begun - once `write` has resolved, after a restart', async () => {
    const { connect } = create();
    expect(await createTabs().opens(connect()).shelf.read('cart')).toEqual({ status: 'absent' });
    const version = await createTabs().opens(connect()).shelf.write('cart', begun, 0);
    const restarted = createTabs().opens(connect()).shelf;
    expect(await restarted.read('cart')).toEqual({ status: 'found', value: begun, version });
    expect(await restarted.read('other')).toEqual({ status: 'absent' });
  });

  test('tells the second of two tabs `taken-over`, and writes nothing', async () => {
    const { connect } = create();
    const tabs = createTabs();
    const [one, two] = [tabs.opens(connect()).shelf, tabs.opens(connect()).shelf];
    const version = await one.write('cart', 'first', 0);
    await expect(two.write('cart', 'blind', 0)).rejects.toMatchObject({ code: 'taken-over' });
    const next = await two.write('cart', 'second', version);
    await expect(one.write('cart', 'stale', version)).rejects.toMatchObject({ code: 'taken-over' });
    await expect(one.remove('cart', version)).rejects.toMatchObject({ code: 'taken-over' });
    expect(await one.read('cart')).toEqual({ status: 'found', value: 'second', version: next });
  });

  test('lets one of two simultaneous writes through', async () => {
    const { connect } = create();
    const tabs = createTabs();
    const [one, two] = [tabs.opens(connect()).shelf, tabs.opens(connect()).shelf];
    const results = await Promise.allSettled([one.write('cart', 'one', 0), two.write('cart', 'two', 0)]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const won = results[0].status === 'fulfilled' ? 'one' : 'two';
    expect(await one.read('cart')).toMatchObject({ value: won });
  });

  test('never gives a version twice - what was removed and begun again is another', async () => {
    const { shelf } = createTabs().opens(create().connect());
    const first = await shelf.write('cart', 'one', 0);
    await shelf.remove('cart', first);
    const second = await shelf.write('cart', 'two', 0);
    expect(second).toBeGreaterThan(first);
    await expect(shelf.write('cart', 'stale', first)).rejects.toMatchObject({ code: 'taken-over' });
  });

  test('tells each tab of each change, and at last of the newest', async () => {
    const { connect } = create();
    const tabs = createTabs();
    const [one, two] = [tabs.opens(connect()).shelf, tabs.opens(connect()).shelf];
    const seen: ShelfReading[] = [];
    const stop = two.watch('cart', (reading) => seen.push(reading));
    await until(() => seen.length > 0);
    expect(seen).toEqual([{ status: 'absent' }]);
    const version = await one.write('cart', 'first', 0);
    await until(() => seen.at(-1)?.status === 'found');
    await one.write('cart', 'second', version);
    await until(() => JSON.stringify(seen.at(-1)).includes('second'));
    await one.clear();
    await until(() => seen.at(-1)?.status === 'absent');
    stop();
    const count = seen.length;
    await one.write('cart', 'third', 0);
    expect(seen).toHaveLength(count);
  });

  test('G7: leaves nothing in clear, and opens under no other name and at no other vendor', async () => {
    const { connect } = create();
    const store = connect();
    await createTabs().opens(store).shelf.write('cart', begun, 0);
    expect(await everything(store)).not.toContain(CANARY);
    expect(await createTabs('willow').opens(store).shelf.read('cart')).toMatchObject({
      status: 'unreadable',
    });
    await store.write(['shelf'], async (transaction) => {
      const row = await transaction.get('shelf', 'cart');
      if (row !== undefined) await transaction.put('shelf', { ...row, name: 'checkout' });
    });
    expect(await createTabs().opens(store).shelf.read('checkout')).toMatchObject({ status: 'unreadable' });
  });

  test('begins again what can no longer be read', async () => {
    const { shelf, store } = createTabs().opens(create().connect());
    await shelf.write('cart', begun, 0);
    await store.write(['keys'], (transaction) => transaction.delete('keys', 'subject:shelf'));
    const { shelf: restarted } = createTabs().opens(store);
    const reading = await restarted.read('cart');
    if (reading.status !== 'unreadable') throw new Error(`It is ${reading.status}.`);
    await restarted.write('cart', 'again', reading.version);
    expect(await restarted.read('cart')).toMatchObject({ value: 'again' });
  });

  test('is closed by the patient’s lock, and as it was once that is open', async () => {
    const { connect } = create();
    const tab = createTabs().opens(connect());
    const version = await tab.shelf.write('cart', begun, 0);
    const passkey = createAuthenticator();
    await tab.lock.enable(passkey);
    expect(await tab.shelf.read('cart')).toEqual({ status: 'found', value: begun, version });
    const seen: ShelfReading[] = [];
    const restarted = createTabs().opens(connect());
    restarted.shelf.watch('cart', (reading) => seen.push(reading));
    await until(() => seen.length > 0);
    expect(seen).toEqual([{ status: 'locked' }]);
    await expect(restarted.shelf.write('cart', 'x', version)).rejects.toMatchObject({ code: 'locked' });
    await restarted.lock.unlock(passkey);
    await until(() => seen.at(-1)?.status === 'found');
    expect(seen.at(-1)).toEqual({ status: 'found', value: begun, version });
    await restarted.lock.disable();
    expect(await createTabs().opens(connect()).shelf.read('cart')).toMatchObject({ value: begun });
  });
});

describe.each(stores)('the shelf of a device that others use, too - %s', (_name, create) => {
  test('holds nothing of the person before, nor what would open it - once it is cleared', async () => {
    const { connect } = create();
    const tab = createTabs().opens(connect());
    await tab.shelf.setOwner('shared');
    await tab.shelf.write('cart', begun, 0);
    await tab.shelf.write('checkout', begun, 0);
    await tab.shelf.clear();
    const { shelf, store } = createTabs().opens(connect());
    expect(await shelf.read('cart')).toEqual({ status: 'absent' });
    expect(await keyIds(store)).toEqual([]);
    expect(await everything(store)).not.toContain(CANARY);
    expect(await shelf.owner()).toBe('shared');
  });

  test.each([
    ['is empty', 'shared', IDLE_MS + 1, 'absent'],
    ['is empty, whatever the clock says', 'shared', -IDLE_MS - 1, 'absent'],
    ['is as it was, soon after', 'shared', IDLE_MS - 1, 'found'],
    ['is as it was, on a device of one’s own', 'own', 90 * 86_400_000, 'found'],
  ] as const)('%s - nobody has been there (%s, %d ms)', async (_what, owner, passed, status) => {
    const { connect } = create();
    const { shelf, clock } = createTabs().opens(connect());
    await shelf.setOwner(owner);
    await shelf.write('cart', begun, 0);
    const later = createVirtualClock();
    const next = createTabs().opens(connect(), {
      ...later,
      now: () => clock.now() + passed,
    });
    await next.shelf.start();
    expect((await next.shelf.read('cart')).status).toBe(status);
  });

  test('knows whose device it is from a form and from who is signed in, too', async () => {
    const { shelf, store } = createTabs().opens(create().connect());
    expect(await shelf.owner()).toBeUndefined();
    await store.write(['drafts'], (transaction) => transaction.put('drafts', draftRow('a')));
    expect(await shelf.owner()).toBe('own');
    const account: AccountRow = { id: 'account', state: 'signed-in', mark: 'm', person: 'p', shared: true };
    await store.write(['account'], (transaction) => transaction.put('account', account));
    expect(await shelf.owner()).toBe('shared');
  });

  test('is another visit once nobody has been there for long, in any tab', async () => {
    const { connect } = create();
    const tabs = createTabs();
    const { shelf, clock } = tabs.opens(connect());
    const { shelf: other } = tabs.opens(connect(), clock);
    await shelf.touch();
    const { visit, at } = await shelf.visit();
    clock.advance(IDLE_MS - 1);
    expect(await other.visit()).toEqual({ visit, at, isOver: false });
    await other.touch();
    clock.advance(IDLE_MS);
    await shelf.touch();
    expect(await other.visit()).toMatchObject({ visit, isOver: false });
    clock.advance(IDLE_MS + 1);
    expect(await shelf.visit()).toMatchObject({ visit: visit + 1, isOver: true });
    await shelf.write('cart', begun, 0);
    expect(await other.visit()).toMatchObject({ visit: visit + 1, isOver: false });
  });

  test('is as it was while somebody answers a form, which says nothing to it', async () => {
    const { connect } = create();
    const { shelf, clock, store } = createTabs().opens(connect());
    await shelf.setOwner('shared');
    await shelf.write('cart', begun, 0);
    clock.advance(10 * IDLE_MS);
    const updatedAt = new Date(clock.now() - 1_000).toISOString();
    await store.write(['drafts'], (transaction) =>
      transaction.put('drafts', { ...draftRow('a'), owner: 'shared', updatedAt }),
    );
    const { shelf: next } = createTabs().opens(connect(), clock);
    await next.start();
    expect((await next.read('cart')).status).toBe('found');
    expect(await next.visit()).toMatchObject({ isOver: false });
    clock.advance(IDLE_MS);
    await next.start();
    expect((await next.read('cart')).status).toBe('absent');
  });

  test('knows of no owner from an order alone, which asks nobody', async () => {
    const { shelf, store } = createTabs().opens(create().connect());
    const order = { ...sampleRows({} as CryptoKey).outbox, kind: 'order.place', owner: 'own' } as const;
    await store.write(['outbox'], (transaction) => transaction.put('outbox', order));
    expect(await shelf.owner()).toBeUndefined();
    await store.write(['outbox'], (transaction) => transaction.put('outbox', { ...order, owner: 'shared' }));
    expect(await shelf.owner()).toBe('shared');
  });

  test('is emptied by whom it isn’t told of: they look again', async () => {
    const { shelf, store } = createTabs().opens(create().connect());
    await shelf.write('cart', begun, 0);
    const seen: ShelfReading[] = [];
    shelf.watch('cart', (reading) => seen.push(reading));
    await until(() => seen.length > 0);
    await store.write(shelfTables, clearShelf);
    shelf.refresh();
    await until(() => seen.at(-1)?.status === 'absent');
    await shelf.write('cart', 'of the next person', 0);
    expect(await shelf.read('cart')).toMatchObject({ value: 'of the next person' });
  });
});

describe('the shelf on a failing store', () => {
  test('rejects, and what was there stays - the transaction is aborted', async () => {
    const store = createProfile().connect();
    const { shelf } = createTabs().opens(store);
    const version = await shelf.write('cart', 'one', 0);
    abortAfterPutInto('shelf', 'QuotaExceededError');
    await expect(shelf.write('cart', 'two', version)).rejects.toMatchObject({ code: 'quota' });
    vi.restoreAllMocks();
    expect(await createTabs().opens(store).shelf.read('cart')).toMatchObject({ value: 'one', version });
    await shelf.write('cart', 'three', version);
    expect(await shelf.read('cart')).toMatchObject({ value: 'three' });
  });

  test('writes once - a connection hangs, and the transaction is run once more', async () => {
    const fault = hangingConnections();
    const clock = createVirtualClock();
    const { shelf } = createTabs().opens(createProfile().connect(clock));
    const version = await shelf.write('cart', 'one', 0);
    fault.begin('open');
    const hung = shelf.write('cart', 'two', version);
    await until(() => clock.timers() === 1, 'the deadline of the write that hangs');
    clock.advance(STORE_DEADLINE_MS);
    const next = await hung;
    expect(await shelf.read('cart')).toEqual({ status: 'found', value: 'two', version: next });
  });

  test('doesn’t take its own write for another tab’s - it was completed, and seemed lost', async () => {
    const inner = createMemoryStore('durable');
    let twice = false;
    const store: Store = {
      ...inner,
      async write(tables, work) {
        if (twice && tables.includes('shelf')) {
          twice = false;
          await inner.write(tables, work);
        }
        return await inner.write(tables, work);
      },
    };
    const { shelf } = createTabs().opens(store);
    const version = await shelf.write('cart', 'one', 0);
    twice = true;
    const next = await shelf.write('cart', 'two', version);
    expect(await shelf.read('cart')).toEqual({ status: 'found', value: 'two', version: next });
  });

  test('is there or not at all - killed after any of its awaits', async () => {
    const profile = createProfile();
    const ends = new Set<boolean>();
    const before = createTabs().opens(profile.connect());
    let version = await before.shelf.write('cart', 'at 0', 0);
    for (let step = 1; step <= 12; step += 1) {
      const inner = profile.connect();
      let left = step;
      // Each request of a transaction is a chance to die at: what follows it never happens.
      const die = () => {
        left -= 1;
        if (left <= 0) throw new Error('killed');
      };
      const mortal: Store = {
        ...inner,
        write: (tables, work) =>
          inner.write(tables, (transaction) =>
            work({
              ...transaction,
              get: async (...given) => {
                die();
                return await transaction.get(...given);
              },
              put: async (...given) => {
                await transaction.put(...given);
                die();
              },
            }),
          ),
      };
      const value = `at ${step}`;
      const done = await createTabs()
        .opens(mortal)
        .shelf.write('cart', value, version)
        .catch(() => undefined);
      ends.add(done === undefined);
      const { shelf } = createTabs().opens(profile.connect());
      const expected = done === undefined ? { value: 'at 0', version } : { value, version: done };
      expect(await shelf.read('cart')).toEqual({ status: 'found', ...expected });
      if (done !== undefined) version = await shelf.write('cart', 'at 0', done);
    }
    expect(ends).toEqual(new Set([true, false]));
  });
});

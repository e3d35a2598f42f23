import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createProfile } from '../testing/faulty-indexeddb.ts';
import { createPatientDesk, EPOCH_B, type PatientDesk } from '../testing/patient-desk.ts';
import {
  createPatientPhone,
  everything,
  type PatientPhone,
  type PatientTab,
  queues,
  signsIn,
  watches,
} from '../testing/patient-phone.ts';
import { eventually, until } from '../testing/until.ts';
import { SHARED_DAYS } from './pull-records.ts';

const ANA = 'aaaaaaaa-0000-4000-8000-000000000001';
const BEN = 'bbbbbbbb-0000-4000-8000-000000000002';

let desk: PatientDesk;
let phone: PatientPhone;
let tab: PatientTab;
beforeEach(async () => {
  desk = createPatientDesk();
  desk.enroll('ana@example.org', ANA);
  desk.enroll('ben@example.org', BEN);
  phone = createPatientPhone({ desk });
  tab = await phone.opens();
});
afterEach(() => phone.switchesOff());

const record = (id: string, text = id) => ({ id, body: { text } });
const textsOf = (view: ReturnType<typeof watches>) => view.now()?.records.map(({ body }) => body.text);
const recordRequests = () => phone.requests.filter(({ path }) => path.startsWith('/sync/v1/records'));

async function arrives(...records: ReturnType<typeof record>[]) {
  desk.commit(ANA, { records });
  await signsIn(tab, 'ana@example.org');
  const view = watches(tab);
  await until(() => view.now()?.status === 'ready');
  return view;
}

describe('a pull', () => {
  test('shows what the clinic has written, changed and taken away - sealed on the device', async () => {
    const view = await arrives(record('one'), record('two'));
    expect(textsOf(view)).toEqual(['one', 'two']);
    desk.commit(ANA, { records: [record('one', 'changed'), { id: 'two', body: null }] });
    tab.ask();
    await until(() => textsOf(view)?.join() === 'changed');
    const { rows, shadow } = await phone.look();
    expect(rows).toHaveLength(1);
    expect(shadow).toEqual([]);
    const text = JSON.stringify(rows.map((row) => [row, String.fromCharCode(...row.box.bytes)]));
    expect(text).not.toMatch(/changed|case|one/);
  });

  test('R13, R14: what came and went between two pulls never shows, and a tombstone needs no body', async () => {
    const view = await arrives(record('one'));
    desk.commit(ANA, { records: [record('two')] });
    desk.commit(ANA, {
      records: [
        { id: 'two', body: null },
        { id: 'one', body: null },
      ],
    });
    tab.ask();
    await until(() => textsOf(view)?.length === 0);
    expect(view.seen.some(({ records }) => records.some(({ id }) => id === 'two'))).toBe(false);
  });

  test('promise 1: half a pull shows nothing, and what was shown stays', async () => {
    const view = await arrives(record('one'));
    desk.state.page = 1;
    desk.commit(ANA, { records: [record('one', 'new'), record('two'), record('three')] });
    let pages = 0;
    phone.line.current = (_request, proceed) => {
      pages += 1;
      return pages <= 2 ? proceed() : undefined;
    };
    tab.ask();
    await until(() => pages === 3);
    expect((await phone.look()).shadow).toHaveLength(2);
    await tab.account.refresh();
    expect(textsOf(view)).toEqual(['one']);
    phone.line.current = undefined;
    tab.ask();
    await until(() => view.ids().length === 3);
    expect(textsOf(view)).toEqual(['new', 'two', 'three']);
    // From where it was cut off, not from the start.
    expect(recordRequests().filter(({ path }) => !path.includes('cursor'))).toHaveLength(1);
  });

  test('R5, R16: killed between any two steps, rows and cursor stay together and the next page goes on', async () => {
    let cut = 1;
    for (; ; cut += 1) {
      const fresh = createPatientDesk();
      fresh.enroll('ana@example.org', ANA);
      fresh.state.page = 2;
      fresh.commit(ANA, { records: ['a', 'b', 'c', 'd', 'e'].map((id) => record(id)) });
      let steps = 0;
      const die = async <R>(work: () => Promise<R>): Promise<R> => {
        steps += 1;
        return steps < cut ? await work() : await new Promise<never>(() => undefined);
      };
      let isMortal = true;
      const mortal = createPatientPhone({
        desk: fresh,
        wrap: (store) =>
          isMortal
            ? {
                ...store,
                read: (tables, work) => die(() => store.read(tables, work)),
                write: (tables, work) => die(() => store.write(tables, work)),
              }
            : store,
      });
      const opening = mortal.opens();
      let ended = false;
      void opening
        .then(async (first) => {
          await signsIn(first, 'ana@example.org');
          const view = watches(first);
          await until(() => view.ids().length === 5);
          ended = true;
        })
        .catch(() => undefined);
      await until(() => ended || steps >= cut);
      if (ended) break;
      isMortal = false;
      // The killed page's lock goes with it; here it never had one on the store.
      const next = createPatientPhone({ desk: fresh, connect: mortal.connect });
      Object.assign(next.jar, mortal.jar);
      const second = await next.opens();
      const { account, rows, state } = await next.look();
      expect(state[0]?.base === undefined).toBe(rows.length === 0);
      if (account === undefined) await signsIn(second, 'ana@example.org');
      const view = watches(second);
      second.ask();
      await until(() => view.ids().length === 5, `all after step ${cut}`);
      await next.switchesOff();
    }
    // The whole way has more steps than that; a loop that ended at once would prove nothing.
    expect(cut).toBeGreaterThan(15);
  });

  test('R17, R19: a kind and a version that nobody here knows are kept sealed, and hide nothing', async () => {
    desk.commit(ANA, {
      records: [{ kind: 'tomorrow', id: 'x', body: { deep: [1, { a: null }] } }, record('one')],
    });
    await signsIn(tab, 'ana@example.org');
    const view = watches(tab, 'tomorrow');
    await until(() => view.now()?.status === 'ready');
    expect(view.now()?.records[0]?.body).toEqual({ deep: [1, { a: null }] });
  });

  test('R18, R31: another epoch, or a feed that has moved on - everything is read again, and the old base stays until then', async () => {
    const view = await arrives(record('one'), record('two'));
    desk.restore();
    desk.commit(ANA, { records: [{ id: 'one', body: null }] });
    desk.state.page = 1;
    let pages = 0;
    phone.line.current = (_request, proceed) => (++pages <= 1 ? proceed() : undefined);
    tab.ask();
    await until(() => pages === 2);
    await tab.account.refresh();
    expect(textsOf(view)).toEqual(['one', 'two']);
    phone.line.current = undefined;
    tab.ask();
    await until(() => textsOf(view)?.join() === 'two');
    expect((await phone.look()).state[0]?.base?.epoch).toBe(EPOCH_B);
  });

  test('R23: numbers that are given again tell of other records, and those are shown', async () => {
    const view = await arrives(record('one'), record('two'));
    const feed = desk.feedOf(ANA);
    feed.generation += 1;
    feed.rows.set('case/two', { kind: 'case', v: 1, id: 'two', seq: 2, body: { text: 'put back' } });
    tab.ask();
    await until(() => textsOf(view)?.join() === 'one,put back');
  });

  test('R32: another generation - everything is read again', async () => {
    const view = await arrives(record('one'), record('two'));
    const feed = desk.feedOf(ANA);
    feed.generation += 1;
    feed.rows.delete('case/one');
    tab.ask();
    await until(() => textsOf(view)?.join() === 'two');
  });

  test('R21, R23: a server whose numbers fall is asked three times, then what is here is shown as failed', async () => {
    const view = await arrives(record('one'), record('two'));
    desk.feedOf(ANA).head = 1;
    desk.feedOf(ANA).rows.delete('case/two');
    const before = recordRequests().length;
    tab.ask();
    await until(() => view.now()?.status === 'failed');
    expect(recordRequests().length - before).toBe(3);
    expect(textsOf(view)).toEqual(['one', 'two']);
    desk.commit(ANA, { records: [record('three'), record('four')] });
    await tab.account.refresh();
    await until(() => view.now()?.status === 'ready');
    expect(textsOf(view)).toEqual(['one', 'three', 'four']);
  });

  test('R22: a row that does not open hides no other, and everything is read again once', async () => {
    const view = await arrives(record('one'), record('two'));
    const spoil = async () => {
      await tab.store.write(['recordRows'], async (transaction) => {
        const [row] = await transaction.all('recordRows');
        if (row !== undefined) await transaction.put('recordRows', { ...row, seq: row.seq + 100 });
      });
    };
    await spoil();
    view.seen.length = 0;
    tab.delivered();
    await until(() => view.ids().length === 2);
    expect(view.seen[0]?.records).toHaveLength(1);
    await spoil();
    const before = recordRequests().length;
    tab.delivered();
    await until(() => view.now()?.status === 'failed');
    expect(view.ids()).toHaveLength(1);
    expect(recordRequests().length).toBe(before);
  });

  test('keys that are gone - everything is read again under new ones', async () => {
    const view = await arrives(record('one'));
    await tab.store.write(['recordKeys'], (transaction) => transaction.delete('recordKeys', ANA));
    tab.ask();
    await until(async () => (await phone.look()).keys.length === 1);
    await until(() => textsOf(view)?.join() === 'one');
  });

  test('R4, R28: goes on while the outbox is full, and over IndexedDB', async () => {
    const profile = createProfile();
    const real = createPatientPhone({ desk, connect: () => profile.connect() });
    const own = await real.opens();
    desk.commit(ANA, { records: [record('one')] });
    await signsIn(own, 'ana@example.org');
    await queues(own.store);
    const view = watches(own);
    await until(() => view.ids().includes('one'));
    const { keys, account } = await real.look();
    expect(keys[0]?.key.extractable).toBe(false);
    expect(account?.person).toBe(ANA);
    await own.account.signOut();
    expect(await real.look()).toMatchObject({ keys: [], rows: [], state: [], shadow: [] });
    expect((await real.look()).outbox).toHaveLength(1);
    await real.switchesOff();
  });
});

describe('tabs', () => {
  test('R6: one pulls, the others hear of it', async () => {
    const other = await phone.opens();
    const there = watches(other);
    await arrives(record('one'));
    await until(() => there.ids().length === 1);
    desk.commit(ANA, { records: [record('two')] });
    const before = recordRequests().length;
    tab.ask();
    other.ask();
    await until(() => there.ids().length === 2);
    // The one that was kept out may have asked the other to look once more.
    expect(recordRequests().length - before).toBeLessThanOrEqual(3);
  });

  test('the stream of events is wanted while somebody is signed in', async () => {
    expect(tab.listens()).toBe(false);
    await arrives();
    expect(tab.listens()).toBe(true);
    await tab.account.signOut();
    expect(tab.listens()).toBe(false);
  });

  test('a page is asked for where the tab comes to be seen, and after something was sent', async () => {
    const view = await arrives(record('one'));
    desk.commit(ANA, { records: [record('two')] });
    tab.signals.tell('visible');
    await until(() => view.ids().length === 2);
    await queues(tab.store, { state: 'receipt', outcome: 'received' });
    desk.commit(ANA, { records: [record('three')] });
    tab.delivered();
    await until(() => view.ids().includes('three'));
  });
});

describe('what is queued lies over the records', () => {
  const pendingOf = (view: ReturnType<typeof watches>) =>
    view.now()?.records.map(({ id, pending, body }) => [id, pending?.state, body.status]);

  test('R1, R24: until records hold its result, and not only until its receipt', async () => {
    const view = await arrives();
    const { opId } = await queues(tab.store);
    tab.delivered();
    await until(() => view.ids().length === 1);
    expect(pendingOf(view)).toEqual([[opId, 'sending', 'sending']]);
    const row = (await phone.look()).outbox[0];
    if (row === undefined) throw new Error('no row');
    await tab.store.write(['outbox'], (transaction) =>
      transaction.put('outbox', { ...row, state: 'receipt', outcome: 'received' }),
    );
    tab.delivered();
    const before = recordRequests().length;
    await until(() => recordRequests().length > before);
    await tab.account.refresh();
    expect(pendingOf(view)).toEqual([[opId, 'sending', 'sending']]);
    view.seen.length = 0;
    desk.commit(ANA, {
      records: [{ id: opId, body: { status: 'received' } }],
      settled: [{ opId }],
    });
    tab.ask();
    await until(() => pendingOf(view)?.[0]?.[2] === 'received');
    // R2, R8: never twice, never gone in between; and told again it changes nothing.
    expect(view.seen.every(({ records }) => records.length === 1)).toBe(true);
    expect(pendingOf(view)).toEqual([[opId, undefined, 'received']]);
  });

  test('R1: a number that was told with the receipt counts once the base has it', async () => {
    const view = await arrives();
    const { opId } = await queues(tab.store, {
      ...{ state: 'receipt', outcome: 'applied', recordsSeq: 2, recordsEpoch: desk.state.epoch },
    });
    tab.delivered();
    await until(() => view.ids().length === 1);
    desk.commit(ANA, { records: [{ id: 'other', body: {} }] });
    tab.ask();
    await until(() => view.ids().length === 2);
    expect(view.now()?.records.find(({ id }) => id === opId)?.pending?.state).toBe('sending');
    desk.commit(ANA, { records: [{ id: opId, body: { status: 'received' } }] });
    tab.ask();
    await until(() => view.now()?.records.find(({ id }) => id === opId)?.body.status === 'received');
  });

  test('held stays, marked, until a record is about it; conflict and what staff deleted go', async () => {
    const view = await arrives();
    const held = await queues(tab.store, { state: 'held', outcome: 'held' });
    await queues(tab.store, { state: 'attention', outcome: 'conflict' });
    await queues(tab.store, { state: 'held', outcome: 'held', deletedAt: '2026-11-20T09:00:00.000Z' });
    desk.commit(ANA, { records: [], settled: [{ opId: held.opId, outcome: 'held' }] });
    tab.delivered();
    tab.ask();
    await until(async () => (await phone.look()).outbox[0]?.recordsSeq === 1);
    await until(() => view.ids().length === 1);
    expect(pendingOf(view)).toEqual([[held.opId, 'with-clinic', 'sending']]);
    desk.commit(ANA, { records: [{ id: 'x', body: { about: held.opId, status: 'held' } }] });
    tab.ask();
    await until(() => pendingOf(view)?.[0]?.[0] === 'x');
    expect(view.ids()).toEqual(['x']);
  });

  test('R1, R24: what was heard before a restore is of another state of the clinic’s until it is heard again', async () => {
    const view = await arrives();
    const hears = (epoch: string) =>
      tab.store.write(['meta'], (transaction) =>
        transaction.put('meta', {
          key: 'server',
          value: { epoch, cursor: null, maxSeq: 1, safeThrough: 0, skewMs: 0 },
        }),
      );
    await hears(desk.state.epoch);
    const { opId } = await queues(tab.store, {
      ...{ state: 'receipt', outcome: 'applied', recordsSeq: 1, recordsEpoch: desk.state.epoch },
    });
    desk.commit(ANA, { records: [{ id: opId, body: { status: 'received' } }] });
    tab.ask();
    await until(() => pendingOf(view)?.[0]?.[2] === 'received');
    desk.feedOf(ANA).rows.clear();
    desk.restore();
    tab.ask();
    await until(async () => (await phone.look()).state[0]?.base?.epoch === EPOCH_B);
    await tab.account.refresh();
    expect(pendingOf(view)).toEqual([[opId, 'sending', 'sending']]);
    // Judged there as well, and nothing is said of records: it left none.
    await hears(EPOCH_B);
    tab.ask();
    await until(() => pendingOf(view)?.length === 0);
  });

  test('what the clinic has held and looked at goes, where no records were told of it', async () => {
    const view = await arrives();
    const row = await queues(tab.store, { state: 'held', outcome: 'held' });
    tab.delivered();
    await until(() => pendingOf(view)?.[0]?.[1] === 'with-clinic');
    await tab.store.write(['outbox'], (transaction) =>
      transaction.put('outbox', { ...row, reviewedAt: '2026-11-20T09:00:00.000Z' }),
    );
    tab.delivered();
    await until(() => pendingOf(view)?.length === 0);
    // Told of, by the receipt or a change: it stays until the record is here.
    await tab.store.write(['outbox'], (transaction) =>
      transaction.put('outbox', {
        ...{ ...row, reviewedAt: '2026-11-20T09:00:00.000Z' },
        ...{ recordsSeq: 9, recordsEpoch: desk.state.epoch, confirmedIn: desk.state.epoch },
      }),
    );
    tab.delivered();
    await until(() => pendingOf(view)?.[0]?.[1] === 'with-clinic');
  });

  test('R1, R31: what the clinic has looked at stays until records of after that are here: the word of it may have been swept', async () => {
    const view = await arrives();
    phone.line.current = () => undefined;
    const { opId } = await queues(tab.store, {
      ...{ state: 'receipt', outcome: 'applied', reviewedAt: '2026-11-20T10:00:00.000Z' },
    });
    desk.commit(ANA, { records: [{ id: opId, body: { status: 'reviewed' } }] });
    tab.delivered();
    await until(() => view.ids().length === 1);
    expect(pendingOf(view)).toEqual([[opId, 'sending', 'sending']]);
    view.seen.length = 0;
    phone.line.current = undefined;
    desk.state.now = Date.UTC(2026, 10, 20, 10);
    tab.ask();
    await until(() => pendingOf(view)?.[0]?.[2] === 'reviewed');
    expect(view.seen.every(({ records }) => records.length === 1)).toBe(true);
    expect(pendingOf(view)).toEqual([[opId, undefined, 'reviewed']]);
  });

  test('R1: the records are asked for once the clinic has looked at something', async () => {
    const view = await arrives(record('one'));
    const row = await queues(tab.store, { state: 'held', outcome: 'held' });
    const before = recordRequests().length;
    tab.delivered();
    await until(() => recordRequests().length > before);
    await until(() => pendingOf(view)?.[1]?.[1] === 'with-clinic');
    desk.state.now = Date.UTC(2026, 10, 20, 10);
    await tab.store.write(['outbox'], (transaction) =>
      transaction.put('outbox', { ...row, reviewedAt: '2026-11-20T10:00:00.000Z' }),
    );
    tab.delivered();
    await until(() => pendingOf(view)?.length === 1);
    expect(view.ids()).toEqual(['one']);
  });

  test('what is held goes with a record about it, also where no number was told of it', async () => {
    const view = await arrives();
    const { opId } = await queues(tab.store, { state: 'held', outcome: 'held' });
    tab.delivered();
    await until(() => pendingOf(view)?.[0]?.[1] === 'with-clinic');
    desk.commit(ANA, { records: [{ id: opId, body: { status: 'held' } }] });
    tab.ask();
    await until(() => pendingOf(view)?.[0]?.[1] === undefined);
    expect(pendingOf(view)).toEqual([[opId, undefined, 'held']]);
  });

  test('in a new epoch it returns where the records no longer hold its result', async () => {
    const view = await arrives();
    const { opId } = await queues(tab.store);
    desk.commit(ANA, { records: [{ id: opId, body: { status: 'received' } }], settled: [{ opId }] });
    tab.ask();
    await until(() => pendingOf(view)?.[0]?.[2] === 'received');
    desk.feedOf(ANA).rows.clear();
    desk.restore();
    tab.ask();
    await until(() => pendingOf(view)?.[0]?.[2] === 'sending');
  });

  test('R31: a number that was told before an older database was put back without a word counts no more', async () => {
    const view = await arrives(record('one'), record('two'), record('three'));
    const { epoch } = desk.state;
    const lookedAt = { confirmedIn: epoch, recordsEpoch: epoch, reviewedAt: '2026-11-20T09:00:00.000Z' };
    const beyond = await queues(tab.store, {
      ...{ ...lookedAt, state: 'held', outcome: 'held', recordsSeq: 3, recordsHeld: true },
    });
    const again = await queues(tab.store, {
      ...{ ...lookedAt, state: 'held', outcome: 'held', recordsSeq: 2, recordsHeld: true },
    });
    const feed = desk.feedOf(ANA);
    feed.rows.delete('case/two');
    feed.rows.delete('case/three');
    // The numbers say so as well, so that everything is read again.
    feed.generation += 1;
    feed.head = 1;
    desk.commit(ANA, { records: [], settled: [{ opId: again.opId }] });
    desk.state.now = Date.UTC(2026, 10, 20, 10);
    tab.delivered();
    tab.ask();
    await until(() => view.ids().join() === 'one');
    const rows = (await phone.look()).outbox;
    expect(rows.map(({ opId, recordsSeq }) => [opId, recordsSeq])).toEqual([
      [beyond.opId, undefined],
      [again.opId, 2],
    ]);
  });

  test('R25: what was queued as somebody else, or as nobody, is in nobody else’s view', async () => {
    await queues(tab.store);
    await arrives();
    await queues(tab.store);
    await tab.account.signOut();
    await signsIn(tab, 'ben@example.org');
    const view = watches(tab);
    await until(() => view.now()?.status === 'ready');
    expect(view.ids()).toEqual([]);
    expect((await phone.look()).outbox).toHaveLength(2);
  });

  test('a claim that comes before the clinic has read the form is made again, and not for ever', async () => {
    const { opId } = await queues(tab.store);
    await arrives();
    desk.state.claimsAwaited = 1;
    const claim = () => tab.account.claim({ operations: [opId] });
    let answer: Awaited<ReturnType<typeof claim>> | undefined;
    void claim().then((found) => (answer = found));
    await eventually(tab.clock, async () => answer !== undefined);
    expect(answer).toEqual({ status: 'done', claimed: [opId] });
    answer = undefined;
    desk.state.claimsAwaited = 9;
    void claim().then((found) => (answer = found));
    await eventually(tab.clock, async () => answer !== undefined);
    expect(answer).toEqual({ status: 'waiting' });
  });

  test('what a claim brings is the person’s, and laid over at once', async () => {
    const { opId } = await queues(tab.store);
    const view = await arrives();
    expect(view.ids()).toEqual([]);
    await tab.account.claim({ operations: [opId] });
    await until(() => view.ids().includes(opId));
  });
});

describe('a shared device', () => {
  test('keeps records in memory only, and the newest 90 days of them', async () => {
    const days = (count: number) => new Date(desk.state.now - count * 24 * 3_600_000).toISOString();
    desk.commit(ANA, {
      records: [
        { id: 'old', body: { sentAt: days(SHARED_DAYS + 1) } },
        { id: 'new', body: { sentAt: days(SHARED_DAYS - 1) } },
        { id: 'timeless', body: { text: 'x' } },
      ],
    });
    await signsIn(tab, 'ana@example.org', true);
    const view = watches(tab);
    const other = await phone.opens();
    const there = watches(other);
    await until(() => view.ids().length === 2 && there.ids().length === 2);
    expect(view.ids()).toEqual(['new', 'timeless']);
    expect(await phone.look()).toMatchObject({ keys: [], rows: [], shadow: [], state: [] });
    await tab.account.signOut();
    await until(() => there.now()?.records.length === 0);
    expect(other.account.state()).toEqual({ status: 'signed-out' });
  });

  test('its outbox is settled by what only memory holds', async () => {
    await signsIn(tab, 'ana@example.org', true);
    const view = watches(tab);
    const { opId } = await queues(tab.store);
    desk.commit(ANA, { records: [{ id: opId, body: { status: 'received' } }], settled: [{ opId }] });
    tab.ask();
    await until(() => view.now()?.records[0]?.body.status === 'received');
    expect((await everything(tab.store)).outbox[0]).toMatchObject({ recordsSeq: 2 });
  });

  test('over IndexedDB, whose transactions wait for nothing but themselves', async () => {
    const profile = createProfile();
    const real = createPatientPhone({ desk, connect: () => profile.connect() });
    const own = await real.opens();
    desk.commit(ANA, { records: [record('one')] });
    await signsIn(own, 'ana@example.org', true);
    const view = watches(own);
    await until(() => view.ids().includes('one'));
    expect(await real.look()).toMatchObject({ keys: [], rows: [], state: [] });
    await real.switchesOff();
  });
});

import { describe, expect, test } from 'vitest';
import type { Change, ChangesResponse } from '../../protocol/wire.ts';
import { createMemoryStore } from '../store/memory-store.ts';
import { type OutboxRow, tableNames } from '../store/rows.ts';
import { recallServer, rememberServer, type ServerMemory } from '../store/server-memory.ts';
import type { Store } from '../store/store.ts';
import { createProfile } from '../testing/faulty-indexeddb.ts';
import { createNews } from './news.ts';

const EPOCH = '11111111-1111-4111-8111-111111111111';
const NEXT = '22222222-2222-4222-8222-222222222222';
const at = '2026-11-20T10:00:00.000Z';
const serverTime = '2026-11-20T09:00:00.000Z';
const clock = { now: () => Date.parse(serverTime) + 1_234 };

const row = (opId: string, changes: Partial<OutboxRow> = {}): OutboxRow => ({
  opId,
  lane: `intake:${opId}`,
  laneNo: 1,
  kind: 'intake.submit',
  v: 2,
  subjectId: 's',
  session: opId,
  about: { questionnaireSlug: 'sleep' },
  owner: 'own',
  capturedAt: { wall: at, tz: 'UTC', mono: 0, boot: 'b' },
  sha256: '',
  size: 0,
  blobs: [],
  code: '',
  queuedAt: at,
  state: 'receipt',
  outcome: 'applied',
  attempts: 0,
  nextAt: 0,
  kept: true,
  settledAt: 0,
  confirmedIn: EPOCH,
  ...changes,
});
const change = (seq: number, id: string, about: Partial<Change> = {}): Change => ({
  seq,
  type: 'operation',
  id,
  ...about,
});
const page = (
  cursor: string,
  changes: readonly Change[],
  about: Partial<ChangesResponse> = {},
): ChangesResponse => ({
  epoch: EPOCH,
  cursor,
  more: false,
  serverTime,
  ...about,
  changes: [...changes],
});

const stores: readonly [string, () => Store][] = [
  ['IndexedDB', () => createProfile().connect()],
  ['memory', () => createMemoryStore('durable')],
];

async function device(store: Store, rows: readonly OutboxRow[], memory: Partial<ServerMemory> = {}) {
  await store.write(['outbox', 'meta'], async (transaction) => {
    for (const each of rows) await transaction.put('outbox', each);
    await rememberServer(transaction, {
      epoch: EPOCH,
      cursor: 'known',
      maxSeq: 3,
      safeThrough: 1,
      skewMs: 0,
      ...memory,
    });
  });
  const news = createNews({ store, clock });
  return {
    news,
    take: async (answer: ChangesResponse) => await news.take(answer, await news.nextCursor()),
    rows: () => store.read(['outbox'], (transaction) => transaction.all('outbox')),
    memory: () => store.read(['meta'], recallServer),
    shadow: () => store.read(['shadow'], (transaction) => transaction.all('shadow')),
  };
}

describe.each(stores)('a page of the feed (promise 7) - %s', (_name, create) => {
  test('failure-44: moves rows and cursor together, and what else it says is remembered', async () => {
    const { take, rows, memory } = await device(create(), [row('a')]);
    const taken = await take(
      page('next', [change(7, 'a', { outcome: 'held', reviewedAt: at })], { safeThrough: 5 }),
    );
    expect(taken).toEqual({ requeued: 0, changed: true, more: false });
    expect(await rows()).toMatchObject([{ state: 'held', outcome: 'held', reviewedAt: at }]);
    expect(await memory()).toEqual({
      epoch: EPOCH,
      cursor: 'next',
      maxSeq: 7,
      safeThrough: 5,
      skewMs: 1_234,
    });
  });

  test('is not taken - where another tab has read on meanwhile', async () => {
    const { news, take, rows, memory } = await device(create(), [row('a')]);
    const late = page('older', [change(4, 'a', { reviewedAt: '2026-11-01T00:00:00.000Z' })]);
    await take(page('next', [change(7, 'a', { reviewedAt: at })]));
    expect(await news.take(late, 'known')).toEqual({ requeued: 0, changed: false, more: true });
    expect(await rows()).toMatchObject([{ reviewedAt: at }]);
    expect((await memory()).cursor).toBe('next');
  });

  test('with a tombstone says that the clinic has deleted it, and deletes nothing', async () => {
    const { take, rows } = await device(create(), [row('a'), row('b', { state: 'queued' })]);
    await take(
      page('next', [
        { seq: 8, type: 'tombstone', id: 'a', deletedAt: at, reason: 'asked for' },
        { seq: 9, type: 'tombstone', id: 'b', deletedAt: at },
        { seq: 10, type: 'tombstone', id: 'nobody', deletedAt: at },
      ]),
    );
    expect(await rows()).toMatchObject([
      { opId: 'a', state: 'receipt', kept: true, deletedAt: at, reason: 'asked for' },
      { opId: 'b', state: 'queued', kept: true, deletedAt: at },
    ]);
  });

  test('failure-49: never deletes a draft, an operation, an envelope or a blob, whatever comes', async () => {
    const store = create();
    const { take } = await device(store, [
      row('a'),
      row('b', { state: 'queued' }),
      row('c', { state: 'attention' }),
    ]);
    const box = { keyId: 'k', iv: new Uint8Array([1]), bytes: new Uint8Array([2]) };
    await store.write(tableNames, async (transaction) => {
      await transaction.put('drafts', {
        ...{
          draftId: 'd',
          subjectId: 's',
          session: 'a',
          questionnaireSlug: 'sleep',
          formHash: 'f',
          owner: 'own',
        },
        ...{ updatedAt: at, rev: 1, writer: 'w', box },
      });
      await transaction.put('envelopes', { opId: 'a', subjectId: 's', bytes: new Uint8Array([3]) });
      await transaction.put('copies', { opId: 'a', subjectId: 's', box });
      await transaction.put('blobs', { sha256: 'x', subjectId: 's', draftId: 'd', size: 1, box, at: 0 });
      await transaction.put('blobBodies', { sha256: 'x', bytes: new Uint8Array([4]) });
    });
    const kept = () =>
      store.read(tableNames, async (transaction) => ({
        drafts: await transaction.all('drafts'),
        envelopes: await transaction.all('envelopes'),
        copies: await transaction.all('copies'),
        blobs: await transaction.all('blobs'),
        bodies: await transaction.all('blobBodies'),
        operations: (await transaction.all('outbox')).map(({ opId, kept: here, sha256, lane }) => [
          opId,
          here,
          sha256,
          lane,
        ]),
      }));
    const before = await kept();
    const gone = ['a', 'b', 'c'].map(
      (id, index): Change => ({ seq: 20 + index, type: 'tombstone', id, deletedAt: at }),
    );
    await take(page('one', gone));
    await take(page('two', [], { resync: true }));
    await take(page('three', gone, { resync: true, more: true }));
    await take(page('four', [], { epoch: NEXT }));
    await take(page('five', [change(1, 'b', { outcome: 'applied' })], { epoch: NEXT }));
    expect(await kept()).toEqual(before);
    const rows = await store.read(['outbox'], (transaction) => transaction.all('outbox'));
    expect(rows.map(({ state }) => state)).toEqual(['queued', 'queued', 'attention']);
  });
});

describe.each(stores)('reading everything again (promise 7) - %s', (_name, create) => {
  const known = [
    row('a', { reviewedAt: at, deletedAt: at, reason: 'old' }),
    row('b', { outcome: 'held', state: 'held' }),
    row('c', { acknowledgedAt: at }),
    row('q', { state: 'queued' }),
  ];
  const listing = [
    page('p1', [change(1, 'a', { outcome: 'applied' })], { resync: true, more: true }),
    page('p2', [change(2, 'b', { outcome: 'applied', reviewedAt: at })], { resync: true, more: true }),
    page('p3', [change(3, 'b', { acknowledgedAt: at })], { resync: true }),
  ] as const;

  test('leaves what is known as it is until the last page, and then puts all in its place', async () => {
    const { news, take, rows, shadow, memory } = await device(create(), known);
    for (const each of listing.slice(0, 2)) {
      expect(await take(each)).toMatchObject({ changed: false, more: true });
      expect(await rows()).toEqual(known);
    }
    expect(await news.nextCursor()).toBe('p2');
    expect(await take(listing[2])).toMatchObject({ changed: true, more: false });
    const [a, b, c, q] = await rows();
    expect(a).toMatchObject({ state: 'receipt', outcome: 'applied' });
    for (const field of ['reviewedAt', 'deletedAt', 'reason']) expect(a).not.toHaveProperty(field);
    expect(b).toMatchObject({ state: 'receipt', outcome: 'applied', reviewedAt: at, acknowledgedAt: at });
    // Known to the clinic once, and not any more: it is offered again.
    expect(c).toMatchObject({ state: 'queued', outcome: 'received', kept: true });
    expect(c).not.toHaveProperty('acknowledgedAt');
    expect(q).toMatchObject({ state: 'queued', kept: true });
    expect(await shadow()).toEqual([]);
    expect(await memory()).toMatchObject({ cursor: 'p3' });
    expect((await memory()).resync).toBeUndefined();
  });

  test('goes on where it was - after a kill in the middle', async () => {
    const store = create();
    const first = await device(store, known);
    await first.take(listing[0]);
    const restarted = createNews({ store, clock });
    expect(await restarted.nextCursor()).toBe('p1');
    expect(await first.rows()).toEqual(known);
    await restarted.take(listing[1], 'p1');
    await restarted.take(listing[2], 'p2');
    expect((await first.rows())[1]).toMatchObject({ outcome: 'applied', reviewedAt: at });
  });

  test('keeps what is known whole - when the store fails at the swap', async () => {
    const store = create();
    const { news, take, rows, shadow } = await device(store, known);
    await take(listing[0]);
    await take(listing[1]);
    const failing: Store = {
      ...store,
      write: (tables, work) =>
        store.write(tables, async (transaction) => {
          await work(transaction);
          throw new Error('killed at commit');
        }),
    };
    await expect(createNews({ store: failing, clock }).take(listing[2], 'p2')).rejects.toThrow('killed');
    expect(await rows()).toEqual(known);
    expect(await shadow()).toHaveLength(2);
    expect(await news.nextCursor()).toBe('p2');
  });

  test('starts over - when a page of another epoch comes in between', async () => {
    const { news, take, rows, shadow, memory } = await device(create(), known);
    await take(listing[0]);
    await take(listing[1]);
    const first = page('n1', [change(1, 'c', { outcome: 'held' })], {
      epoch: NEXT,
      resync: true,
      more: true,
    });
    expect(await take(first)).toMatchObject({ requeued: 3, more: true });
    expect((await shadow()).map(({ id }) => id)).toEqual(['c']);
    expect((await rows()).map(({ state }) => state)).toEqual(Array(4).fill('queued'));
    expect(await news.nextCursor()).toBe('n1');
    await take(page('n2', [], { epoch: NEXT, resync: true }));
    for (const each of await rows()) {
      for (const field of ['reviewedAt', 'acknowledgedAt', 'deletedAt'])
        expect(each).not.toHaveProperty(field);
      // Told once, perhaps before the answer to its push arrives.
      expect(each.outcome).toBe(each.opId === 'c' ? 'held' : undefined);
    }
    expect(await memory()).toMatchObject({ epoch: NEXT, cursor: 'n2', safeThrough: 0 });
  });

  test('follows from an epoch that a push told of, though no page says `resync`', async () => {
    const { news, take, rows } = await device(create(), known, { cursor: null, resync: { cursor: null } });
    expect(await news.nextCursor()).toBeNull();
    await take(page('p1', [change(1, 'a', { outcome: 'applied', reviewedAt: at })], { more: true }));
    expect(await rows()).toEqual(known);
    await take(page('p2', []));
    const [a, , c] = await rows();
    expect(a).toMatchObject({ reviewedAt: at });
    expect(a).not.toHaveProperty('deletedAt');
    expect(c).not.toHaveProperty('acknowledgedAt');
  });

  test('follows from a page of another epoch that is not marked as such', async () => {
    const { news, take } = await device(create(), known);
    expect(await take(page('odd', [], { epoch: NEXT }))).toMatchObject({ requeued: 3, more: true });
    expect(await news.nextCursor()).toBeNull();
  });

  test('ends - where a server repeats its cursor for ever', async () => {
    const { take } = await device(create(), known);
    await take(listing[0]);
    expect(await take(page('p1', [], { resync: true, more: true }))).toMatchObject({ more: false });
  });
});

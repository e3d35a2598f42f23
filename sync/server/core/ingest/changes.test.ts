import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type Change, TOMBSTONE_DAYS } from '../../../protocol/wire.ts';
import { CHANGES_PAGE, createChangesFeed } from './changes.ts';
import type { Ledger } from './ledger.ts';

const DAY_MS = 86_400_000;

/** A feed of that many changes, with a clock and an epoch that can be moved. */
function openFeed(count: number) {
  let at = Date.parse('2026-05-04T10:00:00Z');
  let epoch = randomUUID();
  const all = Array.from(
    { length: count },
    (_, index): Change => ({ seq: index + 1, type: 'operation', id: randomUUID(), outcome: 'applied' }),
  );
  const ledger: Pick<Ledger, 'epoch' | 'changes'> = {
    epoch: async () => ({ epoch, safeThrough: 12 }),
    changes: async (_vendor, _device, after, limit) => all.filter(({ seq }) => seq > after).slice(0, limit),
  };
  const read = createChangesFeed(ledger, () => new Date(at));
  return {
    all,
    read: (cursor?: string) => read('meadow', 'device', cursor),
    pass: (days: number) => {
      at += days * DAY_MS;
    },
    restore: () => {
      epoch = randomUUID();
    },
  };
}

/** Reads to the end. */
async function readAll({ read }: ReturnType<typeof openFeed>, from?: string) {
  const pages = [await read(from)];
  for (let last = pages[0]; last?.more; last = pages.at(-1)) pages.push(await read(last.cursor));
  return pages;
}

describe('the cursor of the pull feed (promise 3)', () => {
  it('goes through all pages, and then on with what is new', async () => {
    const feed = openFeed(CHANGES_PAGE * 2 + 1);
    const pages = await readAll(feed);
    expect(pages.map(({ more }) => more)).toEqual([true, true, false]);
    expect(pages.flatMap(({ changes }) => changes)).toEqual(feed.all);
    expect(pages.every(({ resync }) => resync === undefined)).toBe(true);
    expect(await feed.read(pages.at(-1)?.cursor)).toMatchObject({
      changes: [],
      more: false,
      safeThrough: 12,
    });
  });

  it('stays good for as long as tombstones are kept, and starts again after that', async () => {
    const feed = openFeed(3);
    const { cursor } = await feed.read();
    feed.pass(TOMBSTONE_DAYS);
    const kept = await feed.read(cursor);
    expect(kept).toMatchObject({ changes: [] });
    expect(kept.resync).toBeUndefined();
    feed.pass(1);
    expect(await feed.read(cursor)).toMatchObject({ resync: true, changes: feed.all });
    // The device that kept asking has a younger one.
    expect((await feed.read(kept.cursor)).resync).toBeUndefined();
  });

  it('starts again where the change it names is another one now, or gone - restored without a word', async () => {
    const feed = openFeed(3);
    const { cursor } = await feed.read();
    const lost = feed.all.pop();
    expect(await feed.read(cursor)).toMatchObject({ resync: true, changes: feed.all });
    feed.all.push({ seq: lost?.seq ?? 0, type: 'operation', id: randomUUID(), outcome: 'held' });
    expect(await feed.read(cursor)).toMatchObject({ resync: true, changes: feed.all });
    const { cursor: next } = await feed.read();
    expect((await feed.read(next)).resync).toBeUndefined();
  });

  it('starts again in another epoch, and says so on every page until the last', async () => {
    const feed = openFeed(CHANGES_PAGE * 2 + 1);
    const { cursor } = await feed.read();
    feed.restore();
    const pages = await readAll(feed, cursor);
    expect(pages.map(({ resync, more }) => [resync, more])).toEqual([
      [true, true],
      [true, true],
      [true, false],
    ]);
    expect(pages.flatMap(({ changes }) => changes)).toEqual(feed.all);
    expect((await feed.read(pages.at(-1)?.cursor)).resync).toBeUndefined();
  });

  it.each(['nonsense', '', Buffer.from('[1,2,3,4]').toString('base64url'), 'e30'])(
    'starts again where it says nothing - %s',
    async (cursor) => {
      const feed = openFeed(2);
      expect(await feed.read(cursor)).toMatchObject({ resync: true, changes: feed.all });
    },
  );
});

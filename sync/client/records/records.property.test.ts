import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Tables } from '../store/rows.ts';
import type { WriteTransaction } from '../store/store.ts';
import { type Mutation, pages, play, steps } from '../testing/record-schedules.ts';

const runs = process.env.FULL === '1' ? 3_000 : 60;

test('R1, R5, R9, R13, R16, R18, R23, R26, R29: after each complete pull the base is the clinic’s at that number, and nobody sees another’s - whatever happens in between', async () => {
  await fc.assert(
    fc.asyncProperty(steps, pages, async (schedule, page) => {
      expect(await play(schedule, page)).toEqual([]);
    }),
    { numRuns: runs },
  );
}, 300_000);

/** A store on which the transactions of one's own work are others. */
const writing =
  (change: (transaction: WriteTransaction) => Partial<WriteTransaction>): Mutation =>
  (store) => ({
    ...store,
    write: (tables, work) =>
      store.write(tables, (transaction) => work({ ...transaction, ...change(transaction) })),
  });

/** As if an overlay went with the receipt. */
const droppedOnReceipt = writing((transaction) => ({
  async put(table, row) {
    const outbox = table === 'outbox' && 'outcome' in row && row.outcome === 'received' ? row : undefined;
    const base = (await transaction.all('recordState').catch(() => []))[0]?.base;
    const epoch = base?.epoch ?? 'aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa';
    await transaction.put(
      table,
      outbox === undefined || 'recordsSeq' in outbox ? row : { ...row, recordsSeq: 0, recordsEpoch: epoch },
    );
  },
}));

/** As if a page's rows went straight into the base. */
const noShadow = writing((transaction) => ({
  async put(table, row) {
    await transaction.put(table, row);
    if (table !== 'recordShadow') return;
    const { tag, seq, box } = row as Tables['recordShadow'];
    if (box === undefined) await transaction.delete('recordRows', tag);
    else await transaction.put('recordRows', { tag, seq, box });
  },
}));

/** As if a page were taken by whoever had asked for it, signed in still or not. */
const noPersonCheck: Mutation = (store) => {
  let asking: Tables['account'] | undefined;
  let keys: Tables['recordKeys'] | undefined;
  return {
    ...store,
    async read(tables, work) {
      if (tables.includes('recordKeys'))
        await store.read(['account', 'recordKeys'], async (transaction) => {
          asking ??= await transaction.get('account', 'account');
          keys ??= await transaction.get('recordKeys', asking?.person ?? '');
        });
      return await store.read(tables, work);
    },
    write: (tables, work) =>
      store.write(tables, (transaction) => {
        const isPage = tables.includes('outbox') && tables.includes('recordShadow');
        return work({
          ...transaction,
          async get(table, key) {
            const row = await transaction.get(table, key);
            const kept = table === 'account' ? asking : table === 'recordKeys' ? keys : undefined;
            return isPage && kept !== undefined ? (kept as typeof row) : row;
          },
        });
      }),
  };
};

/** As if signing out left the key. */
const keyIsKept = writing((transaction) => ({
  async delete(table, key) {
    if (table !== 'recordKeys') await transaction.delete(table, key);
  },
}));

describe('a rule that is gone is missed', () => {
  test.each([
    ['overlay until the records have it', droppedOnReceipt, /has vanished/],
    ['shadow', noShadow, /isn’t the model|without a base/],
    ['person check', noPersonCheck, /somebody else|isn’t the model|nobody/],
    ['key gone at sign-out', keyIsKept, /left behind|a key of somebody else/],
  ] as const)(
    'without: %s',
    async (_rule, mutate, missed) => {
      const found = await fc.check(
        fc.asyncProperty(
          steps,
          pages,
          async (schedule, page) =>
            !(await play(schedule, page, mutate)).some((problem) => missed.test(problem)),
        ),
        { numRuns: 4_000, endOnFailure: true },
      );
      expect(found.failed).toBe(true);
    },
    300_000,
  );
});

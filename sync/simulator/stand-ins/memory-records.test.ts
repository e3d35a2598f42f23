import { randomInt, randomUUID } from 'node:crypto';
import { TOMBSTONE_DAYS } from '../../protocol/wire.ts';
import { createRecordFeed } from '../../server/core/records/record-feed.ts';
import { describeRecordFeed } from '../../server/core/records/testing/record-feed-contract.ts';
import { createLife } from '../base/life.ts';
import { createMemoryDatabase } from './memory-database.ts';
import { createMemoryRecords, feedIn } from './memory-records.ts';

const DAY_MS = 86_400_000;

describeRecordFeed("the simulator's twin", async (limits) => {
  const database = createMemoryDatabase();
  let passed = 0;
  const now = () => new Date(Date.now() + passed);
  const mintEpoch = async (vendor: string) => {
    const minted = { epoch: randomUUID(), safeThrough: 0 };
    database.tables.epochs.set(vendor, minted);
    return minted;
  };
  const records = createMemoryRecords({
    ...{ database, life: createLife(), now },
    mark: () => randomInt(1, 2 ** 47),
    pause: () => new Promise((resolve) => setImmediate(resolve)),
  });
  return {
    publishWithin: (work) => records.inTransaction((transaction) => records.within(transaction, work)),
    read: createRecordFeed({ view: records.view, now, mintEpoch, ...(limits ? { limits } : {}) }),
    sweep: () => records.sweep(new Date(now().getTime() - TOMBSTONE_DAYS * DAY_MS)),
    pass(days) {
      passed += days * DAY_MS;
    },
    raise: (name) => records.inTransaction((transaction) => records.raiseGeneration(transaction, [name])),
    mintEpoch,
    async left() {
      const feeds = [...database.tables.recordFeeds.keys()].map((key) => {
        const [vendor = '', person = ''] = key.split('/');
        return feedIn(database.tables, { vendor, person });
      });
      const rows = feeds.flatMap((feed) => [...feed.records.values()]);
      return {
        tombstones: rows.filter(({ json }) => json === null).length,
        settled: feeds.reduce((sum, { operations }) => sum + operations.size, 0),
      };
    },
    close: async () => undefined,
  };
});

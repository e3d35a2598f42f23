import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createLimiter } from '../../base/limiter.ts';
import { createLogger } from '../../base/process/log.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import { createBlobSweeper } from './blob-sweeper.ts';
import { createBlobUploads } from './blob-uploads.ts';
import { createFolderBlobStore } from './folder-blob-store.ts';
import { sampleBlob } from './testing/blob-store-contract.ts';
import { storeOperation } from './testing/store-operation.ts';

async function open() {
  const { sql, drop } = await createTestDatabase();
  onTestFinished(drop);
  const folder = await mkdtemp(join(tmpdir(), 'carefront-blobs-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const store = createFolderBlobStore(folder);
  let days = 0;
  const now = () => new Date(Date.UTC(2026, 5, 1) + days * 24 * 60 * 60_000);
  const uploads = createBlobUploads({ sql, store, now, limiter: createLimiter({ atOnce: 4 }) });
  const logger = createLogger(new Writable({ write: (_chunk, _encoding, done) => done() }));
  const sweeper = createBlobSweeper({ sql, store, now, logger });
  return {
    sql,
    store,
    uploads,
    sweeper,
    pass(more: number) {
      days += more;
    },
    async arrives({ whole = true } = {}) {
      const { key, bytes } = sampleBlob(300);
      await uploads.append(key, 300, 0, whole ? bytes : bytes.subarray(0, 100));
      return { key, bytes };
    },
  };
}

describe('the sweeper', () => {
  test('an unfinished blob goes after 30 days, and not before', async () => {
    const { store, sweeper, pass, arrives } = await open();
    const { key } = await arrives({ whole: false });
    pass(29);
    expect(await sweeper.sweep()).toBe(0);
    expect(await store.size(key)).toBe(100);
    pass(2);
    expect(await sweeper.sweep()).toBe(1);
    expect(await store.size(key)).toBe(0);
  });

  test('a whole blob that nothing names is first awaited again after 60 days, and goes a day later', async () => {
    const { sql, store, uploads, sweeper, pass, arrives } = await open();
    const { key } = await arrives();
    pass(59);
    await sweeper.sweep();
    expect(await uploads.locate(key)).toMatchObject({ complete: true });
    pass(2);
    expect(await sweeper.sweep()).toBe(0);
    expect(await uploads.locate(key)).toMatchObject({ offset: 300, complete: false });
    expect(await sweeper.sweep()).toBe(0);
    pass(2);
    expect(await sweeper.sweep()).toBe(1);
    expect(await store.size(key)).toBe(0);
    expect(await sql`select 1 from blobs`).toHaveLength(0);
  });

  test('a blob that its device asks for between the two steps is whole again without its bytes', async () => {
    const { uploads, sweeper, pass, arrives } = await open();
    const { key } = await arrives();
    pass(61);
    await sweeper.sweep();
    expect(await uploads.append(key, 300, 300, new Uint8Array())).toMatchObject({ complete: true });
    pass(10);
    expect(await sweeper.sweep()).toBe(0);
    expect(await uploads.locate(key)).toMatchObject({ complete: true });
  });

  test('failure-47: what the ledger names stays for ever, finished or not, by whatever device it came', async () => {
    const { sql, store, sweeper, pass, arrives } = await open();
    const mine = await arrives();
    const theirs = await arrives();
    const unfinished = await arrives({ whole: false });
    await storeOperation(sql, mine.key.device, [mine.key.sha256, unfinished.key.sha256]);
    await storeOperation(sql, 'a saved copy', [theirs.key.sha256]);
    for (let year = 0; year < 5; year += 1) {
      pass(365);
      expect(await sweeper.sweep()).toBe(0);
    }
    expect(await store.read(mine.key)).toEqual(mine.bytes);
    expect(await store.read(theirs.key)).toEqual(theirs.bytes);
    expect(await store.size(unfinished.key)).toBe(100);
  });

  test("another vendor's operation keeps nothing here", async () => {
    const { sql, sweeper, pass, arrives } = await open();
    const { key } = await arrives({ whole: false });
    await storeOperation(sql, key.device, [key.sha256], 'brook');
    pass(31);
    expect(await sweeper.sweep()).toBe(1);
  });
});

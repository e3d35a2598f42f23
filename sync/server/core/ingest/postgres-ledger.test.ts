import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect } from '../../base/database/database.ts';
import { describeLedger } from '../../testing/ledger-contract.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { sealed } from '../../testing/test-device.ts';
import { createTestJudgeStore } from '../../testing/test-kinds.ts';
import { openTestSigner } from '../../testing/test-signer.ts';
import type { NewLedgerRow } from './ledger.ts';
import { createPostgresLedger } from './postgres-ledger.ts';

describeLedger('PostgreSQL', async () => {
  const { sql, drop } = await createTestDatabase();
  return {
    ledger: createPostgresLedger(sql),
    judgeStore: createTestJudgeStore(sql, openTestSigner()),
    async deliverBlob(vendor, device, sha256) {
      await sql`
        insert into blobs (vendor, device, sha256, size, created_at, completed_at)
        values (${vendor}, ${device}, ${sha256}, 1, now(), now())`;
    },
    close: drop,
  };
});

function newRow(): NewLedgerRow {
  const operation = sealed('intake.submit', { session: randomUUID() });
  return {
    opId: operation.opId,
    operation,
    envelope: Buffer.from(operation.envelope, 'base64url'),
    receivedAt: new Date(),
    keyId: 'k',
    skewSeconds: 0,
  };
}

describe('PostgreSQL', () => {
  const device = createHash('sha256').update('device').digest('base64url');
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  /** Counts the statements that the ledger sends. */
  function counted() {
    let statements = 0;
    const { sql } = database;
    const counting: typeof sql = new Proxy(sql, {
      apply(target, receiver, args) {
        statements++;
        return Reflect.apply(target, receiver, args);
      },
    });
    return { ledger: createPostgresLedger(counting), statements: () => statements };
  }

  it('stores what is new in one statement, and reads what was there in a second', async () => {
    const { ledger, statements } = counted();
    const rows = [newRow(), newRow()];
    await ledger.store('counted', device, [newRow()]);
    const before = statements();
    await ledger.store('counted', device, rows);
    expect(statements() - before).toBe(1);
    await ledger.store('counted', device, rows);
    expect(statements() - before).toBe(3);
  });

  it('stores what arrives at once in few statements, across senders and vendors', async () => {
    const { ledger, statements } = counted();
    const vendors = ['gathered-1', 'gathered-2'];
    await Promise.all(vendors.map((vendor) => ledger.store(vendor, device, [newRow()])));
    const before = statements();
    const stored = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        ledger.store(vendors[index % 2] ?? '', `${device}${index}`, [newRow()]),
      ),
    );
    expect(stored.every(({ fresh }) => fresh.size === 1)).toBe(true);
    expect(statements() - before).toBeLessThanOrEqual(2);
    const found = await database.sql`select 1 from devices where device_id like ${`${device}_%`}`;
    expect(found).toHaveLength(40);
  });

  it('fails no other operation where one can not be stored', async () => {
    const ledger = createPostgresLedger(database.sql);
    const bad = { ...newRow(), keyId: 'no\0text' };
    const good = [newRow(), newRow()];
    const [first, failed, last] = await Promise.allSettled([
      ledger.store('faulty', device, [newRow(), ...good]),
      ledger.store('faulty', device, [bad]),
      ledger.store('faulty', device, [newRow()]),
    ]);
    expect([first?.status, failed?.status, last?.status]).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(
      (
        await ledger.find(
          'faulty',
          [...good, bad].map(({ opId }) => opId),
        )
      ).size,
    ).toBe(2);
  });

  it('waits for another process that is storing the same, and gives its row', async () => {
    const ledger = createPostgresLedger(database.sql);
    const row = newRow();
    await ledger.store('awaited', device, [newRow()]);
    const other = await database.sql.reserve();
    await other`begin`;
    const [{ seq }] = await other<[{ seq: string }]>`
      insert into op_ledger (vendor, op_id, sha256, envelope, device, lane, lane_no, after, kind, v, seq, epoch, key_id, received_at,
        captured_at)
      select vendor, ${row.opId}, ${row.operation.sha256}, '', 'other', 'lane', 1, '{}', 'kind', 1, nextval('operation_seq'), epoch, 'k',
        now(), '{}' from epochs where vendor = 'awaited' and current
      returning seq`;
    const loser = ledger.store('awaited', device, [row]);
    await expect
      .poll(
        () => database.sql`
        select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      .toHaveLength(1);
    // What another one waits for doesn't delay the rest of this process for long.
    const free = await ledger.store('awaited', device, [newRow()]);
    expect(free.fresh.size).toBe(1);
    await other`commit`;
    other.release();
    const stored = await loser;
    expect(stored.fresh.size).toBe(0);
    expect(stored.rows.get(row.opId)?.seq).toBe(Number(seq));
  });

  it('starts over where the database was put back to before a vendor began', async () => {
    const ledger = createPostgresLedger(database.sql);
    await ledger.store('put-back', device, [newRow()]);
    await database.sql`delete from epochs where vendor = 'put-back'`;
    const stored = await ledger.store('put-back', device, [newRow()]);
    expect(stored.fresh.size).toBe(1);
  });

  it('has flushed to disk what it says is stored', async () => {
    const { sql } = database;
    const ledger = createPostgresLedger(sql);
    for (let turn = 0; turn < 20; turn++) {
      const row = newRow();
      const [{ before }] = await sql<
        [{ before: string }]
      >`select pg_current_wal_insert_lsn()::text as before`;
      await ledger.store('flushed', device, [row]);
      const [{ flushed }] = await sql<[{ flushed: string }]>`
        select (pg_current_wal_flush_lsn() - ${before}::text::pg_lsn)::text as flushed`;
      expect(Number(flushed)).toBeGreaterThan(row.envelope.length);
    }
  });

  it('stores through connections that were all lost', async () => {
    const own = connect(database.url, { connections: 2 });
    try {
      const ledger = createPostgresLedger(own.sql);
      await ledger.store('cut', device, [newRow()]);
      await database.sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`.catch(() => undefined);
      const row = newRow();
      await ledger.store('cut', device, [row]).catch(() => undefined);
      expect((await ledger.store('cut', device, [row])).rows.size).toBe(1);
    } finally {
      await own.close();
    }
  });
});

import { readFile } from 'node:fs/promises';
import { describe, expect, inject, it } from 'vitest';
import { useTestDatabase } from '../../testing/test-database.ts';
import { connect, createDatabase, migrateDatabase } from './database.ts';

function urlOf(name: string): string {
  const url = new URL(inject('postgresUrl'));
  url.pathname = `/${name}`;
  return url.href;
}

describe('migrations', () => {
  it('run once where three servers start at the same time', async () => {
    await createDatabase(inject('postgresUrl'), 'migrated_by_three');
    const url = urlOf('migrated_by_three');
    await Promise.all([migrateDatabase(url), migrateDatabase(url), migrateDatabase(url)]);
    const { sql, close } = connect(url, { connections: 1 });
    const journal: unknown = JSON.parse(
      await readFile(new URL('../../migrations/meta/_journal.json', import.meta.url), 'utf8'),
    );
    const applied = await sql`select 1 from drizzle.__drizzle_migrations`;
    expect(journal).toMatchObject({ entries: expect.any(Array) });
    expect(journal).toHaveProperty('entries.length', applied.length);
    await close();
  });
});

describe('the tables', () => {
  it('have keys that begin with the vendor, every one', async () => {
    const { sql } = await useTestDatabase();
    const keys = await sql<{ index: string; first: string }[]>`
      select i.indexrelid::regclass::text as index, a.attname as first
      from pg_index i
      join pg_class c on c.oid = i.indrelid and c.relnamespace = 'public'::regnamespace
      join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]`;
    expect(keys.length).toBeGreaterThan(15);
    // A backup is of all vendors, a limit may be a network's, which knows no vendor, and a passkey may be another clinic's on the same host.
    const others = keys.filter(({ first }) => first !== 'vendor').map(({ index }) => index);
    expect(others.toSorted()).toEqual([
      'backups_pkey',
      'passkeys_credential',
      'rate_limits_forget',
      'rate_limits_pkey',
    ]);
  });

  it('give the inbox, the feeds and a receipt from their indexes alone', async () => {
    const { sql: pool } = await useTestDatabase();
    // The setting is the connection's: an empty table is read as a whole otherwise.
    const sql = await pool.reserve();
    await sql`set enable_seqscan = off`;
    const plans = [
      await sql`explain select id from inbox_items where vendor = 'a' and resolved_at is null and list_rank is not null order by list_rank, list_due, id limit 51`,
      await sql`explain select id from inbox_items where vendor = 'a' and resolved_at is not null and list_rank is not null order by resolved_at desc, id desc limit 51`,
      await sql`explain select seq from feed where vendor = 'a' and device = 'b' and seq > 5 order by seq limit 501`,
      await sql`explain select seq from records where vendor = 'a' and person = '00000000-0000-4000-8000-000000000000' and seq > 5 order by seq limit 501`,
      await sql`explain select seq from record_operations where vendor = 'a' and person = '00000000-0000-4000-8000-000000000000' and seq > 5 order by seq limit 501`,
      await sql`explain select seq from record_operations where vendor = 'a' and op_id = '00000000-0000-4000-8000-000000000000'`,
      await sql`explain select receipt from op_ledger where vendor = 'a' and op_id = '00000000-0000-4000-8000-000000000000'`,
    ];
    for (const plan of plans) {
      const text = JSON.stringify(plan);
      expect(text).toContain('Index');
      expect(text).not.toMatch(/Sort|Seq Scan/);
    }
    sql.release();
  });

  it('commit durably', async () => {
    const { sql } = await useTestDatabase();
    for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes']) {
      const [row] = await sql`select current_setting(${setting}) as value`;
      expect(row).toEqual({ value: 'on' });
    }
  });
});

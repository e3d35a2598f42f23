/** Tables as an older version had them: a backup is restored into the tables that it was made from, and migrated on after. */
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { z } from 'zod';
import { connect, type Sql, type Transaction } from '../../base/database/database.ts';

const MIGRATIONS = fileURLToPath(new URL('../../migrations', import.meta.url));
const journalSchema = z.looseObject({
  entries: z.array(z.looseObject({ tag: z.string(), when: z.number() })),
});

const readJournal = async () =>
  journalSchema.parse(JSON.parse(await readFile(join(MIGRATIONS, 'meta/_journal.json'), 'utf8')));

/** `when` of each migration that this version knows, oldest first. */
export async function knownMigrations(): Promise<readonly number[]> {
  return (await readJournal()).entries.map(({ when }) => when);
}

/** `when` of each migration that the database has. */
export async function appliedMigrations(sql: Sql | Transaction): Promise<readonly number[]> {
  const rows = await sql<{ created_at: string }[]>`
    select created_at from drizzle.__drizzle_migrations order by created_at`;
  return rows.map((row) => Number(row.created_at));
}

/** Brings an empty database to the migration that was made `when`. */
export async function migrateTo(url: string, when: number): Promise<void> {
  const journal = await readJournal();
  const entries = journal.entries.filter((entry) => entry.when <= when);
  const folder = await mkdtemp(join(tmpdir(), 'carefront-migrations-'));
  const { tables, close } = connect(url, { connections: 1 });
  try {
    await mkdir(join(folder, 'meta'));
    await writeFile(join(folder, 'meta/_journal.json'), JSON.stringify({ ...journal, entries }));
    for (const { tag } of entries) await copyFile(join(MIGRATIONS, `${tag}.sql`), join(folder, `${tag}.sql`));
    await migrate(tables, { migrationsFolder: folder });
  } finally {
    await close();
    await rm(folder, { recursive: true, force: true });
  }
}

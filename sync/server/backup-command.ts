/**
 * `npm run backup [-- --to FOLDER]` exports everything into a new folder and reads it back. For backups made by other means:
 * `npm run backup -- mark` before, `-- verified TOKEN` after they were verified. `-- status` tells how far operations are safe.
 * Works beside a running server and without one.
 */
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createBackups } from './backup/backup.ts';
import { openBackupRecipients, protectionNote } from './backup/backup-keys.ts';
import { readBackupStatus } from './backup/backup-status.ts';
import { createOperatorBackups, type OperatorReport } from './backup/operator-backups.ts';
import { renderStatus } from './backup/render-status.ts';
import { openBlobStore } from './blobs/open-blob-store.ts';
import { type Config, readConfig } from './config.ts';
import { type CommandDatabase, withDatabase } from './database/with-database.ts';
import { createKeyRegister } from './key-register.ts';
import { runCommand } from './run-command.ts';
import { StartupError } from './startup-error.ts';

const USAGE = `Usage:
  npm run backup [-- --to FOLDER]
  npm run backup -- mark
  npm run backup -- verified TOKEN
  npm run backup -- status`;

type Wanted =
  | { readonly command: 'export'; readonly to: string | undefined }
  | { readonly command: 'mark' | 'status' }
  | { readonly command: 'verified'; readonly token: string };

function readArguments(argv: readonly string[]): Wanted {
  try {
    const { positionals, values } = parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: { to: { type: 'string' } },
    });
    const [command, token, ...more] = positionals;
    if (command === undefined) return { command: 'export', to: values.to };
    if (values.to === undefined && more.length === 0) {
      if (command === 'verified' && token !== undefined) return { command, token };
      if ((command === 'mark' || command === 'status') && token === undefined) return { command };
    }
  } catch {
    // Told below.
  }
  throw new StartupError(USAGE);
}

const now = () => new Date();
/** npm runs its scripts in the project's folder, wherever it was called. */
const askedFrom = () => process.env.INIT_CWD ?? process.cwd();

async function take(config: Config, database: CommandDatabase, to: string | undefined): Promise<string> {
  const parent = to === undefined ? config.backupDir : resolve(askedFrom(), to);
  const recipients = await openBackupRecipients(config, createKeyRegister(database, now));
  const blobs = openBlobStore(config.dataDir, config.s3);
  const backups = createBackups({ url: database.url, blobs, now, recipients });
  const taken = await backups.take(parent, new AbortController().signal);
  if (!taken) throw new StartupError('Another backup of this database is being written: wait for its end.');
  const { place, manifest } = taken;
  const operations = manifest.vendors.reduce((sum, vendor) => sum + vendor.operations, 0);
  return [
    `${place} holds ${operations} operations and ${manifest.blobs.length} blobs, and was read back. It is ${protectionNote(config)}.`,
    `Safe through ${manifest.through}: ${taken.vendors.join(', ') || 'no vendor has received anything yet'}.`,
    `Keys are not in it: they are in ${join(config.dataDir, 'keys')}. Back that folder up apart from this one, or nobody can read what is sealed.`,
  ].join('\n');
}

async function mark({ sql }: CommandDatabase): Promise<string> {
  const { token, through } = await createOperatorBackups(sql, now).mark();
  return [
    `A backup that begins now covers everything through ${through}. Its token: ${token}`,
    `Once it is made and verified: npm run backup -- verified ${token}`,
  ].join('\n');
}

const refusals: Record<(OperatorReport & { ok: false })['reason'], string> = {
  unknown: 'This token is not known here: it is of another database, or of the time before a restore.',
  used: 'This token was reported before: each is good once. Mark the next backup before it begins.',
  restored: 'This token is of the time before a restore: mark a backup of what is here now.',
};

async function verified({ sql }: CommandDatabase, token: string): Promise<string> {
  const report = await createOperatorBackups(sql, now).verified(token);
  if (!report.ok) throw new StartupError(refusals[report.reason]);
  return `Safe through ${report.through}: ${report.vendors.join(', ') || 'no vendor has received anything yet'}.`;
}

await runCommand(async () => {
  const wanted = readArguments(process.argv.slice(2));
  const config = readConfig(process.env);
  const text = await withDatabase(config, async (database) => {
    if (wanted.command === 'export') return take(config, database, wanted.to);
    if (wanted.command === 'mark') return mark(database);
    if (wanted.command === 'verified') return verified(database, wanted.token);
    return renderStatus(await readBackupStatus(database.sql));
  });
  console.log(text);
  return 0;
});

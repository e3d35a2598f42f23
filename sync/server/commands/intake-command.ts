/**
 * `npm run intake -- import FILE... --by NAME`: takes saved copies into the ledger. Works beside a running server and without one, on the
 * machine that has its keys. Exits with 2 where a file is no saved copy, and with 1 where an operation could not be taken yet.
 */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type CommandDatabase, withDatabase } from '../base/cluster/with-database.ts';
import { type Config, readConfig } from '../base/config/config.ts';
import { createLimiter } from '../base/limiter.ts';
import { StartupError } from '../base/process/startup-error.ts';
import { createAuditLog } from '../core/audit/audit-log.ts';
import {
  type BundleImport,
  createBundleImport,
  type ImportBundle,
  type ImportedOperation,
} from '../core/backup/import-bundle.ts';
import { createBlobUploads } from '../core/blobs/blob-uploads.ts';
import { openBlobStore } from '../core/blobs/open-blob-store.ts';
import { createPostgresLedger } from '../core/ingest/postgres-ledger.ts';
import { createIngest } from '../core/ingest/push.ts';
import { createReceiptSigner } from '../core/ingest/receipts.ts';
import { openKeys } from '../core/keys/keys.ts';
import { createChainWatch } from '../features/kiosk/chain.ts';
import { readPacks } from '../packs/read-packs.ts';
import { runCommand } from './run-command.ts';

const USAGE = `Usage:
  npm run intake -- import FILE... --by NAME`;
const MALFORMED = 2;

interface Arguments {
  readonly files: readonly string[];
  readonly by: string;
}

function readArguments(argv: readonly string[]): Arguments {
  try {
    const { positionals, values } = parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: { by: { type: 'string' } },
    });
    const [command, ...files] = positionals;
    const by = values.by?.trim() ?? '';
    if (command === 'import' && files.length > 0 && by !== '' && by.length <= 200) {
      // npm runs its scripts in the project's folder, wherever it was called.
      const askedFrom = process.env.INIT_CWD ?? process.cwd();
      return { files: files.map((file) => resolve(askedFrom, file)), by };
    }
  } catch {
    // Told below.
  }
  throw new StartupError(USAGE);
}

async function openImport(config: Config, { sql }: CommandDatabase): Promise<ImportBundle> {
  const now = () => new Date();
  if (!existsSync(join(config.dataDir, 'keys', 'receipt-signing.pem')))
    throw new StartupError(
      `${join(config.dataDir, 'keys')} has no key for receipts: run this where the server runs, with its DATA_DIR.`,
    );
  const signer = createReceiptSigner((await openKeys(config.dataDir)).receiptSigning);
  const slugs = (await readPacks(config.packsDir)).map(({ pack }) => pack.slug);
  const ledger = createPostgresLedger(sql);
  const store = openBlobStore(config.dataDir, config.s3);
  const uploads = createBlobUploads({ sql, store, now, limiter: createLimiter({ atOnce: 1 }) });
  return createBundleImport({
    ledger,
    // The server judges what it finds in the ledger: it alone has the keys that open envelopes.
    ingest: createIngest({
      ...{ ledger, signer, now, judge: async () => false, isUrgent: () => false, locateBlob: uploads.locate },
      // The console of a server that runs beside it finds an alarm at its next look.
      watch: createChainWatch(sql, now, () => undefined).watch,
    }),
    uploads,
    audit: createAuditLog(sql, now),
    isVendor: (slug) => slugs.includes(slug),
  });
}

const isTaken = ({ outcome }: ImportedOperation) =>
  outcome === 'received' || outcome === 'applied' || outcome === 'held';

function describe(operation: ImportedOperation): string {
  const { outcome, known, awaits, problem } = operation;
  if (isTaken(operation)) return known ? `was here already (${outcome})` : outcome;
  if (outcome === 'waiting') return `waits for ${awaits} that ${awaits === 1 ? 'is' : 'are'} not here yet`;
  if (outcome === 'conflict') return 'conflict: something else is known under its id, and both are kept';
  return `not taken: ${problem ?? outcome}`;
}

function render(file: string, result: BundleImport): string {
  if (!result.ok) return `${basename(file)}: ${result.reason}`;
  const lines = result.operations.map((operation) => `  ${operation.code}  ${describe(operation)}`);
  return [`${basename(file)} (${result.vendor}):`, ...lines].join('\n');
}

function exitCode(results: readonly BundleImport[]): number {
  if (results.some(({ ok }) => !ok)) return MALFORMED;
  return results.every((result) => result.ok && result.operations.every(isTaken)) ? 0 : 1;
}

await runCommand(async () => {
  const { files, by } = readArguments(process.argv.slice(2));
  const config = readConfig(process.env);
  const results = await withDatabase(config, async (database) => {
    const importBundle = await openImport(config, database);
    const done: BundleImport[] = [];
    for (const file of files) {
      const text = await readFile(file, 'utf8').catch(() => undefined);
      const result: BundleImport =
        text === undefined ? { ok: false, reason: "it can't be read." } : await importBundle(text, by);
      console.log(render(file, result));
      done.push(result);
    }
    return done;
  });
  const taken = results
    .flatMap((result) => (result.ok ? result.operations : []))
    .filter(({ outcome }) => outcome === 'received');
  if (taken.length > 0)
    console.log('A running server judges them within a minute, otherwise its next start.');
  return exitCode(results);
});

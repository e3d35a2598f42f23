/**
 * `npm run keys -- list [--vendor V]`, `rotate --vendor V`, `rotate-root --vendor V`, `change-passphrase`. Works beside a running server,
 * which looks at the files again within a minute, and without one. `replace` gives up keys that are lost, so that the server starts again.
 */
import { readFile, rm } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { withDatabase } from '../base/cluster/with-database.ts';
import { type Config, readConfig } from '../base/config/config.ts';
import { StartupError } from '../base/process/startup-error.ts';
import { createKeyRegister } from '../core/keys/key-register.ts';
import { deriveKey, newDerivation } from '../core/sealing/key-box.ts';
import { type KeyFiles, openKeyFiles } from '../core/sealing/key-files.ts';
import { openPassphrase, type Passphrase, sealingFolder } from '../core/sealing/passphrase.ts';
import { createKeyOpener } from '../core/sealing/sealing-keys.ts';
import {
  lockAgain,
  mintKey,
  type OpenVendorKeys,
  openVendorKeys,
  rotateRoot,
} from '../core/sealing/vendor-keys.ts';
import { passwordFault } from '../features/staff/passwords.ts';
import { askSecret } from './ask-secret.ts';
import { replaceBackupKey, replaceReceiptKeys, replaceSealingKeys } from './key-replace.ts';
import { runCommand } from './run-command.ts';

const USAGE = `Usage:
  npm run keys -- list [--vendor VENDOR]
  npm run keys -- rotate --vendor VENDOR
  npm run keys -- rotate-root --vendor VENDOR
  npm run keys -- change-passphrase
  npm run keys -- replace --vendor VENDOR | --receipts | --backups`;

const argumentsSchema = z.union([
  z.strictObject({ command: z.literal('list'), vendor: z.string().optional() }),
  z.strictObject({ command: z.enum(['rotate', 'rotate-root']), vendor: z.string() }),
  z.strictObject({ command: z.literal('change-passphrase') }),
  z.strictObject({ command: z.literal('replace'), vendor: z.string() }),
  z.strictObject({ command: z.literal('replace'), receipts: z.literal(true) }),
  z.strictObject({ command: z.literal('replace'), backups: z.literal(true) }),
]);
type Wanted = z.infer<typeof argumentsSchema>;

function readArguments(argv: readonly string[]): Wanted {
  try {
    const { positionals, values } = parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        vendor: { type: 'string' },
        receipts: { type: 'boolean' },
        backups: { type: 'boolean' },
      },
    });
    const [command, ...more] = positionals;
    const parsed = argumentsSchema.safeParse({ command, ...values });
    if (parsed.success && more.length === 0) return parsed.data;
  } catch {
    // Told below.
  }
  throw new StartupError(USAGE);
}

const SEEN = 'A running server sees it within a minute, and at once where a device asks for the keys.';

async function list(files: KeyFiles, wanted: string | undefined, now: Date): Promise<string> {
  const blocks: string[] = [];
  for (const vendor of await files.list()) {
    if (wanted !== undefined && vendor !== wanted) continue;
    const file = await files.read(vendor);
    if (!file) continue;
    const offered = new Set(file.manifest.keys.map(({ keyId }) => keyId));
    const newest = file.keys.at(-1)?.keyId;
    const lines = file.keys.map(({ keyId, notBefore, notAfter }) => {
      const isOver = !offered.has(keyId) || Date.parse(notAfter) <= now.getTime();
      const state = isOver ? 'opens old envelopes' : keyId === newest ? 'newest' : 'valid';
      return `  ${keyId}  ${notBefore.slice(0, 10)} to ${notAfter.slice(0, 10)}  ${state}`;
    });
    blocks.push(
      [`${vendor}  root ${file.manifest.rootKey} (number ${file.roots.length})`, ...lines].join('\n'),
    );
  }
  if (blocks.length === 0)
    throw new StartupError(
      wanted === undefined
        ? `There are no sealing keys in ${files.folder} yet: the first start makes them.`
        : `There are no sealing keys of "${wanted}" in ${files.folder}.`,
    );
  return blocks.join('\n');
}

/** Reads, changes and writes one vendor's file while nobody else does. */
async function change(
  files: KeyFiles,
  passphrase: Passphrase,
  vendor: string,
  next: (keys: OpenVendorKeys, kek: Uint8Array) => Promise<OpenVendorKeys>,
): Promise<OpenVendorKeys> {
  return files.exclusively(async () => {
    const file = await files.read(vendor);
    if (!file) throw new StartupError(`There are no sealing keys of "${vendor}" in ${files.folder}.`);
    const { keys, kek } = await createKeyOpener(passphrase).open(file, files.pathOf(vendor));
    const changed = await next(keys, kek);
    await files.write(changed.file);
    return changed;
  });
}

/** From the environment for scripts, from the terminal for people. */
async function newPassphrase(): Promise<string> {
  const { KEYS_NEW_PASSPHRASE: given, KEYS_NEW_PASSPHRASE_FILE: path } = process.env;
  const fromFile = path && (await readFile(path, 'utf8').catch(() => '')).split(/\r?\n/)[0];
  const chosen = given || fromFile || (await askSecret('New passphrase (at least 12 characters): '));
  if (chosen === undefined || chosen === '')
    throw new StartupError(
      'Set KEYS_NEW_PASSPHRASE or KEYS_NEW_PASSPHRASE_FILE, or run this in a terminal to be asked.',
    );
  const fault = passwordFault(chosen)?.replace('A password', 'A passphrase');
  if (fault) throw new StartupError(fault);
  return chosen;
}

/** Gives up what is lost. Needs the database, which knows what was there. */
function replace(
  config: Config,
  files: KeyFiles,
  wanted: Extract<Wanted, { command: 'replace' }>,
): Promise<string> {
  return withDatabase(config, (database) => {
    const register = createKeyRegister(database, () => new Date());
    if ('receipts' in wanted) return replaceReceiptKeys({ register, dataDir: config.dataDir });
    if ('backups' in wanted) return replaceBackupKey(config, register);
    return replaceSealingKeys({ register, files }, wanted.vendor, new Date());
  });
}

/** Can be run again where it was cut off: files that the new passphrase opens already are left as they are. */
async function changePassphrase(files: KeyFiles, passphrase: Passphrase): Promise<string> {
  const chosen = await newPassphrase();
  const opener = createKeyOpener(passphrase);
  await files.exclusively(async () => {
    let fresh: { readonly derivation: ReturnType<typeof newDerivation>; readonly kek: Buffer } | undefined;
    for (const vendor of await files.list()) {
      const file = await files.read(vendor);
      if (!file) continue;
      if (openVendorKeys(file, await deriveKey(chosen, file.derivation)).ok) continue;
      const { keys, kek } = await opener.open(file, files.pathOf(vendor));
      if (!fresh) {
        const derivation = newDerivation();
        fresh = { derivation, kek: await deriveKey(chosen, derivation) };
      }
      await files.write(lockAgain(keys, fresh.derivation, kek, fresh.kek));
    }
    if (passphrase.keptBeside !== undefined) await rm(passphrase.keptBeside, { force: true });
  });
  return [
    'The sealing keys are under the new passphrase.',
    'Put it into KEYS_PASSPHRASE, or into a file that KEYS_PASSPHRASE_FILE names, and start the server again:',
    'until then a running one keeps the keys it has and mints none. Keys in older backups still need the passphrase of their time.',
  ].join('\n');
}

await runCommand(async () => {
  const wanted = readArguments(process.argv.slice(2));
  const config = readConfig(process.env);
  const files = await openKeyFiles(sealingFolder(config.dataDir));
  const now = new Date();
  if (wanted.command === 'list') {
    console.log(await list(files, wanted.vendor, now));
    return 0;
  }
  if (wanted.command === 'replace') {
    console.log(await replace(config, files, wanted));
    return 0;
  }
  if ((await files.list()).length === 0)
    throw new StartupError(`There are no sealing keys in ${files.folder} yet: the first start makes them.`);
  const passphrase = await openPassphrase(config);
  if (wanted.command === 'change-passphrase') console.log(await changePassphrase(files, passphrase));
  else if (wanted.command === 'rotate') {
    const { file } = await change(files, passphrase, wanted.vendor, (keys, kek) =>
      mintKey(keys, kek, now, { instead: true }),
    );
    console.log(
      `${wanted.vendor}: devices seal to ${file.keys.at(-1)?.keyId} from now on; older keys stay, and open what was sealed to them.\n${SEEN}`,
    );
  } else {
    const { file } = await change(files, passphrase, wanted.vendor, async (keys, kek) =>
      rotateRoot(keys, kek, now),
    );
    console.log(
      `${wanted.vendor}: the root key is ${file.manifest.rootKey}, endorsed by the one before.\n${SEEN}`,
    );
  }
  return 0;
});

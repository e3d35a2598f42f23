/** `npm run keys -- replace`: an operator says that keys are gone for good, so that the next start makes new ones. */
import { rename } from 'node:fs/promises';
import type { Config } from '../base/config/config.ts';
import { StartupError } from '../base/process/startup-error.ts';
import { openBackupRecipients } from '../core/backup/backup-keys.ts';
import { type KeyCheck, missingReceiptKeys, missingSealingKeys } from '../core/keys/key-check.ts';
import { INSTALLATION } from '../core/keys/key-register.ts';
import { findReceiptKeys } from '../core/keys/keys.ts';
import type { KeyFiles } from '../core/sealing/key-files.ts';

/** Stands for all keys of a database that is older than the register. */
const BEFORE_REGISTER = 'before-the-register';

/** A file that can't be read keeps what is in it, under another name. */
async function putDamagedAside(files: KeyFiles, vendor: string, now: Date): Promise<string | undefined> {
  try {
    await files.read(vendor);
    return undefined;
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    const aside = `${files.pathOf(vendor)}.damaged-${now.getTime()}`;
    await rename(files.pathOf(vendor), aside);
    return aside;
  }
}

export async function replaceSealingKeys(
  check: Omit<KeyCheck, 'dataDir'>,
  vendor: string,
  now: Date,
): Promise<string> {
  const { files, register } = check;
  const aside = await files.exclusively(() => putDamagedAside(files, vendor, now));
  const missing = await missingSealingKeys(check, vendor);
  const isFileThere = (await files.read(vendor)) !== undefined;
  const operations = await register.operations(vendor);
  if (missing.length === 0 && (isFileThere || !(await register.isExpected(vendor))))
    throw new StartupError(
      `No sealing key of "${vendor}" is missing. To make a new one: npm run keys -- rotate --vendor ${vendor}`,
    );
  await register.declareLost(vendor, 'sealing', missing);
  // Databases that are older than the register have none to declare: an entry that is lost says that it was decided.
  if (missing.length === 0) {
    await register.add(vendor, 'sealing', [BEFORE_REGISTER]);
    await register.declareLost(vendor, 'sealing', [BEFORE_REGISTER]);
  }
  return [
    `"${vendor}" will use ${isFileThere ? 'its remaining keys' : 'new keys, made at the next start'}.`,
    ...(aside === undefined ? [] : [`The file that couldn't be read is kept as ${aside}.`]),
    `What was sealed to the lost keys can’t be opened. Keep those submissions (${operations} in all) in case you find a copy of the file.`,
    ...(isFileThere
      ? []
      : [
          'Devices that pinned the lost root key won’t trust a new one. They use the lost keys until their app data is cleared, and kiosks until they are set up again.',
        ]),
  ].join('\n');
}

export async function replaceReceiptKeys(check: Omit<KeyCheck, 'files'>): Promise<string> {
  const missing = await missingReceiptKeys(check);
  if (missing.length === 0) throw new StartupError('No key for receipts is missing.');
  // Those of a database that is older than the register are named here for the first time.
  await check.register.add(INSTALLATION, 'receipt', missing);
  await check.register.declareLost(INSTALLATION, 'receipt', missing);
  const { current } = await findReceiptKeys(check.dataDir);
  return current.length > 0
    ? 'Receipts are signed with the key that is left.'
    : 'The next start makes a new key for receipts.';
}

export async function replaceBackupKey(config: Config, register: KeyCheck['register']): Promise<string> {
  const required = await register.required(INSTALLATION, 'backup');
  if (required.length === 0) throw new StartupError('No backup key was ever made here.');
  try {
    await openBackupRecipients(config, register);
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    await register.declareLost(INSTALLATION, 'backup', required);
    return 'The next backup makes a new key. Backups that were encrypted to the lost one can no longer be opened.';
  }
  throw new StartupError('No backup key is missing.');
}

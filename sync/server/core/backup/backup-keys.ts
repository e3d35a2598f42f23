/**
 * Whose keys open a backup. Without a setting, a key is made once and kept with the other keys, so that a copy of the backups alone is of
 * no use to anybody; with BACKUP_RECIPIENTS, the private key needn't be on this machine at all.
 */
import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import type { Config } from '../../base/config/config.ts';
import { StartupError } from '../../base/process/startup-error.ts';
import { INSTALLATION, type KeyRegister } from '../keys/key-register.ts';
import { syncFolder } from '../sealing/key-files.ts';

export type BackupKeySettings = Pick<
  Config,
  'dataDir' | 'backupEncryption' | 'backupRecipients' | 'backupIdentityFile'
>;

export const identityPath = ({ dataDir, backupIdentityFile }: BackupKeySettings) =>
  backupIdentityFile ?? join(dataDir, 'keys', 'backup-identity.txt');

/** The lines that are keys: an identity file may have comments. */
export function parseIdentities(text: string): readonly string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line.startsWith('AGE-SECRET-KEY-'));
}

/** Keys that open backups; none where there is no file. @throws StartupError where the file holds no key. */
export async function readBackupIdentities(settings: BackupKeySettings): Promise<readonly string[]> {
  const path = identityPath(settings);
  const text = await readFile(path, 'utf8').catch(() => undefined);
  if (text === undefined && settings.backupIdentityFile !== undefined)
    throw new StartupError(`BACKUP_IDENTITY_FILE ${path} can't be read.`);
  if (text === undefined) return [];
  const identities = parseIdentities(text);
  if (identities.length === 0)
    throw new StartupError(`${path} has no line that begins with AGE-SECRET-KEY-. Restore it from a backup.`);
  return identities;
}

async function makeIdentity(path: string, folder: string): Promise<void> {
  const identity = await generateX25519Identity();
  const draft = `${path}.${randomUUID()}`;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const lines = [
    "# Opens this installation's backups. Keep a copy apart from them.",
    `# public key: ${await identityToRecipient(identity)}`,
    identity,
    '',
  ];
  await writeFile(draft, lines.join('\n'), { mode: 0o600, flush: true });
  // Where two processes make it at once, both use that of the first.
  await link(draft, path).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  });
  await rm(draft);
  await syncFolder(folder);
}

/**
 * `age1…` of the keys that new backups are for; none where encryption is off.
 * @throws StartupError where the key that earlier backups are for is lost.
 */
export async function openBackupRecipients(
  settings: BackupKeySettings,
  register: KeyRegister,
): Promise<readonly string[]> {
  if (settings.backupEncryption === 'off') return [];
  if (settings.backupRecipients.length > 0) return settings.backupRecipients;
  const recipientsHere = async () =>
    Promise.all((await readBackupIdentities(settings)).map((identity) => identityToRecipient(identity)));
  const here = await recipientsHere();
  const missing = (await register.required(INSTALLATION, 'backup')).filter((key) => !here.includes(key));
  if (missing.length > 0)
    throw new StartupError(
      `The key that opens your backups is missing from ${identityPath(settings)} (${missing.join(', ')}). Restore that file from your backup of the key folder. If it is gone for good, and those backups with it: npm run keys -- replace --backups`,
    );
  if (here.length === 0) await makeIdentity(identityPath(settings), join(settings.dataDir, 'keys'));
  const recipients = await recipientsHere();
  await register.add(INSTALLATION, 'backup', recipients);
  return recipients;
}

/** For operators: what a backup is to somebody who finds it. */
export function protectionNote(settings: BackupKeySettings): string {
  if (settings.backupEncryption === 'off')
    return "NOT ENCRYPTED (BACKUP_ENCRYPTION=off): they hold patients' names, birth dates and messages in clear";
  return settings.backupRecipients.length > 0
    ? 'encrypted to BACKUP_RECIPIENTS'
    : `encrypted; their key is ${identityPath(settings)}: keep a copy elsewhere`;
}

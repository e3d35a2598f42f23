/**
 * Where the passphrase of the sealing keys comes from. Without a setting, one is made once and kept beside the keys: that protects a
 * copy of the key files alone, and nothing against someone who reads the whole folder.
 */
import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartupError } from '../../base/process/startup-error.ts';
import { openKeyFiles, syncFolder } from './key-files.ts';

export interface PassphraseSettings {
  readonly dataDir: string;
  /** `KEYS_PASSPHRASE`. */
  readonly keysPassphrase: string | undefined;
  /** `KEYS_PASSPHRASE_FILE`: its first line. */
  readonly keysPassphraseFile: string | undefined;
}

export interface Passphrase {
  /** Reads it again: its file may have changed. */
  read(): Promise<string>;
  /** The file beside the keys, where it is kept there. */
  readonly keptBeside: string | undefined;
}

export const sealingFolder = (dataDir: string) => join(dataDir, 'keys', 'sealing');

async function readFirstLine(path: string): Promise<string> {
  const text = await readFile(path, 'utf8').catch(() => {
    throw new StartupError(`KEYS_PASSPHRASE_FILE ${path} can't be read.`);
  });
  const [line = ''] = text.split(/\r?\n/);
  if (line === '') throw new StartupError(`KEYS_PASSPHRASE_FILE ${path} has nothing in its first line.`);
  return line;
}

async function makeOnce(dataDir: string, path: string): Promise<void> {
  const files = await openKeyFiles(sealingFolder(dataDir));
  if ((await files.list()).length > 0)
    throw new StartupError(
      `The sealing keys in ${files.folder} need their passphrase: set KEYS_PASSPHRASE or KEYS_PASSPHRASE_FILE, or put ${path} back.`,
    );
  const draft = `${path}.${process.pid}`;
  await writeFile(draft, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flush: true });
  await link(draft, path).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  });
  await rm(draft);
  // Before the first key exists: a power cut must not leave keys without it.
  await syncFolder(join(dataDir, 'keys'));
}

/** @throws StartupError where the setting can't be used. */
export async function openPassphrase(settings: PassphraseSettings): Promise<Passphrase> {
  const { dataDir, keysPassphrase, keysPassphraseFile } = settings;
  if (keysPassphrase !== undefined) return { read: async () => keysPassphrase, keptBeside: undefined };
  if (keysPassphraseFile !== undefined) {
    await readFirstLine(keysPassphraseFile);
    return { read: () => readFirstLine(keysPassphraseFile), keptBeside: undefined };
  }
  const path = join(dataDir, 'keys', 'passphrase');
  await mkdir(join(dataDir, 'keys'), { recursive: true, mode: 0o700 });
  const found = await readFile(path, 'utf8').catch(() => undefined);
  if (found === undefined) await makeOnce(dataDir, path);
  const read = async () => {
    const kept = (await readFile(path, 'utf8')).trim();
    if (kept === '') throw new StartupError(`${path} is empty. Restore it from a backup.`);
    return kept;
  };
  await read();
  return { read, keptBeside: path };
}

/** One line for the start. */
export function passphraseNote({ keptBeside }: Passphrase): string | undefined {
  return keptBeside === undefined
    ? undefined
    : `The passphrase of the sealing keys is kept beside them (${keptBeside}): npm run keys -- change-passphrase sets one of yours.`;
}

/**
 * The rows of a backup's tables as files: in clear, or encrypted in the age format (https://age-encryption.org/v1), which the
 * command-line tool of that name opens, too. Blobs and envelopes are ciphertext already and stay as they are.
 */
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { ReadableStream } from 'node:stream/web';
import { Decrypter, Encrypter } from 'age-encryption';
import { StartupError } from '../../base/process/startup-error.ts';
import type { StoredBackup } from './backup-folder.ts';
import type { Manifest } from './manifest.ts';

/** COPY gives a chunk a row, and each would be a call of the cipher's. */
const BATCH_BYTES = 65_536;

export const tableFile = (name: string, isEncrypted: boolean) =>
  isEncrypted ? `${name}.copy.age` : `${name}.copy`;

export const isEncrypted = (manifest: Pick<Manifest, 'encryption'>) => manifest.encryption !== undefined;

export const tablePath = (folder: string, name: string, encrypted = false) =>
  join(folder, 'tables', tableFile(name, encrypted));

async function* inBatches(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let pending: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    pending.push(chunk);
    bytes += chunk.length;
    if (bytes < BATCH_BYTES) continue;
    yield Buffer.concat(pending);
    pending = [];
    bytes = 0;
  }
  if (bytes > 0) yield Buffer.concat(pending);
}

/** @param recipients `age1…`; none: as it is. */
export async function* encryptTo(
  recipients: readonly string[],
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  if (recipients.length === 0) {
    yield* chunks;
    return;
  }
  const encrypter = new Encrypter();
  for (const recipient of recipients) encrypter.addRecipient(recipient);
  yield* await encrypter.encrypt(ReadableStream.from(inBatches(chunks)) as globalThis.ReadableStream);
}

/** No identity at hand opens the backup. */
export class BackupLockedError extends StartupError {
  override name = 'BackupLockedError';
}

/**
 * A table's rows in COPY's text format, decrypted where they are encrypted.
 * @param identities `AGE-SECRET-KEY-1…`; of a backup in clear none is needed.
 * @throws BackupLockedError where none of them opens it.
 */
export async function* readTable(
  { path, manifest }: StoredBackup,
  name: string,
  identities: readonly string[],
): AsyncGenerator<Uint8Array> {
  const file = createReadStream(tablePath(path, name, isEncrypted(manifest)));
  if (!manifest.encryption) {
    yield* file as AsyncIterable<Uint8Array>;
    return;
  }
  const decrypter = new Decrypter();
  for (const identity of identities) decrypter.addIdentity(identity);
  let rows: AsyncIterable<Uint8Array>;
  try {
    rows = await decrypter.decrypt(ReadableStream.from(file) as globalThis.ReadableStream);
  } catch {
    file.destroy();
    throw new BackupLockedError(
      `${path} is encrypted to ${manifest.encryption.recipients.join(', ')}: put the key into keys/backup-identity.txt of the data folder, or name its file in BACKUP_IDENTITY_FILE.`,
    );
  }
  yield* rows;
}

/** @throws BackupLockedError where none of the identities opens it. */
export async function requireIdentity(backup: StoredBackup, identities: readonly string[]): Promise<void> {
  const [first] = backup.manifest.tables;
  if (first === undefined) return;
  const rows = readTable(backup, first.name, identities);
  await rows.next();
  await rows.return(undefined);
}

/** Secrets of this installation, in `DATA_DIR/keys`: made at the first start, readable by this user only, backed up apart. */
import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto';
import { link, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartupError } from '../../base/process/startup-error.ts';

export interface Keys {
  /** Ed25519, PKCS #8 PEM. */
  readonly receiptSigning: string;
  /**
   * Those that signed before: `receipt-signing-*.pem`. To replace the key, rename `receipt-signing.pem` so; the next start makes a new one,
   * and receipts of the old one keep their text.
   */
  readonly formerReceiptSigning: readonly string[];
  /** 32 bytes. */
  readonly nonce: Uint8Array;
}

/** Where two processes make the key at once, both use that of the first. */
async function readOrMake(path: string, make: () => string): Promise<string> {
  const draft = `${path}.${randomUUID()}`;
  const existing = await readFile(path, 'utf8').catch(() => undefined);
  if (existing !== undefined) return existing;
  await writeFile(draft, make(), { mode: 0o600, flush: true });
  await link(draft, path).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  });
  await rm(draft);
  return readFile(path, 'utf8');
}

const NONCE_KEY_BYTES = 32;
const keysFolder = (dataDir: string) => join(dataDir, 'keys');
export const receiptKeyPath = (dataDir: string) => join(keysFolder(dataDir), 'receipt-signing.pem');

/** What signs and signed receipts, as PEM, without making any: `current` is empty where there is none. */
export async function findReceiptKeys(
  dataDir: string,
): Promise<{ readonly current: readonly string[]; readonly former: readonly string[] }> {
  const current = await readFile(receiptKeyPath(dataDir), 'utf8').catch(() => undefined);
  return {
    current: current === undefined ? [] : [current],
    former: await readFormer(keysFolder(dataDir)).catch(() => []),
  };
}

async function readFormer(folder: string): Promise<readonly string[]> {
  const names = (await readdir(folder)).filter((name) => /^receipt-signing-.+\.pem$/.test(name));
  return Promise.all(names.toSorted().map((name) => readFile(join(folder, name), 'utf8')));
}

function makeSigningKey(): string {
  return generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
}

/** An empty file would make a key that anybody can reckon. @throws StartupError where it isn't the key that was made. */
async function openNonceKey(path: string): Promise<Buffer> {
  const key = Buffer.from(
    await readOrMake(path, () => randomBytes(NONCE_KEY_BYTES).toString('base64')),
    'base64',
  );
  if (key.length !== NONCE_KEY_BYTES)
    throw new StartupError(
      `${path} is damaged. Delete it: the next start makes a new one, staff sign in with their password again, and partners need new keys.`,
    );
  return key;
}

export async function openKeys(dataDir: string): Promise<Keys> {
  const folder = keysFolder(dataDir);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return {
    receiptSigning: await readOrMake(receiptKeyPath(dataDir), makeSigningKey),
    formerReceiptSigning: await readFormer(folder),
    nonce: await openNonceKey(join(folder, 'nonce')),
  };
}

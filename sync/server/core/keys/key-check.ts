/** At a start, before any key is made: is every key here that the database relies on? */

import { StartupError } from '../../base/process/startup-error.ts';
import { createReceiptSigner } from '../ingest/receipts.ts';
import type { KeyFiles } from '../sealing/key-files.ts';
import type { KeyRegister } from './key-register.ts';
import { findReceiptKeys, receiptKeyPath } from './keys.ts';

export interface KeyCheck {
  readonly register: KeyRegister;
  readonly files: KeyFiles;
  readonly dataDir: string;
}

const plural = (number: number, one: string, many: string) =>
  number === 1 ? `1 ${one}` : `${number.toLocaleString('en')} ${many}`;

/** Sealing keys of a vendor that the database relies on and that its file doesn't hold. */
export async function missingSealingKeys(
  { register, files }: Omit<KeyCheck, 'dataDir'>,
  vendor: string,
): Promise<readonly string[]> {
  const held = new Set((await files.read(vendor))?.keys.map(({ keyId }) => keyId));
  return (await register.required(vendor, 'sealing')).filter((keyId) => !held.has(keyId));
}

async function sealingFault(check: KeyCheck, vendor: string): Promise<string | undefined> {
  const { register, files } = check;
  const file = await files.read(vendor);
  const missing = await missingSealingKeys(check, vendor);
  if (missing.length === 0 && (file || !(await register.isExpected(vendor)))) return undefined;
  const path = files.pathOf(vendor);
  const operations = plural(await register.operations(vendor), 'operation is', 'operations are');
  const what = file
    ? `${path} lacks ${plural(missing.length, 'key', 'keys')} (${missing.join(', ')}) of "${vendor}"`
    : `The sealing keys of "${vendor}" are missing: ${path}`;
  return `${what}. ${operations} sealed to this vendor's keys. Restore that file from your backup of the key folder. If it is gone for good: npm run keys -- replace --vendor ${vendor}`;
}

/** Key ids of receipts that can't be issued again with the keys in the folder. */
export async function missingReceiptKeys({
  register,
  dataDir,
}: Omit<KeyCheck, 'files'>): Promise<readonly string[]> {
  const { current, former } = await findReceiptKeys(dataDir);
  const held = new Set([...current, ...former].map((pem) => createReceiptSigner(pem).keyId));
  return (await register.requiredForReceipts()).filter((keyId) => !held.has(keyId));
}

async function receiptFault(check: KeyCheck): Promise<string | undefined> {
  const missing = await missingReceiptKeys(check);
  if (missing.length === 0) return undefined;
  return `${plural(missing.length, 'key', 'keys')} that signed receipts ${missing.length === 1 ? 'is' : 'are'} missing (${missing.join(', ')}): restore ${receiptKeyPath(check.dataDir)} from your backup of the key folder. If it is gone for good: npm run keys -- replace --receipts`;
}

/** @throws StartupError with one line for each file to restore. Makes and changes nothing. */
export async function checkKeys(check: KeyCheck, vendors: readonly string[]): Promise<void> {
  const faults = [await receiptFault(check)];
  for (const vendor of vendors) faults.push(await sealingFault(check, vendor));
  const told = faults.filter((fault) => fault !== undefined);
  if (told.length > 0) throw new StartupError(told.join('\n'));
}

/**
 * What protects the device's key at rest on this host (S14): the unit's credential (`LoadCredentialEncrypted=carefront-kiosk-key`, sealed to the TPM where
 * there is one). Where there is none, a file beside the data: anyone who has the disk has both, and the start says so.
 */

import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CREDENTIAL } from '../shared/key-protection.ts';

const KEY_BYTES = 32;
const FILE = 'machine-key';

export interface MachineKey {
  readonly secret: Uint8Array;
  readonly from: 'credential' | 'file';
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

function readKey(path: string): Uint8Array | undefined {
  let secret: Uint8Array;
  try {
    secret = readFileSync(path);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
  // A key of another length was made by mistake; replacing it would cost the enrollment.
  if (secret.byteLength !== KEY_BYTES) throw new Error(`The machine's key must have ${KEY_BYTES} bytes.`);
  return secret;
}

/** @throws Error where there is a key that can't be read: another one in its place would cost the enrollment */
export function openMachineKey(dataFolder: string, credentials: string | undefined): MachineKey {
  const credential = credentials === undefined ? undefined : readKey(join(credentials, CREDENTIAL));
  if (credential !== undefined) return { secret: credential, from: 'credential' };
  const path = join(dataFolder, FILE);
  const kept = readKey(path);
  if (kept !== undefined) {
    chmodSync(path, 0o600);
    return { secret: kept, from: 'file' };
  }
  const secret = randomBytes(KEY_BYTES);
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
  writeFileSync(path, secret, { mode: 0o600, flag: 'wx' });
  return { secret, from: 'file' };
}

/**
 * What protects the kiosk's own keys at rest (S14).
 *
 * Windows and macOS have a key store of the user's. Linux under cage has none: nobody signs in, so no keyring is ever unlocked, and Chromium falls back
 * to `basic_text`, whose password is in its source. That is refused. Instead, systemd gives the unit a credential of 32 bytes, sealed to the
 * machine's TPM where it has one (`systemd-creds encrypt`), readable by the unit alone and in memory that isn't swapped. Where there is neither,
 * a package doesn't start; somebody who works on the kiosk gets a key that ends with the process, and enrols again each time.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { KeyProtection } from './key-codec.ts';

/** What of Electron's `safeStorage` it needs. */
export interface SafeStoragePiece {
  isAsyncEncryptionAvailable(): Promise<boolean>;
  getSelectedStorageBackend(): string;
  encryptStringAsync(text: string): Promise<Uint8Array>;
  decryptStringAsync(bytes: Buffer): Promise<{ readonly shouldReEncrypt: boolean; readonly result: string }>;
}

/** Name of the credential, in the unit and in `install.sh`. */
export const CREDENTIAL = 'carefront-kiosk-key';
const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;
/** Exit code of a kiosk that has nowhere to keep a key: `EX_CONFIG` of sysexits.h. */
export const NO_KEY_STORE_EXIT_CODE = 78;

/** AES-256-GCM under a key that somebody else keeps: iv, ciphertext, tag. */
export function protectBySecret(secret: Uint8Array): KeyProtection {
  if (secret.byteLength !== KEY_BYTES) throw new TypeError(`The machine's key must have ${KEY_BYTES} bytes.`);
  const key = Buffer.from(secret);
  return {
    async protect(bytes) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, iv);
      return new Uint8Array(Buffer.concat([iv, cipher.update(bytes), cipher.final(), cipher.getAuthTag()]));
    },
    async open(bytes) {
      // Another machine's key, or another key of this one's: neither comes back.
      if (bytes.byteLength < IV_BYTES + TAG_BYTES) return undefined;
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES));
        decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
        return new Uint8Array(
          Buffer.concat([decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]),
        );
      } catch {
        return undefined;
      }
    },
  };
}

/** The user's key store, by Electron's asynchronous calls alone. */
export function protectBySafeStorage(safeStorage: SafeStoragePiece): KeyProtection {
  return {
    async protect(bytes) {
      return new Uint8Array(await safeStorage.encryptStringAsync(Buffer.from(bytes).toString('base64')));
    },
    async open(bytes) {
      if (!(await safeStorage.isAsyncEncryptionAvailable()))
        throw new Error('The key store does not answer.');
      try {
        const { result } = await safeStorage.decryptStringAsync(Buffer.from(bytes));
        return new Uint8Array(Buffer.from(result, 'base64'));
      } catch {
        return undefined;
      }
    },
  };
}

export interface ChooseProtectionOptions {
  readonly platform: NodeJS.Platform;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly safeStorage: SafeStoragePiece;
  readonly development: boolean;
}

function readCredential(folder: string | undefined): Uint8Array | undefined {
  if (folder === undefined || !folder.startsWith('/')) return undefined;
  try {
    const secret = readFileSync(join(folder, CREDENTIAL));
    return secret.byteLength === KEY_BYTES ? secret : undefined;
  } catch {
    return undefined;
  }
}

/** To be called once Electron is ready. @returns undefined where nothing here deserves a key. */
export async function chooseKeyProtection({
  platform,
  environment,
  safeStorage,
  development,
}: ChooseProtectionOptions): Promise<KeyProtection | undefined> {
  if (platform === 'linux') {
    const credential = readCredential(environment.CREDENTIALS_DIRECTORY);
    if (credential !== undefined) return protectBySecret(credential);
  }
  const backend = platform === 'linux' ? safeStorage.getSelectedStorageBackend() : 'system';
  const real = backend !== 'basic_text' && backend !== 'unknown';
  if (real && (await safeStorage.isAsyncEncryptionAvailable())) return protectBySafeStorage(safeStorage);
  return development ? protectBySecret(randomBytes(KEY_BYTES)) : undefined;
}

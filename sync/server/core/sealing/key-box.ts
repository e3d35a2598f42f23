/** Private keys under a passphrase: AES-256-GCM by a key that argon2id (RFC 9106) derives from it. */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { hashRaw } from '@node-rs/argon2';
import { z } from 'zod';

/** RFC 9106 section 4, second recommended option: 64 MiB, three passes. */
const MEMORY_KIB = 65_536;
const PASSES = 3;
const LANES = 4;
const KEY_BYTES = 32;
const SALT_BYTES = 16;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** `2` is argon2id in the library's enumeration, which type stripping can't import. */
const ARGON2ID = 2;

export const derivationSchema = z.object({
  name: z.literal('argon2id'),
  memoryKiB: z.int().positive(),
  passes: z.int().positive(),
  lanes: z.int().positive(),
  salt: z.base64url(),
});
/** How the passphrase becomes a key: stands beside what it protects, so that each file can be opened by itself. */
export type Derivation = z.infer<typeof derivationSchema>;

export const boxSchema = z.object({ nonce: z.base64url(), sealed: z.base64url() });
export type KeyBox = z.infer<typeof boxSchema>;

export function newDerivation(over: Partial<Omit<Derivation, 'name' | 'salt'>> = {}): Derivation {
  const salt = randomBytes(SALT_BYTES).toString('base64url');
  return { name: 'argon2id', memoryKiB: MEMORY_KIB, passes: PASSES, lanes: LANES, ...over, salt };
}

/** The key of a passphrase: slow by intention, so keep it. */
export function deriveKey(
  passphrase: string,
  { memoryKiB, passes, lanes, salt }: Derivation,
): Promise<Buffer> {
  return hashRaw(passphrase.normalize('NFKC'), {
    algorithm: ARGON2ID,
    memoryCost: memoryKiB,
    timeCost: passes,
    parallelism: lanes,
    outputLen: KEY_BYTES,
    salt: Buffer.from(salt, 'base64url'),
  });
}

/** @param about what the content is: a box that is put in another's place doesn't open. */
export function lockBox(key: Uint8Array, content: string, about: string): KeyBox {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(about));
  const sealed = Buffer.concat([cipher.update(content, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return { nonce: nonce.toString('base64url'), sealed: sealed.toString('base64url') };
}

/** @returns undefined where key or `about` are others. */
export function openBox(key: Uint8Array, box: KeyBox, about: string): string | undefined {
  const sealed = Buffer.from(box.sealed, 'base64url');
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(box.nonce, 'base64url'))
      .setAAD(Buffer.from(about))
      .setAuthTag(sealed.subarray(-TAG_BYTES));
    return Buffer.concat([decipher.update(sealed.subarray(0, -TAG_BYTES)), decipher.final()]).toString(
      'utf8',
    );
  } catch {
    return undefined;
  }
}

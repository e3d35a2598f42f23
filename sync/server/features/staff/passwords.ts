/** Passwords of staff, as argon2id hashes. */
import { randomInt } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';

/** NIST SP 800-63B: length counts, rules of composition don't. */
export const MIN_PASSWORD_LENGTH = 12;
const MAX_PASSWORD_LENGTH = 1024;

/** OWASP's first choice for argon2id; `2` is argon2id in the library's enumeration, which type stripping can't import. */
const parameters = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** @returns why the password can't be used, or undefined. */
export function passwordFault(password: string): string | undefined {
  if (password.length < MIN_PASSWORD_LENGTH)
    return `A password has at least ${MIN_PASSWORD_LENGTH} characters.`;
  if (password.length > MAX_PASSWORD_LENGTH)
    return `A password has at most ${MAX_PASSWORD_LENGTH} characters.`;
  return undefined;
}

export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize('NFKC'), parameters);
}

export async function passwordMatches(stored: string, password: string): Promise<boolean> {
  try {
    return await verify(stored, password.normalize('NFKC'));
  } catch {
    return false;
  }
}

/** Without letters and digits that look alike. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';

/** Five groups of four, to be read out or typed: 100 bits. */
export function generatePassword(): string {
  const symbols = Array.from({ length: 20 }, () => ALPHABET[randomInt(ALPHABET.length)] ?? '');
  return symbols.join('').replace(/(.{4})(?=.)/g, '$1-');
}

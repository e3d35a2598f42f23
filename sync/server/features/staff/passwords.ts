/** Which passwords staff may have, and the ones that are made for them. */
import { randomInt } from 'node:crypto';

/** NIST SP 800-63B: length counts, rules of composition don't. */
export const MIN_PASSWORD_LENGTH = 12;
const MAX_PASSWORD_LENGTH = 1024;

/** @returns why the password can't be used, or undefined. */
export function passwordFault(password: string): string | undefined {
  if (password.length < MIN_PASSWORD_LENGTH)
    return `A password has at least ${MIN_PASSWORD_LENGTH} characters.`;
  if (password.length > MAX_PASSWORD_LENGTH)
    return `A password has at most ${MAX_PASSWORD_LENGTH} characters.`;
  return undefined;
}

/** Without letters and digits that look alike. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';

/** Five groups of four, to be read out or typed: 100 bits. */
export function generatePassword(): string {
  const symbols = Array.from({ length: 20 }, () => ALPHABET[randomInt(ALPHABET.length)] ?? '');
  return symbols.join('').replace(/(.{4})(?=.)/g, '$1-');
}

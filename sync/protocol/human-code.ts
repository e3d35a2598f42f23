/**
 * The human code of an operation, e.g. `K7-42QF`: derived from the opId alone, so that the device can show it while it
 * is still offline and the clinic finds the same code in its inbox. 30 bits: two cases of one vendor may share it, so
 * a look-up lists all that match.
 */
import { crockfordOf, readCrockford } from '../domain/crockford.ts';

/** @param digest SHA-256 of `code:` and the opId. @returns six symbols as `XX-XXXX`. */
export function humanCodeFrom(digest: Uint8Array): string {
  const symbols = crockfordOf(digest.subarray(0, 6));
  return `${symbols.slice(0, 2)}-${symbols.slice(2)}`;
}

/** @returns six symbols as `XX-XXXX`. */
export async function humanCode(opId: string): Promise<string> {
  return humanCodeFrom(
    new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`code:${opId}`))),
  );
}

/** Forgives case, spaces, missing hyphens and the letters Crockford leaves out (I and L read as 1, O as 0). */
export function normaliseHumanCode(typed: string): string {
  const symbols = readCrockford(typed).replace(/[^0-9A-Z]/g, '');
  return `${symbols.slice(0, 2)}-${symbols.slice(2)}`;
}

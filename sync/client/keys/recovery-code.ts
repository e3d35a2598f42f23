/**
 * The recovery code of the patient's lock: 27 random symbols of Crockford's base 32 (135 bits) and his check symbol, in seven
 * groups of four. Codes whose check symbol would be one of the five that only checks have (`*~$=U`) are drawn again: those are
 * hard to find on a phone's keyboard and to read out.
 */
import { CROCKFORD, crockfordOf, readCrockford } from '../../domain/crockford.ts';
import type { Bytes } from '../base/bytes.ts';
import { utf8 } from '../base/bytes.ts';
import type { Random } from '../base/ports.ts';

const SYMBOLS = 27;
const GROUP = 4;
/** https://www.crockford.com/base32.html: the number modulo 37. */
const CHECK = 37;

const checkOf = (symbols: string): number =>
  Array.from(symbols).reduce((rest, symbol) => (rest * 32 + CROCKFORD.indexOf(symbol)) % CHECK, 0);

/** @returns e.g. `7ZQK-0M3D-…`, seven groups. */
export function newRecoveryCode(random: Pick<Random, 'bytes'>): string {
  for (;;) {
    const symbols = crockfordOf(random.bytes(SYMBOLS));
    const check = checkOf(symbols);
    if (check < CROCKFORD.length)
      return (symbols + CROCKFORD.charAt(check)).replace(new RegExp(`.{${GROUP}}(?=.)`, 'g'), '$&-');
  }
}

/**
 * Forgives case, spaces, hyphens and the letters that Crockford leaves out (I and L read as 1, O as 0).
 *
 * @returns the secret; undefined where the check symbol says that it was mistyped.
 */
export function secretOfCode(typed: string): Bytes | undefined {
  const symbols = readCrockford(typed).replace(/[\s\-‐-―]/g, '');
  const valid =
    symbols.length === SYMBOLS + 1 && Array.from(symbols).every((each) => CROCKFORD.includes(each));
  if (!valid || CROCKFORD.charAt(checkOf(symbols.slice(0, SYMBOLS))) !== symbols.at(-1)) return undefined;
  return utf8(symbols.slice(0, SYMBOLS));
}

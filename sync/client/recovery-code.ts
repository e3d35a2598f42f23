/**
 * The recovery code of the patient's lock: 27 random symbols of Crockford's base 32 (135 bits) and his check symbol, in seven
 * groups of four. Codes whose check symbol would be one of the five that only checks have (`*~$=U`) are drawn again: those are
 * hard to find on a phone's keyboard and to read out.
 */
import type { Bytes } from './bytes.ts';
import { utf8 } from './bytes.ts';
import type { Random } from './ports.ts';

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const SYMBOLS = 27;
const GROUP = 4;
/** https://www.crockford.com/base32.html: the number modulo 37. */
const CHECK = 37;

const checkOf = (symbols: string): number =>
  Array.from(symbols).reduce((rest, symbol) => (rest * 32 + ALPHABET.indexOf(symbol)) % CHECK, 0);

/** @returns e.g. `7ZQK-0M3D-…`, seven groups. */
export function newRecoveryCode(random: Pick<Random, 'bytes'>): string {
  for (;;) {
    const symbols = Array.from(random.bytes(SYMBOLS), (byte) => ALPHABET.charAt(byte & 31)).join('');
    const check = checkOf(symbols);
    if (check < ALPHABET.length)
      return (symbols + ALPHABET.charAt(check)).replace(new RegExp(`.{${GROUP}}(?=.)`, 'g'), '$&-');
  }
}

/**
 * Forgives case, spaces, hyphens and the letters that Crockford leaves out (I and L read as 1, O as 0).
 *
 * @returns the secret; undefined where the check symbol says that it was mistyped.
 */
export function secretOfCode(typed: string): Bytes | undefined {
  const symbols = typed
    .toUpperCase()
    .replace(/[\s\-‐-―]/g, '')
    .replace(/[IL]/g, '1')
    .replace(/O/g, '0');
  const valid =
    symbols.length === SYMBOLS + 1 && Array.from(symbols).every((each) => ALPHABET.includes(each));
  if (!valid || ALPHABET.charAt(checkOf(symbols.slice(0, SYMBOLS))) !== symbols.at(-1)) return undefined;
  return utf8(symbols.slice(0, SYMBOLS));
}

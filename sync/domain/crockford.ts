/** Crockford's base 32 (https://www.crockford.com/base32.html): no I, L, O or U, so that a code read aloud is not misheard or rude. */
export const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** @param bytes random, or of a hash. @returns a symbol of five bits for each. */
export const crockfordOf = (bytes: Iterable<number>): string =>
  Array.from(bytes, (byte) => CROCKFORD.charAt(byte & 31)).join('');

/** Letters that are taken for digits on a small print are those digits; nothing else is changed. */
export const readCrockford = (typed: string): string =>
  typed.toUpperCase().replace(/[IL]/g, '1').replace(/O/g, '0');

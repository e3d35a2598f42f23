/** And, so, by, to, like: written as one with the Arabic word after them. */
const CLITICS = 'وفبلك';

/**
 * @param left how many letters of the word must be left behind it: a short word begins with such a letter by itself
 * @param more other letters that are written so
 */
export const arabicClitic = (left: number, more = ''): RegExp =>
  new RegExp(`^[${CLITICS}${more}](?=\\p{Script=Arabic}{${left}})`, 'u');

/** One form of a word for its endings: light, because a wrong answer is worse than none. */

const LATIN_ENDINGS = /(?:ings?|ed|es|s)$/;
const MIN_LATIN = 5;
/** And, so, by, to, like: written as one with the word after them. */
const ARABIC_BEGINNING = /^[وفبلك](?=\p{Script=Arabic}{4})/u;
/** My, your, her; plurals. */
const ARABIC_ENDINGS = /(?:هما|ها|هم|كم|نا|ات|ون|ين|ان|تي|ي|ك|ه|ت)$/u;
const MIN_ARABIC_LEFT = 3;

/** @param word folded */
export function stem(word: string): string {
  if (/\d/.test(word) || word.startsWith('#')) return word;
  if (/\p{Script=Arabic}/u.test(word)) {
    const whole = word.replace(ARABIC_BEGINNING, '');
    const short = whole.replace(ARABIC_ENDINGS, '');
    return short.length >= MIN_ARABIC_LEFT ? short : whole;
  }
  return word.length >= MIN_LATIN ? word.replace(LATIN_ENDINGS, '') : word.replace(/s$/, '');
}

/** One form of a word for its endings: light, because a wrong answer is worse than none. */
import { arabicClitic } from '../words/arabic-clitic.ts';

const LATIN_PLURAL = /(?:es|s)$/;
/** Of verbs and of what is made of them, in English and Spanish; then the vowel that tells gender or mood. */
const LATIN_ENDINGS =
  /(?:amientos?|imientos?|aciones|acion|iendo|ando|ados?|adas?|idos?|idas?|ing|ed|aron|ieron|amos|emos|imos|ar|er|ir|an|en)$/;
const LATIN_VOWEL = /[aeo]$/;
const MIN_LATIN_LEFT = 4;
const ARABIC_BEGINNING = arabicClitic(4);
/** Of verbs: I, you, he, we. */
const ARABIC_PERSON = /^[اتين](?=\p{Script=Arabic}{4})/u;
/** My, your, her; plurals. */
const ARABIC_ENDINGS = /(?:هما|ها|هم|كم|نا|ات|ون|ين|ان|تي|ي|ك|ه|ت)$/u;
const MIN_ARABIC_LEFT = 3;

function without(word: string, endings: RegExp, least: number): string {
  const short = word.replace(endings, '');
  return short.length >= least ? short : word;
}

function stemLatin(word: string): string {
  const singular = without(word, LATIN_PLURAL, MIN_LATIN_LEFT - 1);
  return without(
    without(singular, LATIN_ENDINGS, singular.endsWith('ing') ? MIN_LATIN_LEFT - 1 : MIN_LATIN_LEFT),
    LATIN_VOWEL,
    MIN_LATIN_LEFT,
  );
}

function stemArabic(word: string): string {
  const whole = word.replace(ARABIC_BEGINNING, '').replace(ARABIC_PERSON, '');
  return without(whole, ARABIC_ENDINGS, MIN_ARABIC_LEFT);
}

const stems = new Map<string, string>();
const MAX_KNOWN = 20_000;

/** @param word folded */
export function stem(word: string): string {
  const known = stems.get(word);
  if (known !== undefined) return known;
  const found =
    /\d/.test(word) || word.startsWith('#')
      ? word
      : /\p{Script=Arabic}/u.test(word)
        ? stemArabic(word)
        : stemLatin(word);
  if (stems.size >= MAX_KNOWN) stems.clear();
  stems.set(word, found);
  return found;
}

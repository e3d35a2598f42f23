/** Words as they are compared in a search: without case, accents, and what writers of one name write differently. */

/** Letters that Unicode doesn't decompose. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ħ: 'h',
  ŋ: 'n',
  // Arabic: forms of alif and hamza, alif maqsura, ta marbuta; letters of Persian and Urdu keyboards.
  أ: 'ا',
  إ: 'ا',
  آ: 'ا',
  ٱ: 'ا',
  ء: '',
  ؤ: 'و',
  ئ: 'ي',
  ى: 'ي',
  ة: 'ه',
  ک: 'ك',
  ی: 'ي',
  ہ: 'ه',
  ـ: '',
};
const MARKS = /\p{M}+/gu;
const APART = /[^\p{L}\p{N}]+/u;
/** Within a name, where one writes it and another doesn't: O’Brien, Al-Hassan. */
const WITHIN = /(?<=\p{L})['’ʼ`´ʻ.-](?=\p{L})/gu;
/** What is written as one word or as two: عبد الله. */
const SERVANT = /(?<!\p{L})عبد\s+(?=\p{L})/gu;
const ARTICLE = /^ال(?=.{2})/u;
const DIGITS = /[٠-٩۰-۹]/g;

/** @returns Arabic-Indic digits as ASCII ones. */
export function plainDigits(text: string): string {
  return text.replace(DIGITS, (digit) => String(digit.charCodeAt(0) & 0xf));
}

/** @returns lower case letters and digits, spaces and punctuation as they are. */
export function fold(text: string): string {
  // Hamza and madda compose with alif: letters first, then what decomposes.
  const letters = (part: string) => part.replace(/./gsu, (letter) => LETTERS[letter] ?? letter);
  return letters(
    letters(plainDigits(text).normalize('NFKC').toLowerCase()).normalize('NFKD').replace(MARKS, ''),
  );
}

const wordsOf = (folded: string) => folded.split(APART).filter((word) => word !== '');

/** The words of a search: each of them must begin a term of what is found. */
export function searchWords(typed: string): readonly string[] {
  const folded = fold(typed).replace(SERVANT, 'عبد').replace(WITHIN, '');
  return [...new Set(wordsOf(folded).map((word) => word.replace(ARTICLE, '')))];
}

/** The terms of a name: its words, together and apart where some write them so. */
export function nameTerms(name: string): readonly string[] {
  const folded = fold(name).replace(SERVANT, 'عبد');
  const words = [...wordsOf(folded), ...wordsOf(folded.replace(WITHIN, ''))];
  return [...new Set(words.map((word) => word.replace(ARTICLE, '')))];
}

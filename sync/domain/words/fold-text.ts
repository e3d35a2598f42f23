/**
 * How texts are compared in every language: what is indexed and what is asked go through the same function, before they are cut into words. Otherwise "الصداع"
 * doesn't find "الصُّداع", nor "infeccion" "infección".
 */

/** Letters that are written for one another, once marks are off. */
const ALIKE: Readonly<Record<string, string>> = { ٱ: 'ا', ى: 'ي', ی: 'ي', ک: 'ك', ة: 'ه', ß: 'ss' };
const ALIKE_LETTERS = new RegExp(`[${Object.keys(ALIKE).join('')}]`, 'g');
const ARABIC_DIGITS = /[\u0660-\u0669\u06F0-\u06F9]/g;
/** The article, alone or after "and", "by" and "for". */
const ARTICLE = /^(?:ال|وال|بال|لل)/;
/** Shorter words are whole with it: "الم" is pain. */
const MIN_WITH_ARTICLE = 5;

/** Without marks, hamzas, stretching, accents and capitals; digits are Latin. */
export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\p{M}\p{Cf}\u0640'\u2018\u2019\u02BC]/gu, '')
    .replace(ALIKE_LETTERS, (letter) => ALIKE[letter] ?? letter)
    .replace(ARABIC_DIGITS, (digit) => String((digit.codePointAt(0) ?? 0) & 0xf));
}

function withoutArticle(word: string): string {
  return word.length >= MIN_WITH_ARTICLE ? word.replace(ARTICLE, '') : word;
}

/** The words of a text, folded. */
export function wordsOf(text: string): readonly string[] {
  return foldText(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map(withoutArticle);
}

/** Whether the words of a phrase follow one another among these: never a part of a word, so that "skilled" isn't "kill". */
export function hasPhrase(words: readonly string[], phrase: readonly string[]): boolean {
  const [first] = phrase;
  if (first === undefined) return false;
  // Hundreds of phrases are looked for in each text, and hardly one of them is there.
  for (let at = words.indexOf(first); at !== -1; at = words.indexOf(first, at + 1))
    if (phrase.every((next, offset) => words[at + offset] === next)) return true;
  return false;
}

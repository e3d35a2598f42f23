/**
 * Names as people write them at a kiosk: with or without accents, capitals, hyphens and middle names, in the order that they are used to. Two
 * spellings of one name give the same form; nothing else is guessed, since a wrong match is worse than none.
 */

/** Letters that Unicode doesn't take apart, and that people without the right keyboard write otherwise. */
const FOLDED: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  þ: 'th',
  ı: 'i',
  // Arabic: forms of alef, ya and ta marbuta that are left out or exchanged in everyday writing.
  أ: 'ا',
  إ: 'ا',
  آ: 'ا',
  ٱ: 'ا',
  ى: 'ي',
  ئ: 'ي',
  ؤ: 'و',
  ة: 'ه',
};

/** Written apart by some and together by others: they say nothing about who somebody is. */
const PARTICLES: ReadonlySet<string> = new Set([
  'de',
  'del',
  'la',
  'los',
  'van',
  'von',
  'der',
  'den',
  'al',
  'el',
  'ال',
  'bin',
  'bint',
  'ibn',
  'y',
  'e',
  'dos',
  'da',
  'di',
]);
const TITLES: ReadonlySet<string> = new Set([
  'mr',
  'mrs',
  'ms',
  'miss',
  'mx',
  'dr',
  'sr',
  'sra',
  'jr',
  'ii',
  'iii',
  'iv',
]);

/** @returns the words of a name in their one form, in the order in which they were written; empty where there is no letter. */
export function nameWords(name: string): readonly string[] {
  const plain = name
    // Accents are marks of their own after this; tatweel only lengthens.
    .normalize('NFKD')
    .replace(/[\p{Mark}\u0640]/gu, '')
    .toLowerCase()
    .normalize('NFKC');
  const folded = Array.from(plain, (letter) => FOLDED[letter] ?? letter).join('');
  const words = folded
    .replace(/['’‘ʼ`.]/g, '')
    .split(/[^\p{Letter}]+/u)
    .map((word) => (word.startsWith('ال') && word.length > 4 ? word.slice(2) : word))
    .filter((word) => word !== '');
  const telling = words.filter((word) => !PARTICLES.has(word) && !TITLES.has(word));
  return telling.length > 0 ? telling : words;
}

/**
 * The forms under which a name is known: all its words, and its first with its last, whatever their order.
 * @returns none for a single word: a first name alone finds nobody
 */
export function nameForms(name: string): readonly string[] {
  const words = nameWords(name);
  const [first, last] = [words[0], words.at(-1)];
  if (first === undefined || last === undefined || words.length < 2) return [];
  const form = (parts: readonly string[]) => parts.toSorted().join(' ');
  return [...new Set([form(words), form([first, last])])];
}

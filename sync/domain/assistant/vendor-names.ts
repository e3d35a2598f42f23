/** Whether a question names a vendor: by its name, misspelled by a letter, or as Arabic writes it. */
import { wordsOf } from '../words/fold-text.ts';
import { isOneOff } from './spelling.ts';

/** Words of names that many have: they name nobody. */
const COMMON = new Set(
  wordsOf('clinic pharmacy health online doctor doctors mens womens women men care center mind medical'),
);
const MIN_MISSPELLED = 6;

const SOUNDS: Readonly<Record<string, string>> = {
  ...{
    ا: '',
    ي: '',
    ء: '',
    ع: '',
    ب: 'b',
    ت: 't',
    ث: 't',
    ج: 'g',
    ح: 'h',
    خ: 'k',
    د: 'd',
    ذ: 'd',
    ر: 'r',
    ز: 's',
  },
  ...{
    س: 's',
    ش: 's',
    ص: 's',
    ض: 'd',
    ط: 't',
    ظ: 'd',
    غ: 'g',
    ف: 'f',
    ق: 'k',
    ك: 'k',
    ل: 'l',
    م: 'm',
    ن: 'n',
  },
  ...{ ه: 'h', و: 'w', ڤ: 'f', پ: 'b', گ: 'g', چ: 'g' },
};
/** The consonants alone: vowels of names are written in many ways. */
const soundOf = (word: string) =>
  word
    .replaceAll(/th/g, 't')
    .replaceAll(/[sc]h/g, 's')
    .replaceAll(/ph|v/g, 'f')
    .split('')
    .map((letter) => SOUNDS[letter] ?? letter.replace(/[aeiouy]/, ''))
    .join('')
    .replaceAll('p', 'b')
    .replaceAll('z', 's')
    .replaceAll(/[cq]/g, 'k')
    .replaceAll('j', 'g')
    .replaceAll(/(.)\1+/g, '$1');
/** Arabic has one letter for "w" and "u": with it, or without. */
const withoutW = (sound: string) => sound.slice(0, 1) + sound.slice(1).replaceAll('w', '');
const MIN_SOUND = 3;

function soundsLike(said: string, name: string): boolean {
  const [one, other] = [soundOf(said), soundOf(name)];
  if (one === other) return one.length >= MIN_SOUND;
  return withoutW(one) === withoutW(other) && withoutW(one).length > MIN_SOUND;
}

export interface Named {
  readonly slug: string;
  readonly name: string;
}

/** The places of the words that name it. */
export function placesOfName(words: readonly string[], { slug, name }: Named): readonly number[] {
  const own = wordsOf(name).filter((word) => !COMMON.has(word));
  if (own.length === 0) return [];
  const joined = own.join('');
  return words.flatMap((word, at): readonly number[] => {
    const next = words.slice(at, at + own.length);
    const places = next.map((_, offset) => at + offset);
    if (next.length === own.length && own.every((each, offset) => next[offset] === each)) return places;
    if (word === joined || word === slug) return [at];
    if (/\p{Script=Arabic}/u.test(word)) {
      if (soundsLike(next.join(''), joined)) return places;
      return soundsLike(word, joined) ? [at] : [];
    }
    const isAlmost = (said: string, meant: string) =>
      said.length >= MIN_MISSPELLED && said[0] === meant[0] && isOneOff(said, meant);
    return isAlmost(next.join(''), joined) ? places : isAlmost(word, joined) ? [at] : [];
  });
}

/** What a question is about: vendors that it names, concepts, what it wants to know of them, and the words that are left. */
import { concepts } from '../discovery/concepts.ts';
import { languages } from '../languages.ts';
import { arabicClitic } from '../words/arabic-clitic.ts';
import { hasPhrase, wordsOf } from '../words/fold-text.ts';
import { fillerWords } from './filler-words.ts';
import { type FoldedIntent, type Intent, intentPhrases } from './intents.ts';
import { relatedPhrases } from './related-words.ts';
import { stem } from './stem.ts';
import { isStopWord } from './stop-words.ts';
import { topicOf } from './topics.ts';
import { type Named, placesOfName } from './vendor-names.ts';
import { wordGroupOf } from './word-groups.ts';

export interface AskedWord {
  /** What it is found by. */
  readonly key: string;
  /** `topic`: an illness, a service, a thing that the question is about, whatever else it says. `name`: of somebody or something. */
  readonly kind: 'topic' | 'name' | 'word';
}

/** A concept or an intent. */
export interface AskedTag<Id> {
  readonly id: Id;
  /** Each way in which it was said, by what its words are found by. */
  readonly said: readonly (readonly string[])[];
}

export interface Asked {
  /** Slugs. */
  readonly vendors: readonly string[];
  readonly concepts: readonly AskedTag<string>[];
  readonly intents: readonly AskedTag<Intent>[];
  /** All words of content that none of these took. */
  readonly words: readonly AskedWord[];
}

/** What a word is found by: the topic that it is, the group of words that mean the same, or its stem. */
export function keyOf(word: string): string {
  const stemmed = stem(word);
  return topicOf(word) ?? wordGroupOf(stemmed) ?? stemmed;
}

const stemsOf = (text: string) => wordsOf(text).map(stem);
const exclusions = new Map(concepts.map(({ id, not }) => [id, not.map(wordsOf)]));
const named = concepts.flatMap(({ id, name, synonyms }) =>
  languages.flatMap((language) =>
    [name[language], ...synonyms[language]].map((phrase) => ({ id, words: stemsOf(phrase) })),
  ),
);
const byLength = (one: { words: readonly string[] }, other: { words: readonly string[] }) =>
  other.words.length - one.words.length;
const intentTags = intentPhrases.map(({ intent, words }) => ({ id: intent, words }));
const conceptPhrases = [...named, ...relatedPhrases].toSorted(byLength);

/** Words of what vendors treat and sell, and of what is asked about it: known before any text of a vendor is. */
export const phraseWords: readonly string[] = [
  ...concepts.flatMap(({ name, synonyms }) =>
    [...Object.values(name), ...Object.values(synonyms).flat()].flatMap((each) => wordsOf(String(each))),
  ),
];

/** The places in a list of words at which a phrase begins. */
const placesOf = (words: readonly string[], phrase: readonly string[]): readonly number[] =>
  phrase.length === 0
    ? []
    : words.flatMap((word, at) =>
        word === phrase[0] && phrase.every((each, offset) => words[at + offset] === each) ? [at] : [],
      );

/**
 * What a text answers.
 *
 * @param title every phrase of it counts
 * @param text only what isn't a single word: that may be said of anything
 */
export function detectIntents(title: string, text = ''): readonly Intent[] {
  const [heading, body] = [stemsOf(title), stemsOf(text)];
  const isIn = ({ words }: FoldedIntent) =>
    hasPhrase(heading, words) || (words.length > 1 && hasPhrase(body, words));
  return [...new Set(intentPhrases.filter(isIn).map(({ intent }) => intent))];
}

/** By its own names alone: how people speak of it is for questions. */
export function detectConcepts(text: string): readonly string[] {
  const words = stemsOf(text);
  return [...new Set(named.filter((each) => hasPhrase(words, each.words)).map(({ id }) => id))];
}

const ARABIC_BEFORE = arabicClitic(3);
const isFiller = (word: string): boolean =>
  isStopWord(word) || fillerWords.has(word) || (ARABIC_BEFORE.test(word) && isPlainFiller(word.slice(1)));
const isPlainFiller = (word: string) => isStopWord(word) || fillerWords.has(word);

/** "Harbour’s fee" is about Harbour. */
const withoutPossessives = (text: string) => text.replaceAll(/['\u2019\u02BC]s(?![\p{L}\p{N}])/gu, '');
/** A capital within a sentence: the name of somebody or something. */
const NAME = /(?<=[\p{Ll}\p{N},]\s)\p{Lu}[\p{L}\p{N}]+/gu;
const namesIn = (text: string) => new Set([...text.matchAll(NAME)].flatMap(([name]) => wordsOf(name)));

/**
 * @param vendors those that it may name
 * @param correct a misspelled word
 */
export function readQuestion(
  text: string,
  vendors: readonly Named[],
  correct: (word: string) => string = (word) => word,
): Asked {
  const said = wordsOf(withoutPossessives(text));
  const names = namesIn(text);
  const taken = new Set<number>();
  const takePlaces = (places: readonly number[]) => {
    for (const at of places) taken.add(at);
    return places.length > 0;
  };
  const vendorsNamed = vendors.filter((each) => takePlaces(placesOfName(said, each)));
  const words = said.map((word, at) => (taken.has(at) ? word : correct(word)));
  const stems = words.map(stem);
  const spoken = new Set(stems);
  /** Each tag that is said, the longest phrases first: the cold of a cold sore is none. */
  function read<Id>(
    phrases: readonly { readonly id: Id; readonly words: readonly string[] }[],
  ): readonly AskedTag<Id>[] {
    const used = new Set<number>();
    const found = new Map<Id, (readonly string[])[]>();
    for (const { id, words: phrase } of phrases) {
      if (!spoken.has(phrase[0] ?? '')) continue;
      const places = placesOf(stems, phrase).map((at) => [...phrase.keys()].map((offset) => at + offset));
      const free = places.filter((own) => own.some((at) => !used.has(at)));
      const [first] = free;
      if (!first) continue;
      for (const at of free.flat()) used.add(at);
      const said = first.flatMap((at) => words[at] ?? []).filter((word) => !isStopWord(word));
      found.set(id, [...(found.get(id) ?? []), said.map(keyOf)]);
    }
    takePlaces([...used]);
    return [...found].map(([id, said]) => ({ id, said }));
  }
  const excluded = new Set(
    [...exclusions].flatMap(([id, phrases]) => (phrases.some((each) => hasPhrase(words, each)) ? [id] : [])),
  );
  const about = read(conceptPhrases.filter(({ id }) => !excluded.has(id)));
  const intents = read(intentTags);
  const left = words.flatMap((word, at): readonly AskedWord[] => {
    const isName = names.has(said[at] ?? word);
    if (taken.has(at) || (isFiller(word) && !isName)) return [];
    const key = keyOf(word);
    return [{ key, kind: key.startsWith('=') ? 'topic' : isName ? 'name' : 'word' }];
  });
  return {
    vendors: vendorsNamed.map(({ slug }) => slug),
    concepts: about,
    intents,
    words: [...new Map(left.map((word) => [word.key, word])).values()],
  };
}

/** What a question is about: vendors that it names, concepts, what it wants to know of them, and the words that are left. */
import { concepts } from '../discovery/concepts.ts';
import { hasPhrase, wordsOf } from '../discovery/fold-text.ts';
import { languages } from '../languages.ts';
import { type Intent, intentPhrases } from './intents.ts';
import { relatedPhrases } from './related-words.ts';
import { isStopWord } from './stop-words.ts';

export interface Asked {
  /** Slugs. */
  readonly vendors: readonly string[];
  readonly concepts: readonly string[];
  readonly intents: readonly Intent[];
  /** All words of content that none of these took. */
  readonly words: readonly string[];
}

const exclusions = new Map(concepts.map(({ id, not }) => [id, not.map(wordsOf)]));
const conceptPhrases = [
  ...concepts.flatMap(({ id, name, synonyms }) =>
    languages.flatMap((language) =>
      [name[language], ...synonyms[language]].map((phrase) => ({ id, words: wordsOf(phrase) })),
    ),
  ),
  ...relatedPhrases,
].toSorted((one, other) => other.words.length - one.words.length);

/** The places in a list of words at which a phrase begins. */
const placesOf = (words: readonly string[], phrase: readonly string[]): readonly number[] =>
  phrase.length === 0
    ? []
    : words.flatMap((_, at) => (phrase.every((word, offset) => words[at + offset] === word) ? [at] : []));

export function detectIntents(text: string): readonly Intent[] {
  const words = wordsOf(text);
  return [
    ...new Set(intentPhrases.filter((each) => hasPhrase(words, each.words)).map(({ intent }) => intent)),
  ];
}

/** Words of names that many have: they name nobody. */
const COMMON = new Set(
  wordsOf('clinic pharmacy health online doctor mens womens women men care center mind'),
);

/** "Harbour’s fee" is about Harbour. */
const withoutPossessives = (text: string) => text.replaceAll(/['\u2019\u02BC]s(?![\p{L}\p{N}])/gu, '');

/** @param vendors those that it may name */
export function readQuestion(
  text: string,
  vendors: readonly { readonly slug: string; readonly name: string }[],
): Asked {
  const words = wordsOf(withoutPossessives(text));
  const taken = new Set<number>();
  const take = (phrase: readonly string[]) => {
    const places = placesOf(words, phrase);
    for (const at of places) for (const offset of phrase.keys()) taken.add(at + offset);
    return places.length > 0;
  };
  const named = vendors.filter(({ name }) => take(wordsOf(name).filter((word) => !COMMON.has(word))));
  const about = conceptPhrases.filter(
    ({ id, words: phrase }) => !exclusions.get(id)?.some((each) => hasPhrase(words, each)) && take(phrase),
  );
  const intents = intentPhrases.filter(({ words: phrase }) => take(phrase));
  return {
    vendors: named.map(({ slug }) => slug),
    concepts: [...new Set(about.map(({ id }) => id))],
    intents: [...new Set(intents.map(({ intent }) => intent))],
    words: [...new Set(words.filter((word, at) => !taken.has(at) && !isStopWord(word)))],
  };
}

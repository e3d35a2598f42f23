/** The full text of vendors: what is written into the index and what is read from it have the same options, or nothing is found. */
import MiniSearch, { type Options, type SearchOptions } from 'minisearch';
import { wordsOf } from './fold-text.ts';

export interface IndexedText {
  readonly id: number;
  readonly name: string;
  readonly about: string;
}

const options: Options<IndexedText> = {
  fields: ['name', 'about'],
  storeFields: [],
  tokenize: (text) => [...wordsOf(text)],
  // Folded before it was cut.
  processTerm: (term) => term,
};

const MIN_PREFIX = 3;
const MIN_FUZZY = 5;

/** Nobody mistypes "50 mg" and means 60; in a short word one letter makes another word. */
export const tolerant: SearchOptions = {
  prefix: (term) => term.length >= MIN_PREFIX,
  fuzzy: (term) => (term.length >= MIN_FUZZY && !/\d/.test(term) ? 0.2 : false),
  boost: { name: 3 },
  weights: { fuzzy: 0.3, prefix: 0.7 },
};

export function indexTexts(texts: readonly IndexedText[]): MiniSearch<IndexedText> {
  const search = new MiniSearch(options);
  search.addAll(texts);
  return search;
}

/** In slices, so that a tap in between is answered. */
export const loadTexts = (json: unknown): Promise<MiniSearch<IndexedText>> =>
  MiniSearch.loadJSAsync(json as ReturnType<MiniSearch['toJSON']>, options);

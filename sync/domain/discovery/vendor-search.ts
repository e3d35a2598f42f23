/** The full text of vendors: what is written into the index and what is read from it have the same options, or nothing is found. */
import MiniSearch, { type Options, type SearchOptions } from 'minisearch';
import { wordsOf } from '../words/fold-text.ts';

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

type Plain = ReturnType<MiniSearch['toJSON']>;

/** Without what follows from the order of the vendors: a fifth of its size. */
export interface PackedTexts extends Pick<Plain, 'averageFieldLength' | 'index' | 'serializationVersion'> {
  /** How many words each field has, vendor by vendor. */
  readonly lengths: readonly number[];
}

export function indexTexts(texts: readonly IndexedText[]): MiniSearch<IndexedText> {
  const search = new MiniSearch(options);
  search.addAll(texts);
  return search;
}

/** What `toJSON` makes of it takes long: here word by word. */
class SteppedSearch extends MiniSearch<IndexedText> {
  *pack(count: number): Generator<undefined, PackedTexts> {
    const index: PackedTexts['index'] = [];
    for (const [word, fields] of this._index) {
      const occurrences: PackedTexts['index'][number][1] = {};
      for (const [field, numbers] of fields) occurrences[String(field)] = Object.fromEntries(numbers);
      index.push([word, occurrences]);
      yield;
    }
    const lengths = Array.from({ length: count }, (_, number) =>
      options.fields.map((__, field) => this._fieldLength.get(number)?.[field] ?? 0),
    ).flat();
    return { averageFieldLength: this._avgFieldLength, index, serializationVersion: 2, lengths };
  }
}

/** A text or a word at each step, so that the thread may do something else in between. */
export function* packTexts(texts: readonly IndexedText[]): Generator<undefined, PackedTexts> {
  const search = new SteppedSearch(options);
  for (const text of texts) {
    search.add(text);
    yield;
  }
  return yield* search.pack(texts.length);
}

/** In slices, so that a tap in between is answered. */
export function loadTexts({ lengths, ...packed }: PackedTexts): Promise<MiniSearch<IndexedText>> {
  const fields = options.fields.length;
  const count = lengths.length / fields;
  const numbers = Array.from({ length: count }, (_, number) => number);
  return MiniSearch.loadJSAsync<IndexedText>(
    {
      ...packed,
      documentCount: count,
      nextId: count,
      dirtCount: 0,
      documentIds: Object.fromEntries(numbers.map((number) => [number, number])),
      fieldIds: Object.fromEntries(options.fields.map((field, at) => [field, at])),
      fieldLength: Object.fromEntries(
        numbers.map((number) => [number, lengths.slice(number * fields, (number + 1) * fields)]),
      ),
      storedFields: {},
    },
    options,
  );
}

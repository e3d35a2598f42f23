/** Finds the passages that answer a question, or none: what isn't covered by a vendor's own words isn't answered. The same on the device and on the server. */
import MiniSearch from 'minisearch';
import { wordsOf } from '../discovery/fold-text.ts';
import { serviceGate } from '../eligibility/service-area.ts';
import type { Language } from '../languages.ts';
import { countryOf } from '../places/places.ts';
import { type Asked, readQuestion } from './ask.ts';
import type { ListedPassages, Passage, VendorPassages } from './passage.ts';
import { stem } from './stem.ts';
import { isStopWord, languageOfQuestion } from './stop-words.ts';

export interface Question {
  readonly text: string;
  /** Of the page. */
  readonly language: Language;
  /** Where the patient is, if they said so (ISO 3166). */
  readonly place?: string | undefined;
}

export interface Found {
  readonly passage: Passage;
  /** How much of the question it covers, from 0 to 1. */
  readonly coverage: number;
}

/** Below it nothing is answered. Set on the questions for tuning (`tests/bench/assistant`). */
export const THRESHOLD = 0.56;
/** How many are shown, or given to a model. */
export const MAX_PASSAGES = 6;
/** Whose passages are read for one question. */
export const MAX_VENDORS = 12;

const WEIGHT = { vendor: 1.5, concept: 3, intent: 1.5 } as const;
/** Of a word that no passage has: as much as the rarest one. */
const MIN_WORD_WEIGHT = 0.5;
const MAX_WORD_WEIGHT = 1.5;

/** Whose passages a question is answered from: whom it names, else who has what it is about, else the first. */
export function vendorsFor(question: Question, listed: readonly ListedPassages[]): readonly ListedPassages[] {
  const asked = readQuestion(question.text, listed);
  const { place } = question;
  const near = listed.filter(
    ({ slug, serviceAreas }) =>
      place === undefined ||
      asked.vendors.includes(slug) ||
      ['async', 'live'].includes(serviceGate(serviceAreas, place)),
  );
  if (asked.vendors.length > 0)
    return near.filter(({ slug }) => asked.vendors.includes(slug)).slice(0, MAX_VENDORS);
  const relevant = (each: ListedPassages) => asked.concepts.some((id) => each.concepts.includes(id));
  return near.toSorted((one, other) => Number(relevant(other)) - Number(relevant(one))).slice(0, MAX_VENDORS);
}

const MIN_OWN_WORD = 4;
/** In a short word one letter makes another word; in Arabic, whose words are short, sooner. */
const MIN_FUZZY = { latin: 5, arabic: 7 };
const isForgiving = (term: string) =>
  !term.startsWith('#') &&
  !/\d/.test(term) &&
  term.length >= MIN_FUZZY[/\p{Script=Arabic}/u.test(term) ? 'arabic' : 'latin'] &&
  0.2;

interface Indexed {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly tags: string;
}

const options = {
  fields: ['title', 'text', 'tags'],
  tokenize: (text: string, field?: string) => (field === 'tags' ? text.split(' ') : [...wordsOf(text)]),
  processTerm: stem,
};

const tagsOf = ({ vendor, concepts, intents }: Passage) => [
  `#vendor:${vendor}`,
  ...concepts.map((id) => `#concept:${id}`),
  ...intents.map((intent) => `#intent:${intent}`),
];

export interface Retrieval {
  find(question: Question): readonly Found[];
}

export function createRetrieval(vendors: readonly VendorPassages[]): Retrieval {
  const passages = new Map(vendors.flatMap((vendor) => vendor.passages).map((each) => [each.id, each]));
  const search = new MiniSearch<Indexed>(options);
  search.addAll(
    [...passages.values()].map((passage) => ({
      ...{ id: passage.id, title: passage.title, text: passage.text },
      tags: tagsOf(passage).join(' '),
    })),
  );
  const counts = new Map<string, number>();
  const whose = new Map<string, Set<string>>();
  for (const { title, text, vendor } of passages.values())
    for (const word of new Set(wordsOf(`${title} ${text}`).map(stem))) {
      counts.set(word, (counts.get(word) ?? 0) + 1);
      whose.set(word, (whose.get(word) ?? new Set()).add(vendor));
    }
  /** A word that one vendor alone uses is about that vendor: its name in another script, what only it does. The more often, the surer. */
  const ownShare = (word: string, vendor: string) => {
    const users = word.length < MIN_OWN_WORD ? undefined : whose.get(word);
    if (users?.size !== 1 || !users.has(vendor)) return 0;
    return (counts.get(word) ?? 0) > 1 ? 1 : 0.5;
  };
  const rarest = Math.log(1 + passages.size);
  const weightOf = (word: string) => {
    const rarity = Math.log(1 + passages.size / (counts.get(word) ?? 1)) / rarest;
    return MIN_WORD_WEIGHT + (MAX_WORD_WEIGHT - MIN_WORD_WEIGHT) * rarity;
  };

  /** Each part of the question with its weight: what a passage has of them is how much it covers. */
  function partsOf({ vendors: named, concepts, intents, words }: Asked): ReadonlyMap<string, number> {
    return new Map([
      ...named.map((slug) => [`#vendor:${slug}`, WEIGHT.vendor] as const),
      ...concepts.map((id) => [`#concept:${id}`, WEIGHT.concept] as const),
      ...intents.map((intent) => [`#intent:${intent}`, WEIGHT.intent] as const),
      ...words.map((word) => [stem(word), weightOf(stem(word))] as const),
    ]);
  }

  return {
    find(question) {
      const asked = readQuestion(question.text, vendors);
      const parts = partsOf(asked);
      if (parts.size === 0) return [];
      const total = [...parts.values()].reduce((sum, weight) => sum + weight, 0);
      const language = languageOfQuestion(question.text, question.language);
      const speaks = new Set(
        vendors.flatMap(({ slug, passages: own }) =>
          own.some((each) => each.language === language) ? [slug] : [],
        ),
      );
      const isBritain = question.place !== undefined && countryOf(question.place) === 'GB';
      const mayBeShown = ({ vendor, language: own, isPrescription }: Passage) =>
        own === (speaks.has(vendor) ? language : 'en') &&
        (asked.vendors.length === 0 || asked.vendors.includes(vendor)) &&
        !(isBritain && isPrescription);
      const hits = search.search([...parts.keys()].join(' '), {
        tokenize: (text) => text.split(' '),
        combineWith: 'OR',
        prefix: (term) => !term.startsWith('#') && term.length >= 4,
        fuzzy: isForgiving,
        boost: { title: 2, tags: 2 },
        filter: ({ id }) => {
          const passage = passages.get(id as string);
          return passage !== undefined && mayBeShown(passage);
        },
      });
      const best = hits[0]?.score ?? 1;
      return hits
        .flatMap(({ id, queryTerms, score }) => {
          const passage = passages.get(id as string);
          if (!passage) return [];
          const has = new Set(queryTerms);
          const coverage =
            [...parts].reduce(
              (sum, [part, weight]) => sum + weight * (has.has(part) ? 1 : ownShare(part, passage.vendor)),
              0,
            ) / total;
          return [{ passage, coverage, rank: coverage + score / best / 10 }];
        })
        .filter(({ coverage }) => coverage >= THRESHOLD)
        .toSorted((one, other) => other.rank - one.rank)
        .slice(0, MAX_PASSAGES)
        .map(({ passage, coverage }) => ({ passage, coverage }));
    },
  };
}

/** Words of content of a text, for comparing one with another. */
export const contentOf = (text: string): readonly string[] =>
  wordsOf(text).filter((word) => !isStopWord(word));

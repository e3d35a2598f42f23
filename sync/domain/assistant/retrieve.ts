/** Finds the passages that answer a question, or none: what isn't covered by a vendor's own words isn't answered. The same on the device and on the server. */
import { conceptOf } from '../discovery/concepts.ts';
import { serviceGate } from '../eligibility/service-area.ts';
import type { Language } from '../languages.ts';
import { countryOf } from '../places/places.ts';
import { wordsOf } from '../words/fold-text.ts';
import { type Asked, keyOf, phraseWords, readQuestion } from './ask.ts';
import { fillerWords } from './filler-words.ts';
import { type Intent, intentWords } from './intents.ts';
import type { ListedPassages, Passage, VendorPassages } from './passage.ts';
import { createSpelling } from './spelling.ts';
import { isStopWord, languageOfQuestion, stopWords } from './stop-words.ts';
import { topicWords } from './topics.ts';
import { groupedWords } from './word-groups.ts';

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
const FOREIGN_THRESHOLD = 0.6;
/** Of a question that names neither a vendor nor what it treats: it may be of anything. */
const OPEN_THRESHOLD = 0.695;
/** Of a question of something that is treated or sold here, and of nothing else that isn't. */
const TOPIC_THRESHOLD = 0.4;
/** The sources behind a vendor’s texts mention much that they aren’t about. */
const LICENCES_THRESHOLD = 0.7;
/** A document mentions much that it isn’t about. */
const DOCUMENT_THRESHOLD = 0.5;
const leastOfDocument = (id: string) =>
  id.includes('/legal/licences/') ? LICENCES_THRESHOLD : id.includes('/legal/') ? DOCUMENT_THRESHOLD : 0;
/** Of one of what every vendor has a text about. */
const SUBJECT_THRESHOLD = 0.5;
/** Of one that names a vendor. */
const VENDOR_THRESHOLD = 0.5;
/** How many are shown, or given to a model. */
export const MAX_PASSAGES = 6;
/** Whose passages are read for one question. */
export const MAX_VENDORS = 12;

/** What each part of a question counts. */
const WEIGHT = {
  /** Every passage of the vendor has it: it says which, and hardly what. */
  vendor: 0.75,
  substance: 4,
  condition: 3,
  intent: 1.5,
  /** Something else that the question may be about, beside what a passage answers. */
  otherIntent: 0.5,
  topic: 5,
  name: 4,
  /** A word that no vendor and no lexicon has: what nobody offers is a topic. */
  unknownWord: 0.3,
  /** The same in a question that names nothing that is treated or sold here: it may be what the question is about. */
  unknownAlone: 1.2,
  /** And in one of what every vendor has a text about. */
  unknownSubject: 0.6,
  /** All words together, but for topics: in a long question most of them are talk. */
  allWords: 2.2,
  /** What is asked of policies, by who names neither a vendor nor an illness. */
  subject: 3,
  rarestWord: 1.5,
  commonestWord: 0.5,
} as const;
/** What every vendor has a text about: who asks of one needs to name nobody. */
const SUBJECTS: ReadonlySet<Intent> = new Set([
  ...(['privacy', 'my-record', 'sells-data', 'complaint', 'cookies', 'accessibility', 'consent'] as const),
  ...(['delivery', 'human', 'demo', 'pause', 'stop', 'emergency', 'unsuitable', 'language'] as const),
]);
/** What a vendor says in general holds for what it treats. */
const INHERITED = 0.6;
/** Of what is asked, where a passage has the words and isn't known to answer it. */
const SAID = 0.7;
/** What is said of one product or illness says little to who asks of none. */
const OF_ANOTHER = 0.4;
/** But who asks of a vendor and of no illness asks of what it offers. */
const OF_AN_OFFER = 0.8;

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
  const relevant = (each: ListedPassages) => asked.concepts.some(({ id }) => each.concepts.includes(id));
  return near.toSorted((one, other) => Number(relevant(other)) - Number(relevant(one))).slice(0, MAX_VENDORS);
}

interface Indexed {
  readonly passage: Passage;
  readonly concepts: ReadonlySet<string>;
  readonly intents: ReadonlySet<string>;
  readonly title: ReadonlySet<string>;
  readonly words: ReadonlySet<string>;
}

const keysOf = (text: string) => new Set(wordsOf(text).map(keyOf));

function indexed(passage: Passage): Indexed {
  const title = keysOf(passage.title);
  return {
    ...{ passage, title, words: new Set([...title, ...keysOf(passage.text)]) },
    concepts: new Set(passage.concepts),
    intents: new Set<string>(passage.intents),
  };
}

/** What can be shown to who asks in one language. */
interface Shelf {
  readonly passages: readonly Indexed[];
  /** In how many passages a word is. */
  readonly counts: ReadonlyMap<string, number>;
  /** The one vendor that uses a word: its name in another script, what only it does. */
  readonly ownWords: ReadonlyMap<string, string | undefined>;
  readonly correct: (word: string) => string;
  /** Where each vendor cares for people: so for everything that it says. */
  readonly places: ReadonlyMap<string, ReadonlySet<string>>;
}

const MIN_OWN_WORD = 4;
function createShelf(passages: readonly Passage[]): Shelf {
  const all = passages.map(indexed);
  const counts = new Map<string, number>();
  const ownWords = new Map<string, string | undefined>();
  for (const { passage, words } of all)
    for (const word of words) {
      counts.set(word, (counts.get(word) ?? 0) + 1);
      const isOwn = !ownWords.has(word) || ownWords.get(word) === passage.vendor;
      ownWords.set(word, isOwn && word.length >= MIN_OWN_WORD ? passage.vendor : undefined);
    }
  const written = passages.flatMap(({ title, text }) => wordsOf(`${title} ${text}`));
  const known = [
    ...[
      ...phraseWords,
      ...written,
      ...stopWords,
      ...fillerWords,
      ...topicWords,
      ...groupedWords,
      ...intentWords,
    ],
  ];
  const places = new Map(
    all.flatMap(({ passage: { id, vendor }, words }) =>
      id.startsWith(`${vendor}/places/`) ? [[vendor, words] as const] : [],
    ),
  );
  return { passages: all, counts, ownWords, places, correct: createSpelling(known) };
}

const isSaid = (said: readonly (readonly string[])[], words: ReadonlySet<string>, least: number) =>
  said.some((keys) => keys.length >= least && keys.every((key) => words.has(key)));
const shareOf = (keys: readonly string[], words: ReadonlySet<string>) =>
  keys.filter((key) => words.has(key)).length / Math.max(1, keys.length);

/** The document of a subject says it better than another one that mentions it. */
const PAGES: Readonly<Partial<Record<Intent, string>>> = {
  privacy: 'privacy',
  'my-record': 'privacy',
  'sells-data': 'privacy',
  complaint: 'complaints',
  cookies: 'cookies',
  accessibility: 'accessibility',
  consent: 'telehealth-consent',
};
const OWN_PAGE = 0.005;
const isOwnPage = ({ intents }: Asked, href: string) =>
  intents.some(({ id }) => PAGES[id] !== undefined && href.endsWith(`/${PAGES[id]}`));

/** Of a vendor as a whole: of no illness, and of nothing that it sells. */
const isGeneral = ({ concepts, passage: { href } }: Indexed) =>
  concepts.size === 0 && !href.includes('/product/');

/** How much of a question one passage covers, from 0 to 1, and its rank among those that cover as much. */
function createScale(asked: Asked, shelf: Shelf, offers: ReadonlyMap<string, ReadonlySet<string>>) {
  const { counts, ownWords, places } = shelf;
  const rarest = Math.log(1 + shelf.passages.length);
  const isOfSubject = asked.intents.some(({ id }) => SUBJECTS.has(id));
  const unknown =
    asked.concepts.length > 0
      ? WEIGHT.unknownWord
      : isOfSubject
        ? WEIGHT.unknownSubject
        : WEIGHT.unknownAlone;
  const weightOfWord = ({ key, kind }: Asked['words'][number]) => {
    if (kind === 'topic') return WEIGHT.topic;
    const count = counts.get(key);
    if (count === undefined)
      return kind === 'name' ? WEIGHT.name : /\d/.test(key) ? WEIGHT.commonestWord : unknown;
    const rarity = Math.log(1 + shelf.passages.length / count) / rarest;
    return WEIGHT.commonestWord + (WEIGHT.rarestWord - WEIGHT.commonestWord) * rarity;
  };
  const weighed = asked.words.map((word) => ({ ...word, weight: weightOfWord(word) }));
  const talk = weighed.reduce((sum, { weight }) => sum + (weight < WEIGHT.name ? weight : 0), 0);
  const damping = Math.min(1, WEIGHT.allWords / Math.max(talk, 0.1));
  const words = weighed.map((word) =>
    word.weight < WEIGHT.name ? { ...word, weight: word.weight * damping } : word,
  );
  const concepts = asked.concepts.map((concept) => ({
    ...concept,
    weight: conceptOf(concept.id)?.kind === 'substance' ? WEIGHT.substance : WEIGHT.condition,
  }));
  const keys = [
    ...words.map(({ key }) => key),
    ...[...asked.intents, ...asked.concepts].flatMap(({ said }) => said.flat()),
  ];
  const isOpen = asked.vendors.length + concepts.length === 0;
  const isVendorAlone = keys.length + concepts.length + asked.intents.length === 0;

  function shareOfConcept(id: string, said: readonly (readonly string[])[], one: Indexed): number {
    if (one.concepts.has(id)) return 1;
    if (isSaid(said, one.words, 1)) return SAID;
    return isGeneral(one) && offers.get(one.passage.vendor)?.has(id) === true ? INHERITED : 0;
  }

  return (one: Indexed): { readonly coverage: number; readonly rank: number } => {
    const { vendor, href } = one.passage;
    const isForm = href.includes('/questionnaire/');
    const isOfAnother = !isGeneral(one) && !concepts.some(({ id }) => one.concepts.has(id));
    const isOffer = isForm && asked.vendors.length > 0 && concepts.length === 0;
    const share = isOfAnother ? (isOffer ? OF_AN_OFFER : OF_ANOTHER) : 1;
    let total: number = asked.vendors.length > 0 ? WEIGHT.vendor : 0;
    let had = total;
    for (const { id, said, weight } of concepts) {
      total += weight;
      had += weight * shareOfConcept(id, said, one);
    }
    let answered = 0;
    for (const { id, said } of asked.intents) {
      const weight = isOpen && SUBJECTS.has(id) ? WEIGHT.subject : WEIGHT.intent;
      const part = one.intents.has(id) ? 1 : isSaid(said, one.words, 2) ? SAID : 0;
      answered += part === 0 ? 0 : 1;
      total += part === 0 ? WEIGHT.otherIntent : weight;
      had += part * weight * share;
    }
    if (answered === 0 && asked.intents.length > 0) total += WEIGHT.intent - WEIGHT.otherIntent;
    for (const { key, weight } of words) {
      total += weight;
      if (one.words.has(key)) had += weight * share;
      else if (ownWords.get(key) === vendor || places.get(vendor)?.has(key) === true)
        had += (weight * share) / 2;
    }
    const isEmpty = !isVendorAlone && had <= WEIGHT.vendor;
    const coverage = total === 0 || isEmpty ? 0 : had / total;
    const rank =
      coverage +
      shareOf(keys, one.title) * 0.06 +
      shareOf(keys, one.words) * 0.06 +
      (isForm && concepts.length > 0 ? 0.03 : 0) -
      (isOwnPage(asked, href) ? -OWN_PAGE : one.passage.id.includes('/legal/') ? 0.04 : 0) -
      Math.min(one.words.size, 100) / 10_000;
    return { coverage, rank };
  };
}

/** The best of each page first: a second one of a page helps less than another page. */
function byPage(found: readonly (Found & { readonly rank: number })[]): readonly Found[] {
  const seen = new Set<string>();
  const firsts = found.filter(({ passage: { href } }) => !seen.has(href) && seen.add(href));
  return [...firsts, ...found.filter((each) => !firsts.includes(each))]
    .slice(0, MAX_PASSAGES)
    .map(({ passage, coverage }) => ({ passage, coverage }));
}

/** How much must be covered. @param isForeign it is about something that nobody here writes of */
function leastOf({ vendors, concepts, intents }: Asked, isForeign: boolean): number {
  const isOpen = vendors.length + concepts.length === 0;
  if (isForeign) return isOpen ? OPEN_THRESHOLD : FOREIGN_THRESHOLD;
  if (concepts.length > 0) return TOPIC_THRESHOLD;
  if (vendors.length > 0) return VENDOR_THRESHOLD;
  return intents.some(({ id }) => SUBJECTS.has(id)) ? SUBJECT_THRESHOLD : OPEN_THRESHOLD;
}

export interface Retrieval {
  find(question: Question): readonly Found[];
}

export function createRetrieval(vendors: readonly VendorPassages[]): Retrieval {
  const shelves = new Map<Language, Shelf>();
  const offersOf = (mayBeShown: (passage: Passage) => boolean) =>
    new Map(
      vendors.map(({ slug, passages }) => [
        slug,
        new Set(passages.filter(mayBeShown).flatMap(({ concepts }) => concepts)),
      ]),
    );
  const offers = offersOf(() => true);
  /** In Britain a vendor isn't known by its prescription medicines. */
  const offersInBritain = offersOf(({ isPrescription }) => isPrescription !== true);
  /** In the language of the question; in English, of those who don't speak it. */
  function shelfOf(language: Language): Shelf {
    const known = shelves.get(language);
    if (known) return known;
    const created = createShelf(
      vendors.flatMap(({ passages }) => {
        const spoken = passages.some((each) => each.language === language) ? language : 'en';
        return passages.filter((each) => each.language === spoken);
      }),
    );
    shelves.set(language, created);
    return created;
  }

  return {
    find({ text, language, place }) {
      const shelf = shelfOf(languageOfQuestion(text, language));
      const asked = readQuestion(text, vendors, shelf.correct);
      const isBritain = place !== undefined && countryOf(place) === 'GB';
      const scale = createScale(asked, shelf, isBritain ? offersInBritain : offers);
      const isForeign = asked.words.some(({ key, kind }) => kind !== 'word' && !shelf.counts.has(key));
      const least = leastOf(asked, isForeign);
      const found = shelf.passages
        .filter(
          ({ passage: { vendor, isPrescription } }) =>
            (asked.vendors.length === 0 || asked.vendors.includes(vendor)) && !(isBritain && isPrescription),
        )
        .map((one) => ({ ...scale(one), passage: one.passage }))
        .filter(({ coverage, passage: { id } }) => coverage >= Math.max(least, leastOfDocument(id)))
        .toSorted((one, other) => other.rank - one.rank);
      return byPage(found);
    },
  };
}

/** Words of content of a text, for comparing one with another. */
export const contentOf = (text: string): readonly string[] =>
  wordsOf(text).filter((word) => !isStopWord(word));

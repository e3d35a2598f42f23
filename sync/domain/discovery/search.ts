/** Looks in the index for what somebody asked: on the device, in every language at once. */
import MiniSearch from 'minisearch';
import type { Language } from '../languages.ts';
import { countryOf } from '../places/places.ts';
import { foldText, wordsOf } from '../words/fold-text.ts';
import { type Bits, readBits, readDeltas, toBits } from './bits.ts';
import { type Concept, conceptOf, excludedBy, phrasesOf } from './concepts.ts';
import { type DiscoveryIndex, PRICE_STEPS, type PriceStep } from './discovery-index.ts';
import { loadTexts, tolerant } from './vendor-search.ts';

export interface Filters {
  /** ISO 3166: where the patient is. */
  readonly place?: string | undefined;
  /** The most that it may cost. */
  readonly price?: PriceStep | undefined;
  readonly way?: 'mail' | 'pickup' | undefined;
  /** That the vendor speaks. */
  readonly language?: Language | undefined;
}

export interface FoundConcept {
  readonly concept: Concept;
  /** Numbers of vendors. */
  readonly vendors: readonly number[];
}

export interface Found {
  readonly concepts: readonly FoundConcept[];
  /** Numbers of vendors, by their own names and words, best first. */
  readonly vendors: readonly number[];
  /** Whether only some of the words were found. */
  readonly isPartial: boolean;
  /** Where the filters leave nothing: those without which there is something. */
  readonly widen: readonly (keyof Filters)[];
  /** The question names something that is close to what is offered here, and is something else. */
  readonly isElsewhere: boolean;
}

export interface Discovery {
  readonly index: DiscoveryIndex;
  search(question: string, filters?: Filters): Found;
  /** Of all vendors that meet them. */
  vendorsFor(filters: Filters): readonly number[];
  /** Concepts that somebody offers, under these filters. */
  offered(filters?: Filters): readonly FoundConcept[];
}

/** What says nothing of what is sought. */
const FILLERS = new Set(
  wordsOf(
    'a an and the for of to in my me i need want help with have is do get near ' +
      'un una el la los las de del para por con mi me y en que necesito quiero tengo ayuda cerca ' +
      'من في على عن الى مع اريد احتاج عندي لدي هل',
  ),
);

const askedWords = (question: string): string => {
  const words = wordsOf(question);
  const telling = words.filter((word) => !FILLERS.has(word));
  return (telling.length > 0 ? telling : words).join(' ');
};

/** A document for each phrase, so that words of two phrases never make a third. */
function indexConcepts(offered: readonly Concept[]) {
  const search = new MiniSearch<{ id: string; text: string }>({
    fields: ['text'],
    tokenize: (text) => [...wordsOf(text)].filter((word) => !FILLERS.has(word)),
    processTerm: (term) => term,
  });
  search.addAll(
    offered.flatMap((concept) => phrasesOf(concept).map((text, at) => ({ id: `${concept.id} ${at}`, text }))),
  );
  return search;
}

function createPlaces(places: DiscoveryIndex['places']) {
  const read = (code: string) => ({
    async: readBits(places[code]?.async),
    live: readBits(places[code]?.live),
    unavailable: readBits(places[code]?.unavailable),
  });
  /** As `serviceGate` decides: the most exact entry. */
  return (place: string): Bits => {
    const exact = read(place);
    const whole = read(countryOf(place));
    return (vendor) =>
      exact.async(vendor) ||
      exact.live(vendor) ||
      (!exact.unavailable(vendor) && (whole.async(vendor) || whole.live(vendor)));
  };
}

export async function openDiscovery(index: DiscoveryIndex): Promise<Discovery> {
  const names = await loadTexts(index.names);
  const offered = Object.keys(index.concepts).flatMap((id) => conceptOf(id) ?? []);
  const byPhrase = indexConcepts(offered);
  const servedIn = createPlaces(index.places);
  const lists = new Map(
    Object.entries(index.concepts).map(([id, { vendors }]) => [id, readDeltas(vendors)] as const),
  );
  const all = index.vendors.map((_, number) => number);
  const byFilters = new Map<string, { readonly meets: Bits; readonly pays: Bits }>();

  function testOf({ place, way, language }: Filters): Bits {
    const tests = [
      ...(place === undefined ? [] : [servedIn(place)]),
      ...(way === undefined ? [] : [readBits(index.ways[way])]),
      ...(language === undefined ? [] : [readBits(index.languages[language])]),
    ];
    const met = readBits(
      toBits(
        all.filter((vendor) => tests.every((test) => test(vendor))),
        all.length,
      ),
    );
    return tests.length === 0 ? () => true : met;
  }

  /** Filters stay while somebody types. */
  function bitsFor(filters: Filters) {
    const { place, price, way, language } = filters;
    const key = [place, price, way, language].join();
    const known = byFilters.get(key);
    if (known) return known;
    const met = testOf(filters);
    const bits = { meets: met, pays: affordable(filters, met) };
    byFilters.set(key, bits);
    return bits;
  }
  const meets = (filters: Filters) => bitsFor(filters).meets;

  function vendorsOf(concept: string, filters: Filters, is = meets(filters)): readonly number[] {
    // Nobody in Britain is told of a prescription medicine before a consultation.
    if (index.concepts[concept]?.rx && filters.place !== undefined && countryOf(filters.place) === 'GB')
      return [];
    const prices = index.concepts[concept]?.prices ?? '';
    const most = filters.price === undefined ? Number.POSITIVE_INFINITY : PRICE_STEPS.indexOf(filters.price);
    return (lists.get(concept) ?? []).filter((vendor, at) => Number(prices[at]) <= most && is(vendor));
  }

  /** Nobody asks what a single clinic costs: its price is that of what it offers. */
  function affordable(filters: Filters, is: Bits): Bits {
    if (filters.price === undefined) return () => true;
    const set = new Set([...lists.keys()].flatMap((concept) => vendorsOf(concept, filters, is)));
    return (vendor) => set.has(vendor);
  }

  const vendorsFor = (filters: Filters) => {
    const is = meets(filters);
    const { pays } = bitsFor(filters);
    return all.filter((vendor) => is(vendor) && pays(vendor));
  };

  const offeredUnder = (filters: Filters = {}): readonly FoundConcept[] =>
    offered
      .map((concept) => ({ concept, vendors: vendorsOf(concept.id, filters) }))
      .filter(({ vendors }) => vendors.length > 0);

  function matches(asked: string, excluded: ReadonlySet<string>, combineWith: 'AND' | 'OR') {
    const found = byPhrase.search(asked, { ...tolerant, combineWith });
    const ids = new Set(found.map(({ id }) => String(id).split(' ')[0] ?? ''));
    return {
      concepts: [...ids].filter((id) => !excluded.has(id)),
      vendors: names.search(asked, { ...tolerant, combineWith }).map(({ id }) => Number(id)),
    };
  }

  function under(found: ReturnType<typeof matches>, filters: Filters) {
    const is = meets(filters);
    const { pays } = bitsFor(filters);
    return {
      concepts: found.concepts.flatMap((id): readonly FoundConcept[] => {
        const concept = conceptOf(id);
        const vendors = vendorsOf(id, filters);
        return concept && vendors.length > 0 ? [{ concept, vendors }] : [];
      }),
      vendors: found.vendors.filter((vendor) => is(vendor) && pays(vendor)),
    };
  }
  const isEmpty = (found: { concepts: readonly unknown[]; vendors: readonly unknown[] }) =>
    found.concepts.length + found.vendors.length === 0;

  return {
    index,
    vendorsFor,
    offered: offeredUnder,
    search(question, filters = {}) {
      const asked = askedWords(foldText(question));
      const excluded = excludedBy(question);
      const full = matches(asked, excluded, 'AND');
      const isPartial = isEmpty(full) && asked.includes(' ');
      const found = isPartial ? matches(asked, excluded, 'OR') : full;
      const shown = under(found, filters);
      const widen = (Object.keys(filters) as (keyof Filters)[]).filter(
        (name) =>
          filters[name] !== undefined &&
          isEmpty(shown) &&
          !isEmpty(under(found, { ...filters, [name]: undefined })),
      );
      return { ...shown, isPartial: isPartial && !isEmpty(shown), widen, isElsewhere: excluded.size > 0 };
    },
  };
}

/** Names of medicines out of a release of RxNorm: two of its files, line by line as they are unpacked. */
import { createReadStream } from 'node:fs';
import { Unzip, UnzipInflate } from 'fflate';
import type { MedicineEntry } from '../../sync/domain/health/medicine-list.ts';

/** Where a field is in a line: RxNorm's technical documentation, 12.4 and 12.7. */
const CONCEPT = { rxcui: 0, language: 1, source: 11, kind: 12, name: 14, suppressed: 16 } as const;
const RELATION = { one: 0, other: 4, what: 7, source: 10 } as const;

/** RxNorm's own names alone: those of other sources in the release may not be shipped. */
const SOURCE = 'RXNORM';
/** Ingredients, their salts, their combinations, and brands. */
const KINDS = ['IN', 'PIN', 'MIN', 'BN'] as const;
type Kind = (typeof KINDS)[number];

interface Concept {
  readonly rxcui: string;
  readonly kind: Kind;
  readonly name: string;
}

export interface ReleaseReader {
  concept(line: string): void;
  relation(line: string): void;
  entries(): readonly MedicineEntry[];
}

export function createReleaseReader(): ReleaseReader {
  const concepts = new Map<string, Concept>();
  /** Both ends of "is a trade name of", whichever is first: the kinds say which is the brand. */
  const pairs: (readonly [string, string])[] = [];

  function ingredientsOf(): ReadonlyMap<string, readonly string[]> {
    const found = new Map<string, Set<string>>();
    for (const ends of pairs)
      for (const [brand, ingredient] of [ends, ends.toReversed()]) {
        const [one, other] = [concepts.get(brand ?? ''), concepts.get(ingredient ?? '')];
        if (one?.kind !== 'BN' || other?.kind !== 'IN') continue;
        found.set(one.rxcui, (found.get(one.rxcui) ?? new Set<string>()).add(other.name));
      }
    return new Map([...found].map(([brand, names]) => [brand, [...names].toSorted()]));
  }

  return {
    concept(line) {
      const fields = line.split('|');
      const [rxcui = '', name = ''] = [fields[CONCEPT.rxcui], fields[CONCEPT.name]?.trim()];
      const kind = KINDS.find((one) => one === fields[CONCEPT.kind]);
      const isOurs = fields[CONCEPT.source] === SOURCE && fields[CONCEPT.language] === 'ENG';
      if (kind === undefined || !isOurs || fields[CONCEPT.suppressed] !== 'N' || name === '') return;
      if (!concepts.has(rxcui)) concepts.set(rxcui, { rxcui, kind, name });
    },
    relation(line) {
      const fields = line.split('|');
      const [one, other] = [fields[RELATION.one], fields[RELATION.other]];
      const isTradeName = ['tradename_of', 'has_tradename'].includes(fields[RELATION.what] ?? '');
      if (isTradeName && fields[RELATION.source] === SOURCE && one && other) pairs.push([one, other]);
    },
    entries() {
      const ingredients = ingredientsOf();
      // A name is offered once: as the ingredient where a brand is called the same.
      const byName = new Map<string, Concept>();
      for (const concept of concepts.values()) {
        const key = concept.name.toLowerCase();
        const known = byName.get(key);
        if (!known || KINDS.indexOf(concept.kind) < KINDS.indexOf(known.kind)) byName.set(key, concept);
      }
      return [...byName.values()].map(({ rxcui, name }) => {
        const within = ingredients.get(rxcui)?.join(' / ');
        return { name, rxcui, ...(within !== undefined && { ingredients: within }) };
      });
    },
  };
}

/** Calls with each line of what arrives in pieces. */
function createLines(take: (line: string) => void) {
  const decoder = new TextDecoder();
  let rest = '';
  return (chunk: Uint8Array, isLast: boolean) => {
    const lines = (rest + decoder.decode(chunk, { stream: !isLast })).split(/\r?\n/);
    rest = lines.pop() ?? '';
    lines.forEach(take);
    if (isLast && rest !== '') take(rest);
  };
}

/** @throws Error where it is no such release. */
export async function readRelease(zip: string): Promise<readonly MedicineEntry[]> {
  const reader = createReleaseReader();
  const seen = new Set<string>();
  const unzip = new Unzip((file) => {
    const [, name = ''] = /(?:^|\/)(RXNCONSO|RXNREL)\.RRF$/.exec(file.name) ?? [];
    if (name === '') return;
    seen.add(name);
    const lines = createLines(name === 'RXNREL' ? reader.relation : reader.concept);
    file.ondata = (error, chunk, isLast) => {
      if (error) throw error;
      lines(chunk, isLast);
    };
    file.start();
  });
  unzip.register(UnzipInflate);
  for await (const chunk of createReadStream(zip)) unzip.push(chunk as Uint8Array, false);
  unzip.push(new Uint8Array(), true);
  const absent = ['RXNCONSO', 'RXNREL'].filter((name) => !seen.has(name));
  if (absent.length > 0)
    throw new Error(`${zip} has no ${absent.join('.RRF and no ')}.RRF: is it a release of RxNorm?`);
  return reader.entries();
}

import type { Coding } from 'fhir/r4.js';
import { isObject, type JsonObject, objectsOf, stringOf } from '../model/fhir-json.ts';
import { codingKey, type OptionSet, optionSet, type PlanOption } from '../values/options.ts';
import { scoreProperties, statedScore } from '../values/scores.ts';
import { readCodeSystem } from './code-system.ts';
import { createCodeSystems } from './code-systems.ts';
import { CORE_RESOURCES } from './core.ts';
import {
  difference,
  EMPTY,
  intersection,
  knownPart,
  listed,
  NOTHING_KNOWN,
  type Reading,
  remembering,
  somewhereIn,
  union,
} from './reading.ts';

/** What the value sets and code systems at hand say; nothing is fetched. */
export interface Terminology {
  /** The options of a value set, by `#id` or canonical. `unavailable` where it isn't at hand, or not all of it. */
  valueSet(canonical: string): OptionSet;
  /** The score that a code system at hand gives a concept. */
  scoreOf(coding: Coding): number | undefined;
}

/** More than any published definition nests; ends a hostile one. */
const MAX_NESTING = 50;

/** Value sets that a terminology defines by an address, whatever the rest of it says: their codes are of one system. */
const IMPLICIT: readonly (readonly [address: RegExp, system: string])[] = [
  [/^http:\/\/snomed\.info\/sct(?:\/[^?]*)?\?fhir_vs/, 'http://snomed.info/sct'],
  [/^http:\/\/loinc\.org\/vs(?:\/|$)/, 'http://loinc.org'],
];

function implicit(canonical: string): Reading {
  const system = IMPLICIT.find(([address]) => address.test(canonical))?.[1];
  return system === undefined ? NOTHING_KNOWN : somewhereIn(system);
}

/** Finds resources by type and `#id`, url, or url|version, in the order in which they were given. */
function createIndex(resources: readonly JsonObject[]) {
  const byPlace = new Map<string, JsonObject[]>();
  function add(place: string, resource: JsonObject): void {
    const list = byPlace.get(place);
    if (list === undefined) byPlace.set(place, [resource]);
    else list.push(resource);
  }
  for (const resource of resources) {
    const { resourceType, id, url } = resource;
    if (typeof resourceType !== 'string') continue;
    if (typeof id === 'string') add(`${resourceType} #${id}`, resource);
    if (typeof url === 'string') add(`${resourceType} ${url}`, resource);
  }
  return (type: string, canonical: string): readonly JsonObject[] => {
    if (canonical.startsWith('#')) return byPlace.get(`${type} ${canonical}`) ?? [];
    const [url = '', version] = canonical.split('|');
    const found = byPlace.get(`${type} ${url}`) ?? [];
    return version === undefined ? found : found.filter((resource) => resource.version === version);
  };
}

/** Scores by {@link codingKey}; a supplement scores the concepts of the system that it supplements. */
function readScores(resources: readonly JsonObject[]): ReadonlyMap<string, number> {
  const scores = new Map<string, number>();
  for (const resource of resources) {
    if (resource.resourceType !== 'CodeSystem') continue;
    const properties = scoreProperties(resource);
    const supplements = stringOf(resource.supplements)?.split('|')[0];
    const system = resource.content === 'supplement' ? supplements : stringOf(resource.url);
    // Read as a system of its own, whatever it is: only the concepts matter here.
    const concepts = readCodeSystem({ ...resource, content: 'fragment', url: system ?? '' })?.concepts;
    for (const { code, source } of concepts?.values() ?? []) {
      const score = statedScore(source, properties);
      if (system !== undefined && score !== undefined) scores.set(codingKey({ system, code }), score);
    }
  }
  return scores;
}

/**
 * Reads the ValueSets and CodeSystems among some resources: a form's contained ones first, then bundled ones, then the few that
 * FHIR defines itself.
 */
export function createTerminology(given: readonly JsonObject[]): Terminology {
  const resources = [...given, ...CORE_RESOURCES];
  const find = createIndex(resources);
  const scores = readScores(given);
  const scoreOf = (coding: Coding) => scores.get(codingKey(coding));
  const { scored, named, ofSystem } = createCodeSystems(find, scoreOf);

  /** One include or exclude of a ValueSet.compose (FHIR R4 ValueSet, 4.9.8): its system and every set that it names. */
  function included(part: JsonObject, nesting: number): Reading {
    const system = stringOf(part.system);
    const version = stringOf(part.version);
    const parts: Reading[] = (Array.isArray(part.valueSet) ? part.valueSet : []).flatMap((set: unknown) =>
      typeof set === 'string' ? [read(set, nesting + 1)] : [],
    );
    if (part.concept !== undefined) {
      const options = objectsOf(part.concept).flatMap((concept) =>
        stringOf(concept.code) === undefined ? [] : [scored(system, named(system, version, concept))],
      );
      parts.push(listed(options, new Set(options.map(keyOf)), true));
    } else if (system !== undefined) parts.push(ofSystem(system, version, objectsOf(part.filter)));
    return parts.length === 0 ? NOTHING_KNOWN : intersection(parts);
  }

  function composed(compose: JsonObject, nesting: number): Reading {
    const includes = objectsOf(compose.include).map((part) => included(part, nesting));
    if (includes.length === 0) return NOTHING_KNOWN;
    const excludes = objectsOf(compose.exclude).map((part) => included(part, nesting));
    return difference(union(includes), excludes.length === 0 ? EMPTY : union(excludes));
  }

  function expanded(expansion: JsonObject): Reading {
    const options: PlanOption[] = [];
    const members = new Set<string>();
    let count = 0;
    function walk(contains: unknown, depth: number): void {
      if (depth > MAX_NESTING) return;
      for (const concept of objectsOf(contains)) {
        count += 1;
        if (concept.abstract !== true && stringOf(concept.code) !== undefined) {
          const option = scored(stringOf(concept.system), concept);
          members.add(keyOf(option));
          // An inactive code is a member that stays valid where it was given, and isn't offered any more.
          if (concept.inactive !== true) options.push(option);
        }
        walk(concept.contains, depth + 1);
      }
    }
    walk(expansion.contains, 0);
    const { total } = expansion;
    return listed(options, members, typeof total !== 'number' || count >= total);
  }

  function readOnce(valueSet: JsonObject, nesting: number): Reading {
    const rule = () => (isObject(valueSet.compose) ? composed(valueSet.compose, nesting) : NOTHING_KNOWN);
    const { expansion } = valueSet;
    const isWritten = isObject(expansion) && (expansion.contains !== undefined || expansion.total === 0);
    if (!isWritten) return rule();
    const written = expanded(expansion);
    return written.complete ? written : knownPart(written, rule());
  }

  const readings = new Map<JsonObject, Reading>();
  /** Memoised, so that value sets which include each other cost no more than their number; a circle stays incomplete. */
  function readResource(valueSet: JsonObject, nesting: number): Reading {
    const earlier = readings.get(valueSet);
    if (earlier !== undefined) return earlier;
    readings.set(valueSet, NOTHING_KNOWN);
    const reading = remembering(readOnce(valueSet, nesting));
    readings.set(valueSet, reading);
    return reading;
  }

  /** A set that is incomplete where it stands may be at hand a second time by its url, expanded. */
  function read(canonical: string, nesting: number): Reading {
    if (nesting > MAX_NESTING) return NOTHING_KNOWN;
    const [first, ...others] = find('ValueSet', canonical);
    if (first === undefined) return implicit(canonical);
    const reading = readResource(first, nesting);
    if (reading.complete) return reading;
    const url = stringOf(first.url);
    const copies = url === undefined || !canonical.startsWith('#') ? others : find('ValueSet', url);
    for (const copy of copies) {
      const complete = readResource(copy, nesting);
      if (complete.complete) return complete;
    }
    return reading;
  }

  const sets = new Map<string, OptionSet>();
  return {
    scoreOf,
    valueSet(canonical) {
      const found = sets.get(canonical);
      if (found !== undefined) return found;
      const { options, complete, judge } = read(canonical, 0);
      const set = optionSet(complete ? 'ready' : 'unavailable', options, judge);
      sets.set(canonical, set);
      return set;
    },
  };
}

function keyOf({ value }: PlanOption): string {
  return value.type === 'Coding' ? codingKey(value.value) : '';
}

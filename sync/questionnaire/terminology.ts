import type { Coding } from 'fhir/r4.js';
import { isObject, type JsonObject, objectsOf, stringOf } from './fhir-json.ts';
import { codingKey, conceptOption, type OptionSet, optionSet, type PlanOption } from './options.ts';
import { scoreProperties, statedScore } from './scores.ts';

/** What the value sets and code systems at hand say; nothing is fetched. */
export interface Terminology {
  /** The options of a value set, by `#id` or canonical. `unavailable` where it isn't at hand, or not all of it. */
  valueSet(canonical: string): OptionSet;
  /** The score that a code system at hand gives a concept. */
  scoreOf(coding: Coding): number | undefined;
}

/** Deeper trees than any published code system has; ends a hostile one. */
const MAX_DEPTH = 50;

interface Reading {
  readonly options: readonly PlanOption[];
  readonly complete: boolean;
}

const NOTHING: Reading = { options: [], complete: false };

function keyOf({ value }: PlanOption): string {
  return value.type === 'Coding' ? codingKey(value.value) : '';
}

/** Reads the ValueSets and CodeSystems among some resources: a form's contained ones first, then bundled ones. */
export function createTerminology(resources: readonly JsonObject[]): Terminology {
  const sets = new Map<string, OptionSet>();

  function resourceOf(type: string, canonical: string): JsonObject | undefined {
    const [url, version] = canonical.split('|');
    return resources.find(
      (resource) =>
        resource.resourceType === type &&
        (canonical.startsWith('#')
          ? resource.id === canonical.slice(1)
          : resource.url === url && (version === undefined || resource.version === version)),
    );
  }

  const scores = new Map<string, number>();
  function concepts(system: JsonObject, list: unknown, depth = 0): readonly PlanOption[] {
    if (depth > MAX_DEPTH) return [];
    const codes = scoreProperties(system);
    return objectsOf(list).flatMap((concept) => [
      conceptOption(stringOf(system.url), concept, statedScore(concept, codes)),
      ...concepts(system, concept.concept, depth + 1),
    ]);
  }
  for (const resource of resources) {
    if (resource.resourceType !== 'CodeSystem') continue;
    for (const { value, score } of concepts(resource, resource.concept)) {
      if (value.type === 'Coding' && score !== undefined) scores.set(codingKey(value.value), score);
    }
  }
  const scoreOf = (coding: Coding) => scores.get(codingKey(coding));

  function scored(system: string | undefined, concept: JsonObject): PlanOption {
    const code = stringOf(concept.code);
    const known = system === undefined || code === undefined ? undefined : scoreOf({ system, code });
    return conceptOption(system, concept, statedScore(concept) ?? known);
  }

  function expanded(contains: unknown, depth = 0): readonly PlanOption[] {
    if (depth > MAX_DEPTH) return [];
    return objectsOf(contains).flatMap((concept) => [
      ...(concept.abstract === true || concept.inactive === true || stringOf(concept.code) === undefined
        ? []
        : [scored(stringOf(concept.system), concept)]),
      ...expanded(concept.contains, depth + 1),
    ]);
  }

  /** One include or exclude of a ValueSet.compose (FHIR R4 ValueSet, 4.9.8). */
  function included(part: JsonObject): Reading {
    const named = Array.isArray(part.valueSet)
      ? part.valueSet.filter((set): set is string => typeof set === 'string')
      : [];
    const system = stringOf(part.system);
    if (named.length > 0) {
      const [only] = named;
      return named.length === 1 && only !== undefined && system === undefined ? read(only) : NOTHING;
    }
    if (objectsOf(part.filter).length > 0) return NOTHING;
    if (part.concept !== undefined) {
      return { options: objectsOf(part.concept).map((concept) => scored(system, concept)), complete: true };
    }
    const codeSystem = system === undefined ? undefined : resourceOf('CodeSystem', system);
    if (codeSystem === undefined) return NOTHING;
    return {
      options: concepts(codeSystem, codeSystem.concept),
      complete: codeSystem.content === 'complete' || codeSystem.content === undefined,
    };
  }

  const readings = new Map<string, Reading>();
  /** Memoised, so that value sets which include each other cost no more than their number; a circle stays incomplete. */
  function read(canonical: string): Reading {
    const earlier = readings.get(canonical);
    if (earlier !== undefined) return earlier;
    readings.set(canonical, NOTHING);
    const reading = readOnce(resourceOf('ValueSet', canonical));
    readings.set(canonical, reading);
    return reading;
  }

  function readOnce(valueSet: JsonObject | undefined): Reading {
    if (valueSet === undefined) return NOTHING;
    if (isObject(valueSet.expansion) && valueSet.expansion.contains !== undefined) {
      const options = expanded(valueSet.expansion.contains);
      const total = valueSet.expansion.total;
      return { options, complete: typeof total !== 'number' || options.length >= total };
    }
    if (!isObject(valueSet.compose)) return NOTHING;
    const includes = objectsOf(valueSet.compose.include).map(included);
    const excludes = objectsOf(valueSet.compose.exclude).map(included);
    const excluded = new Set(excludes.flatMap((exclude) => exclude.options.map(keyOf)));
    return {
      options: includes
        .flatMap((include) => include.options)
        .filter((option) => !excluded.has(keyOf(option))),
      complete: includes.length > 0 && [...includes, ...excludes].every((part) => part.complete),
    };
  }

  return {
    scoreOf,
    valueSet(canonical) {
      const found = sets.get(canonical);
      if (found !== undefined) return found;
      const { options, complete } = read(canonical);
      const set = optionSet(complete ? 'ready' : 'unavailable', options);
      sets.set(canonical, set);
      return set;
    },
  };
}

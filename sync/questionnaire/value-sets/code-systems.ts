import type { Coding } from 'fhir/r4.js';
import { type JsonObject, stringOf } from '../model/fhir-json.ts';
import { conceptOption, type PlanOption } from '../values/options.ts';
import { statedScore } from '../values/scores.ts';
import { type CodeSystem, type Concept, readCodeSystem } from './code-system.ts';
import { readFilter } from './filter.ts';
import { NOTHING_KNOWN, type Reading, somewhereIn } from './reading.ts';

/** What value sets take of the code systems at hand: concepts as options, with their displays and scores. */
export function createCodeSystems(
  find: (type: string, canonical: string) => readonly JsonObject[],
  scoreOf: (coding: Coding) => number | undefined,
) {
  const systems = new Map<JsonObject, CodeSystem | undefined>();
  function codeSystem(url: string, version: string | undefined): CodeSystem | undefined {
    const resource = find('CodeSystem', url).find(
      (one) =>
        one.content !== 'supplement' &&
        (version === undefined || one.version === undefined || one.version === version),
    );
    if (resource === undefined) return undefined;
    if (!systems.has(resource)) systems.set(resource, readCodeSystem(resource));
    return systems.get(resource);
  }

  function scored(system: string | undefined, concept: JsonObject): PlanOption {
    const code = stringOf(concept.code);
    const known = system === undefined || code === undefined ? undefined : scoreOf({ system, code });
    return conceptOption(system, concept, statedScore(concept) ?? known);
  }

  /** All of a code system, or what its filters let through. */
  function ofSystem(url: string, version: string | undefined, filters: readonly JsonObject[]): Reading {
    const system = codeSystem(url, version);
    // A reference into the form itself names no system that a code could have.
    if (system === undefined) return url.startsWith('#') ? NOTHING_KNOWN : somewhereIn(url);
    const passes = filters.map((filter) => readFilter(filter, system));
    const verdictOf = (concept: Concept): boolean | undefined => {
      if (concept.isAbstract) return false;
      const verdicts = passes.map((pass) => pass(concept));
      // What a fragment leaves out may be what lets a concept through.
      if (verdicts.includes(false)) return system.whole ? false : undefined;
      return verdicts.includes(undefined) ? undefined : true;
    };
    const verdicts = new Map([...system.concepts.values()].map((concept) => [concept, verdictOf(concept)]));
    const options: PlanOption[] = [];
    for (const [concept, verdict] of verdicts)
      if (verdict === true && !concept.isInactive) options.push(scored(system.url, concept.source));
    return {
      options,
      complete: system.whole && ![...verdicts.values()].includes(undefined),
      judge(coding) {
        if (coding.system !== system.url) return 'not-member';
        const concept = system.concepts.get(coding.code ?? '');
        const verdict = concept === undefined ? (system.whole ? false : undefined) : verdicts.get(concept);
        return verdict === undefined ? 'unknown' : verdict ? 'member' : 'not-member';
      },
    };
  }

  /** A code that an include lists goes by the display of its code system where it gives none itself. */
  function named(system: string | undefined, version: string | undefined, concept: JsonObject): JsonObject {
    const code = stringOf(concept.code);
    if (system === undefined || code === undefined || concept.display !== undefined) return concept;
    const known = codeSystem(system, version)?.concepts.get(code)?.source;
    return known === undefined
      ? concept
      : { ...concept, display: known.display, _display: known._display, designation: known.designation };
  }

  return { scored, named, ofSystem };
}

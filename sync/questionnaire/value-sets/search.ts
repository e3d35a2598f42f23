import type { Coding } from 'fhir/r4.js';
import { isObject, objectsOf } from '../model/fhir-json.ts';
import { type AskFailure, ask, type FetchTerminology, operationUrl, within } from './ask-server.ts';
import { conceptsOf } from './expand.ts';

export interface SearchRequest {
  /** url or url|version. */
  readonly canonical: string;
  /** Base address of a FHIR server. */
  readonly server: string;
  /** What was typed. It leaves the machine: give a server that may know it. */
  readonly filter: string;
  readonly fetch: FetchTerminology;
  /** BCP 47. */
  readonly language?: string;
  /** Matches wanted, at most 100. */
  readonly count?: number;
  readonly deadlineMs: number;
  readonly signal?: AbortSignal;
}

export type Found =
  | {
      readonly ok: true;
      readonly codings: readonly Coding[] /** There are others. */;
      readonly more: boolean;
    }
  | { readonly ok: false; readonly reason: AskFailure };

const MAX_MATCHES = 100;
const MAX_FILTER = 200;

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/**
 * Searches a value set that is too large to hold: ValueSet/$expand with a text filter, for a field that completes what is
 * typed. Never throws.
 */
export async function searchValueSet(request: SearchRequest): Promise<Found> {
  const { canonical, server, filter, fetch, language, deadlineMs, signal } = request;
  const [url = '', version] = canonical.split('|');
  const wanted = Math.min(Math.max(1, request.count ?? 20), MAX_MATCHES);
  const address = operationUrl(server, 'ValueSet/$expand', {
    url,
    valueSetVersion: version,
    filter: filter.slice(0, MAX_FILTER),
    count: wanted,
    offset: 0,
    includeDesignations: 'false',
    displayLanguage: language,
  });
  const asked = await ask(address, fetch, within(deadlineMs, signal));
  if (!asked.ok) return asked;
  const { resourceType, expansion } = asked.json;
  if (resourceType !== 'ValueSet' || !isObject(expansion)) return { ok: false, reason: 'unreadable' };
  const flat = flatten(conceptsOf(expansion.contains));
  const codings = flat.flatMap((concept): Coding[] => {
    const system = text(concept.system);
    const code = text(concept.code);
    const display = text(concept.display);
    if (code === undefined || concept.abstract === true || concept.inactive === true) return [];
    return [
      {
        ...(system === undefined ? {} : { system }),
        code,
        ...(display === undefined ? {} : { display }),
      },
    ];
  });
  const { total } = expansion;
  return {
    ok: true,
    codings: codings.slice(0, wanted),
    more: codings.length > wanted || (typeof total === 'number' && total > flat.length),
  };
}

function flatten(concepts: readonly ReturnType<typeof conceptsOf>[number][]): ReturnType<typeof conceptsOf> {
  return concepts.flatMap((concept) => [concept, ...flatten(objectsOf(concept.contains))]);
}

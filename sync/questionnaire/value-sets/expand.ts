import { SCORE_NAME } from '../model/extensions.ts';
import { isObject, type JsonObject, numberOf, objectsOf, stringOf } from '../model/fhir-json.ts';
import { type AskFailure, ask, type FetchTerminology, operationUrl, within } from './ask-server.ts';
import type { NeededValueSet } from './needed.ts';

/** Keeps expansions between runs; what it gives is checked like a server's answer, and its failures are passed over. */
export interface ExpansionCache {
  get(key: string): Promise<unknown>;
  set(key: string, valueSet: JsonObject): Promise<void>;
}

export interface ExpandRequest {
  readonly needed: readonly NeededValueSet[];
  readonly fetch: FetchTerminology;
  readonly cache?: ExpansionCache;
  /** BCP 47: displays in that language, where the server has them. */
  readonly language?: string;
  /** Milliseconds for all of it together. */
  readonly deadlineMs: number;
  readonly signal?: AbortSignal;
}

export interface Expanded {
  /** FHIR ValueSets, each with its whole expansion: to pass as `supporting`. */
  readonly valueSets: readonly JsonObject[];
  /** What stays not at hand, and why the last server asked gave nothing. */
  readonly missing: readonly {
    readonly canonical: string;
    readonly reason: AskFailure | 'no-server';
  }[];
}

/** More is no list to choose from: such a set is searched, see `search.ts`. */
export const MAX_CONCEPTS = 2000;
const PAGE = 1000;
const AT_ONCE = 4;
const MAX_DEPTH = 50;

const KEPT = [
  'system',
  'version',
  'code',
  'display',
  '_display',
  'abstract',
  'inactive',
  'property',
] as const;

/** What the engine reads of a concept, and nothing else that a server may add. */
function conceptOf(source: JsonObject, depth: number): JsonObject {
  const kept = KEPT.filter((key) => source[key] !== undefined).map((key) => [key, source[key]] as const);
  const scores = objectsOf(source.extension).filter(
    ({ url }) => typeof url === 'string' && SCORE_NAME.test(url),
  );
  const designation = objectsOf(source.designation).flatMap(({ language, value }) =>
    language === undefined || value === undefined ? [] : [{ language, value }],
  );
  const contains = depth > MAX_DEPTH ? [] : conceptsOf(source.contains, depth + 1);
  return {
    ...Object.fromEntries(kept),
    ...(scores.length > 0 ? { extension: scores } : {}),
    ...(designation.length > 0 ? { designation } : {}),
    ...(contains.length > 0 ? { contains } : {}),
  };
}

export function conceptsOf(contains: unknown, depth = 0): readonly JsonObject[] {
  return objectsOf(contains).map((concept) => conceptOf(concept, depth));
}

function count(concepts: readonly JsonObject[]): number {
  return concepts.reduce((sum, { contains }) => sum + 1 + count(objectsOf(contains)), 0);
}

function isSameConcept(left: JsonObject | undefined, right: JsonObject | undefined): boolean {
  return left !== undefined && left.code === right?.code && left.system === right?.system;
}

type One =
  | { readonly ok: true; readonly valueSet: JsonObject }
  | { readonly ok: false; readonly reason: AskFailure };

/** Turns the pages of ValueSet/$expand (FHIR R4 ValueSet-operation-expand) until all of the expansion is here. */
async function expandAt(
  server: string,
  canonical: string,
  { fetch, language }: ExpandRequest,
  signal: AbortSignal,
): Promise<One> {
  const [url = '', version] = canonical.split('|');
  const contains: JsonObject[] = [];
  let size = 0;
  for (;;) {
    const address = operationUrl(server, 'ValueSet/$expand', {
      url,
      valueSetVersion: version,
      count: PAGE,
      offset: contains.length,
      includeDesignations: 'true',
      displayLanguage: language,
    });
    const asked = await ask(address, fetch, signal);
    if (!asked.ok) return asked;
    const { resourceType, expansion } = asked.json;
    if (resourceType !== 'ValueSet' || !isObject(expansion)) return { ok: false, reason: 'unreadable' };
    const page = conceptsOf(expansion.contains);
    const isRepeated = contains.length > 0 && isSameConcept(page[0], contains[0]);
    if (!isRepeated) {
      contains.push(...page);
      size += count(page);
    }
    const total = numberOf(expansion.total);
    if (size > MAX_CONCEPTS || (total ?? 0) > MAX_CONCEPTS) return { ok: false, reason: 'too-large' };
    // Without a total, the last page is the one that isn't full, or comes again from a server that doesn't page.
    const isLast = total === undefined ? isRepeated || page.length < PAGE : size >= total;
    if (isLast) {
      const said = version ?? stringOf(asked.json.version);
      return {
        ok: true,
        valueSet: {
          resourceType: 'ValueSet',
          url,
          ...(said === undefined ? {} : { version: said }),
          status: 'active',
          expansion: {
            ...(stringOf(expansion.timestamp) === undefined ? {} : { timestamp: expansion.timestamp }),
            total: size,
            contains,
          },
        },
      };
    }
    if (isRepeated || page.length === 0) return { ok: false, reason: 'unreadable' };
  }
}

function isExpansionOf(value: unknown, canonical: string): value is JsonObject {
  return (
    isObject(value) &&
    value.resourceType === 'ValueSet' &&
    value.url === canonical.split('|')[0] &&
    isObject(value.expansion) &&
    Array.isArray(value.expansion.contains)
  );
}

async function expandOne(
  { canonical, servers }: NeededValueSet,
  request: ExpandRequest,
  signal: AbortSignal,
): Promise<One | { readonly ok: false; readonly reason: 'no-server' }> {
  let last: Awaited<ReturnType<typeof expandOne>> = { ok: false, reason: 'no-server' };
  for (const server of servers) {
    const key = JSON.stringify([canonical, server, request.language ?? '']);
    const kept = await request.cache?.get(key).catch(() => undefined);
    if (isExpansionOf(kept, canonical)) return { ok: true, valueSet: kept };
    last = await expandAt(server, canonical, request, signal);
    if (last.ok) {
      await request.cache?.set(key, last.valueSet).catch(() => undefined);
      return last;
    }
  }
  return last;
}

/**
 * Asks the servers that a form prefers for the value sets that it lacks, one after the other for each set, a few sets at once.
 *
 * Never throws and never refuses: what can't be had, or is too large, or comes too late stays "not at hand". Only addresses
 * that the form names go out, no answer of anybody; still, call it where a vendor publishes, and not on a patient's device, whose
 * requests go to the vendor alone.
 */
export async function expandValueSets(request: ExpandRequest): Promise<Expanded> {
  const signal = within(request.deadlineMs, request.signal);
  const results: Awaited<ReturnType<typeof expandOne>>[] = [];
  const waiting = [...request.needed.entries()];
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [index, one] = next;
      results[index] = await expandOne(one, request, signal);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return {
    valueSets: results.flatMap((result) => (result.ok ? [result.valueSet] : [])),
    missing: request.needed.flatMap(({ canonical }, index) => {
      const result = results[index];
      return result === undefined || result.ok ? [] : [{ canonical, reason: result.reason }];
    }),
  };
}

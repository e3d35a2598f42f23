import { PREFERRED_TERMINOLOGY_SERVER, UNIT_VALUE_SET } from '../model/extensions.ts';
import {
  extensionOf,
  extensionsOf,
  isObject,
  type JsonObject,
  objectsOf,
  stringOf,
} from '../model/fhir-json.ts';
import { MAX_DEPTH } from '../model/limits.ts';
import { createTerminology } from './terminology.ts';

/** A value set that a form names and that isn't at hand, and whom its author would ask for it, best first. */
export interface NeededValueSet {
  /** url or url|version. */
  readonly canonical: string;
  /** Base addresses of FHIR servers; empty where the form prefers none. */
  readonly servers: readonly string[];
}

function serversOf(element: unknown): readonly string[] {
  return extensionsOf(element, PREFERRED_TERMINOLOGY_SERVER).flatMap(
    ({ valueUrl, valueUri, valueString }) =>
      stringOf(valueUrl) ?? stringOf(valueUri) ?? stringOf(valueString) ?? [],
  );
}

function namedBy(item: JsonObject): readonly string[] {
  const unitSet = extensionOf(item, UNIT_VALUE_SET);
  return [
    stringOf(item.answerValueSet),
    stringOf(unitSet?.valueCanonical) ?? stringOf(unitSet?.valueUri),
  ].filter((canonical) => canonical !== undefined);
}

/** Value sets that an incomplete one is composed of. */
function includedBy(valueSet: JsonObject): readonly string[] {
  const { compose } = valueSet;
  if (!isObject(compose)) return [];
  return [...objectsOf(compose.include), ...objectsOf(compose.exclude)].flatMap((part) =>
    Array.isArray(part.valueSet) ? part.valueSet.filter((one): one is string => typeof one === 'string') : [],
  );
}

/**
 * Lists what would have to be expanded before a form's options and units are at hand (SDC preferredTerminologyServer: of the
 * item, else of what it stands in, else of the form).
 *
 * A contained value set is asked for by its url, where it has one, and so is every set that it includes.
 *
 * @param questionnaire - any JSON; what is no Questionnaire needs nothing
 * @param supporting - ValueSets and CodeSystems beside the contained ones, FHIR JSON
 */
export function neededValueSets(
  questionnaire: unknown,
  supporting: readonly unknown[] = [],
): readonly NeededValueSet[] {
  if (!isObject(questionnaire)) return [];
  const resources = [...objectsOf(questionnaire.contained), ...supporting.filter(isObject)];
  const terminology = createTerminology(resources);
  const needed = new Map<string, Set<string>>();

  function need(canonical: string, servers: readonly string[], seen: ReadonlySet<string>): void {
    if (seen.has(canonical) || terminology.valueSet(canonical).status === 'ready') return;
    const [url, version] = canonical.split('|');
    const atHand = resources.find(
      (resource) =>
        resource.resourceType === 'ValueSet' &&
        (canonical.startsWith('#')
          ? resource.id === canonical.slice(1)
          : resource.url === url && (version === undefined || resource.version === version)),
    );
    const known = canonical.startsWith('#') ? stringOf(atHand?.url) : canonical;
    if (known !== undefined) {
      const preferred = needed.get(known) ?? new Set();
      needed.set(known, preferred);
      for (const server of servers) preferred.add(server);
    }
    const deeper = new Set([...seen, canonical]);
    if (deeper.size > MAX_DEPTH) return;
    for (const part of atHand === undefined ? [] : includedBy(atHand)) need(part, servers, deeper);
  }

  function walk(items: unknown, inherited: readonly string[], depth: number): void {
    if (depth > MAX_DEPTH) return;
    for (const item of objectsOf(items)) {
      const servers = [...new Set([...serversOf(item), ...inherited])];
      for (const canonical of namedBy(item)) need(canonical, servers, new Set());
      walk(item.item, servers, depth + 1);
    }
  }

  walk(questionnaire.item, serversOf(questionnaire), 1);
  return [...needed].map(([canonical, servers]) => ({ canonical, servers: [...servers] }));
}

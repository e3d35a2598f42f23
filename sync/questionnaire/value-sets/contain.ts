import { UNIT_VALUE_SET } from '../model/extensions.ts';
import { isObject, type JsonObject, objectsOf, stringOf } from '../model/fhir-json.ts';
import { MAX_DEPTH } from '../model/limits.ts';

/** FHIR R4 id: 1 to 64 letters, digits, hyphens and dots. */
function idFor(url: string, taken: ReadonlySet<string>): string {
  const name = (url.split('/').at(-1) ?? '').replace(/[^A-Za-z0-9.-]/g, '-').slice(0, 56) || 'value-set';
  let id = name;
  for (let number = 2; taken.has(id); number += 1) id = `${name}-${number}`;
  return id;
}

/** Points an item, and everything inside it, at contained sets where it names them by url. */
function pointed(
  item: JsonObject,
  idOf: (canonical: unknown) => string | undefined,
  depth: number,
): JsonObject {
  const answers = idOf(item.answerValueSet);
  const extension = Array.isArray(item.extension)
    ? item.extension.map((one: unknown) => {
        const units = isObject(one) && one.url === UNIT_VALUE_SET ? idOf(one.valueCanonical) : undefined;
        return isObject(one) && units !== undefined ? { ...one, valueCanonical: `#${units}` } : one;
      })
    : undefined;
  return {
    ...item,
    ...(answers === undefined ? {} : { answerValueSet: `#${answers}` }),
    ...(extension === undefined ? {} : { extension }),
    ...(Array.isArray(item.item) && depth < MAX_DEPTH ? { item: items(item.item, idOf, depth + 1) } : {}),
  };
}

function items(
  list: readonly unknown[],
  idOf: (canonical: unknown) => string | undefined,
  depth: number,
): readonly unknown[] {
  return list.map((item) => (isObject(item) ? pointed(item, idOf, depth) : item));
}

/**
 * Puts expanded value sets into a form, so that it is whole without any server: into the contained set of the same url where
 * there is one, else as a contained set of its own that the items then point at (FHIR R4, Contained Resources).
 */
export function containValueSets(questionnaire: JsonObject, valueSets: readonly JsonObject[]): JsonObject {
  const expansions = new Map(
    valueSets.flatMap((set) => (stringOf(set.url) ? [[set.url, set] as const] : [])),
  );
  const held = objectsOf(questionnaire.contained);
  const ids = new Set(held.flatMap(({ id }) => stringOf(id) ?? []));
  const filled = held.map((resource) => {
    const expanded = resource.resourceType === 'ValueSet' ? expansions.get(resource.url) : undefined;
    if (expanded !== undefined) expansions.delete(resource.url);
    return expanded === undefined ? resource : { ...resource, expansion: expanded.expansion };
  });
  const added = new Map<string, string>();
  const fresh = [...expansions.values()].map((valueSet) => {
    const url = stringOf(valueSet.url) ?? '';
    const id = idFor(url, ids);
    ids.add(id);
    added.set(url, id);
    return { ...valueSet, id };
  });
  const idOf = (canonical: unknown) => added.get(stringOf(canonical)?.split('|')[0] ?? '');
  return {
    ...questionnaire,
    ...(filled.length + fresh.length > 0 ? { contained: [...filled, ...fresh] } : {}),
    ...(Array.isArray(questionnaire.item) ? { item: items(questionnaire.item, idOf, 1) } : {}),
  };
}

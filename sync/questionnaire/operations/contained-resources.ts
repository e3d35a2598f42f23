import { type JsonObject, stringOf } from '../model/fhir-json.ts';
import { renameContained } from './link-id-prefix.ts';
import { sameJson } from './same-json.ts';

/** The contained resources of a form that others are put into. */
export function createContained(own: readonly JsonObject[]) {
  let contained = own;

  /** The same resource once, another one of the same id under a new id. @returns the ids that changed */
  function add(added: readonly JsonObject[], prefix: string): ReadonlyMap<string, string> {
    const ids = new Map<string, string>();
    for (const resource of added) {
      const id = stringOf(resource.id) ?? '';
      let free = `${prefix}${id}`;
      for (let count = 2; ; count += 1) {
        const there = contained.find((other) => other.id === free);
        if (there === undefined || sameJson({ ...there, id }, { ...resource, id })) break;
        free = `${prefix}${id}-${count}`;
      }
      if (free !== id) ids.set(id, free);
    }
    for (const resource of renameContained(added, ids)) {
      const renamed = { ...resource, id: ids.get(stringOf(resource.id) ?? '') ?? resource.id };
      if (!contained.some((other) => other.id === renamed.id)) contained = [...contained, renamed];
    }
    return ids;
  }

  return { add, all: () => contained };
}

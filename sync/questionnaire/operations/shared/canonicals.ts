import { isObject, type JsonObject, objectsOf, stringOf } from '../../model/fhir-json.ts';

export interface Canonical {
  readonly url: string;
  readonly version: string | undefined;
  /** What stands behind `#`. */
  readonly fragment: string | undefined;
}

/** Takes `url|version#fragment` apart (FHIR R4, 2.24.0.2). */
export function readCanonical(text: string): Canonical {
  const [whole = '', fragment] = text.split('#', 2);
  const [url = '', version] = whole.split('|', 2);
  return { url, version: version || undefined, fragment: fragment || undefined };
}

/** The canonical of a resource; undefined where it has no url. */
export function canonicalOf(resource: JsonObject): string | undefined {
  const url = stringOf(resource.url);
  const version = stringOf(resource.version);
  return url === undefined || version === undefined ? url : `${url}|${version}`;
}

/** Orders versions as semantic versions do, numbers by value: 1.10 comes after 1.9. */
function compareVersions(left: string, right: string): number {
  return left.localeCompare(right, 'en', { numeric: true });
}

/** The resources of a list, with those that its Bundles hold. */
export function allResources(supporting: readonly unknown[]): readonly JsonObject[] {
  return supporting
    .filter(isObject)
    .flatMap((resource) =>
      resource.resourceType === 'Bundle'
        ? objectsOf(resource.entry).flatMap((entry) => (isObject(entry.resource) ? [entry.resource] : []))
        : [resource],
    );
}

/** The resource of a type that a canonical names; without a version, its latest. */
export function findCanonical(
  resources: readonly JsonObject[],
  type: string,
  canonical: string,
): JsonObject | undefined {
  const { url, version } = readCanonical(canonical);
  const named = resources.filter(
    (resource) =>
      resource.resourceType === type &&
      resource.url === url &&
      (version === undefined || resource.version === version),
  );
  return named.reduce<JsonObject | undefined>(
    (latest, resource) =>
      latest !== undefined &&
      compareVersions(stringOf(latest.version) ?? '', stringOf(resource.version) ?? '') >= 0
        ? latest
        : resource,
    undefined,
  );
}

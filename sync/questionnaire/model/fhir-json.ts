/**
 * Reading FHIR JSON that nobody has checked: every function takes anything and never throws, so that a malformed form
 * becomes a list of faults.
 */

export type JsonObject = { readonly [key: string]: unknown };

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The objects of an array; anything else in it is passed over, and anything but an array is empty. */
export function objectsOf(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

export function stringOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

export function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

const goesBy =
  (urls: readonly unknown[]) =>
  (extension: unknown): extension is JsonObject =>
    isObject(extension) && urls.includes(extension.url);

/** Extensions of an element whose url is one of those given. */
export function extensionsOf(element: unknown, ...urls: readonly string[]): readonly JsonObject[] {
  return isObject(element) && Array.isArray(element.extension) ? element.extension.filter(goesBy(urls)) : [];
}

export function extensionOf(element: unknown, ...urls: readonly string[]): JsonObject | undefined {
  return extensionsOf(element, ...urls)[0];
}

/** The value[x] of an element, whatever its type. */
export function valueKeyOf(element: JsonObject, prefix = 'value'): string | undefined {
  return Object.keys(element).find(
    (key) => key.startsWith(prefix) && key.length > prefix.length && /[A-Z]/.test(key.charAt(prefix.length)),
  );
}

export function numberExtension(element: unknown, ...urls: readonly string[]): number | undefined {
  const extension = extensionOf(element, ...urls);
  const key = extension && valueKeyOf(extension);
  return key === undefined ? undefined : numberOf(extension?.[key]);
}

export function booleanExtension(element: unknown, ...urls: readonly string[]): boolean {
  return extensionOf(element, ...urls)?.valueBoolean === true;
}

import { isObject, type JsonObject } from '../../model/fhir-json.ts';

/** What FHIR R4 says of its elements, by path: `Patient.name`, `HumanName.given`, `Patient.contact.telecom`. */
export interface ElementModel {
  readonly path2Type: JsonObject;
  readonly path2Repeating: JsonObject;
  readonly choiceTypePaths: JsonObject;
  readonly pathsDefinedElsewhere: JsonObject;
}

export interface ElementFacts {
  /** The JSON key: of a choice with its type, `valueQuantity`. */
  readonly key: string;
  /** Name of a data type; `BackboneElement` where the element is defined in its resource. */
  readonly type: string;
  /** The path to go on from: of the data type, or of the backbone element. */
  readonly path: string;
  readonly repeats: boolean;
  /** Types of a choice that was named without its type, `Observation.value`. */
  readonly choices: readonly string[];
}

/** Loads what FHIR R4 says; half a megabyte, so only where it is needed. */
export async function loadElementModel(): Promise<ElementModel> {
  const { default: model } = await import('fhirpath/fhir-context/r4');
  const part = (value: unknown): JsonObject => (isObject(value) ? value : {});
  const parts: JsonObject = { ...model };
  return {
    path2Type: part(parts.path2Type),
    path2Repeating: part(parts.path2Repeating),
    choiceTypePaths: part(parts.choiceTypePaths),
    pathsDefinedElsewhere: part(parts.pathsDefinedElsewhere),
  };
}

function entry(of: JsonObject, path: string): unknown {
  return Object.hasOwn(of, path) ? of[path] : undefined;
}

/** @returns what an element below `path` is; undefined where FHIR R4 has none of that name */
export function elementFacts(model: ElementModel, path: string, name: string): ElementFacts | undefined {
  const elsewhere = entry(model.pathsDefinedElsewhere, `${path}.${name}`);
  const full = typeof elsewhere === 'string' ? elsewhere : `${path}.${name}`;
  const repeats =
    entry(model.path2Repeating, full) !== undefined && entry(model.path2Repeating, full) !== false;
  const choices = entry(model.choiceTypePaths, full);
  if (Array.isArray(choices)) {
    const types = choices.filter((type): type is string => typeof type === 'string');
    return { key: name, type: '', path: full, repeats: false, choices: types };
  }
  const type = entry(model.path2Type, full);
  if (typeof type === 'string') {
    if (type.startsWith('System.'))
      return { key: name, type: 'string', path: 'string', repeats, choices: [] };
    const own = type === 'BackboneElement' || type === 'Element';
    return { key: name, type, path: own ? full : type, repeats, choices: [] };
  }
  return chosen(model, path, name);
}

/** `valueQuantity` of the choice `value`. */
function chosen(model: ElementModel, path: string, name: string): ElementFacts | undefined {
  for (let end = name.length - 1; end > 0; end -= 1) {
    const suffix = name.slice(end);
    if (!/^[A-Z]/.test(suffix)) continue;
    const choices = entry(model.choiceTypePaths, `${path}.${name.slice(0, end)}`);
    if (!Array.isArray(choices) || !choices.includes(suffix)) continue;
    const type = dataType(suffix);
    return { key: name, type, path: type, repeats: false, choices: [] };
  }
  return undefined;
}

/** Primitive types begin with a small letter, which the suffix of a choice hides. */
export function dataType(suffix: string): string {
  const small = suffix.charAt(0).toLowerCase() + suffix.slice(1);
  return PRIMITIVES.includes(small) ? small : suffix;
}

export const PRIMITIVES: readonly string[] = [
  'base64Binary',
  'boolean',
  'canonical',
  'code',
  'date',
  'dateTime',
  'decimal',
  'id',
  'instant',
  'integer',
  'markdown',
  'oid',
  'positiveInt',
  'string',
  'time',
  'unsignedInt',
  'uri',
  'url',
  'uuid',
];

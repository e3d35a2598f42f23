import { EXPANSION_PROPERTY, SCORE_NAME } from '../model/extensions.ts';
import {
  extensionsOf,
  isObject,
  type JsonObject,
  numberOf,
  objectsOf,
  stringOf,
} from '../model/fhir-json.ts';

function propertyScore(property: JsonObject, codes: ReadonlySet<string>): number | undefined {
  const code = stringOf(property.code);
  if (code === undefined || !(SCORE_NAME.test(code) || codes.has(code))) return undefined;
  return numberOf(property.valueDecimal) ?? numberOf(property.valueInteger);
}

/**
 * The score that an element states: ordinalValue or itemWeight as an extension (FHIR R4 core, and the extensions pack), as a
 * concept property (CodeSystem, R5 expansion), or as the R5 property that R4 carries in an extension.
 *
 * @param codes - property codes that the CodeSystem declares to mean a score, whatever they are called
 */
export function statedScore(element: unknown, codes: ReadonlySet<string> = new Set()): number | undefined {
  if (!isObject(element)) return undefined;
  for (const extension of objectsOf(element.extension)) {
    if (typeof extension.url !== 'string' || !SCORE_NAME.test(extension.url)) continue;
    const score = numberOf(extension.valueDecimal) ?? numberOf(extension.valueInteger);
    if (score !== undefined) return score;
  }
  for (const property of objectsOf(element.property)) {
    const score = propertyScore(property, codes);
    if (score !== undefined) return score;
  }
  for (const extension of extensionsOf(element, EXPANSION_PROPERTY)) {
    const parts = objectsOf(extension.extension);
    const value = parts.find((part) => part.url === 'value');
    const code = parts.find((part) => part.url === 'code');
    const score = propertyScore({ ...value, code: code?.valueCode }, codes);
    if (score !== undefined) return score;
  }
  return undefined;
}

/** Codes of the properties that a CodeSystem declares by uri to be an itemWeight or an ordinalValue. */
export function scoreProperties(codeSystem: JsonObject): ReadonlySet<string> {
  const codes = new Set<string>();
  for (const property of objectsOf(codeSystem.property)) {
    const code = stringOf(property.code);
    if (code !== undefined && SCORE_NAME.test(stringOf(property.uri) ?? '')) codes.add(code);
  }
  return codes;
}

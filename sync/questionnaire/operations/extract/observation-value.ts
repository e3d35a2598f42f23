import { UNIT } from '../../model/extensions.ts';
import { extensionOf, isObject, type JsonObject, numberOf, stringOf } from '../../model/fhir-json.ts';
import { answerValue } from './response-places.ts';

/** The unit that an item fixes (questionnaire-unit), as a Quantity has it. */
export function fixedUnit(item: JsonObject): JsonObject | undefined {
  const coding = extensionOf(item, UNIT)?.valueCoding;
  if (!isObject(coding)) return undefined;
  const code = stringOf(coding.code);
  const system = stringOf(coding.system);
  const unit = stringOf(coding.display) ?? code;
  return {
    ...(unit === undefined ? {} : { unit }),
    ...(system === undefined ? {} : { system }),
    ...(code === undefined ? {} : { code }),
  };
}

/**
 * Observation.value[x] for an answer (SDC, Observation-based extraction): a number whose item fixes a unit becomes a Quantity, and
 * so does a decimal without one, which Observation has no other place for.
 *
 * @returns undefined where Observation takes no such value: attachments and references
 */
export function observationValue(item: JsonObject, answer: JsonObject): JsonObject | undefined {
  const read = answerValue(answer);
  if (read === undefined) return undefined;
  const { suffix, value } = read;
  switch (suffix) {
    case 'Integer':
    case 'Decimal': {
      const unit = fixedUnit(item);
      if (numberOf(value) === undefined) return undefined;
      if (unit === undefined && suffix === 'Integer') return { valueInteger: value };
      return { valueQuantity: { value, ...unit } };
    }
    case 'Boolean':
    case 'Time':
    case 'DateTime':
    case 'Quantity':
    case 'String':
      return { [`value${suffix}`]: value };
    case 'Date':
      return { valueDateTime: value };
    case 'Uri':
      return { valueString: value };
    case 'Coding':
      return { valueCodeableConcept: { coding: [value] } };
    default:
      return undefined;
  }
}

import type { QuestionnaireItem } from 'fhir/r4.js';
import * as url from '../model/extensions.ts';
import {
  booleanExtension,
  extensionOf,
  extensionsOf,
  isObject,
  numberExtension,
  numberOf,
  objectsOf,
  stringOf,
} from '../model/fhir-json.ts';
import type { Terminology } from '../value-sets/terminology.ts';
import { answerOptions, type OptionSet, optionSet } from '../values/options.ts';
import { readValue, type ValueType } from '../values/values.ts';
import type { Kind, Limits, UnitOption } from './plan.ts';

const VALUE_TYPES: Readonly<Record<string, readonly ValueType[]>> = {
  boolean: ['boolean'],
  decimal: ['decimal'],
  integer: ['integer'],
  date: ['date'],
  dateTime: ['dateTime'],
  time: ['time'],
  string: ['string'],
  text: ['string'],
  url: ['uri'],
  attachment: ['Attachment'],
  reference: ['Reference'],
  quantity: ['Quantity'],
  choice: ['Coding'],
  'open-choice': ['Coding', 'string'],
};

export function kindOf(type: QuestionnaireItem['type']): Kind {
  return type === 'group' || type === 'display' ? type : 'question';
}

/** Types of value[x] that an item takes (3.2 rule 7): a choice takes what its options are, an open choice also free text. */
export function allowedTypes(item: QuestionnaireItem, options: OptionSet | undefined): readonly ValueType[] {
  const types = VALUE_TYPES[item.type] ?? [];
  if (item.type !== 'choice' && item.type !== 'open-choice') return types;
  return [...new Set([...types, ...(options?.options.map((option) => option.value.type) ?? [])])];
}

/** answerOption goes before answerValueSet: having both is que-4. */
export function itemOptions(item: QuestionnaireItem, terminology: Terminology): OptionSet | undefined {
  if (item.answerOption !== undefined && item.answerOption.length > 0) {
    return optionSet('ready', answerOptions({ ...item }, terminology.scoreOf));
  }
  return item.answerValueSet === undefined ? undefined : terminology.valueSet(item.answerValueSet);
}

export function itemControls(item: QuestionnaireItem): readonly string[] {
  return extensionsOf(item, url.ITEM_CONTROL).flatMap((extension) => {
    const concept = isObject(extension.valueCodeableConcept)
      ? objectsOf(extension.valueCodeableConcept.coding)
      : [];
    return concept.flatMap((coding) => stringOf(coding.code) ?? []);
  });
}

/** Where in the form's markup an expression stands, by the extension's short name. */
export function expressionsOf(element: unknown): readonly string[] {
  return extensionsOf(element, ...url.EXPRESSIONS).map((extension) =>
    (stringOf(extension.url) ?? '').replace(/^.*[/-]/, ''),
  );
}

function extensionValue(item: QuestionnaireItem, ...urls: readonly string[]) {
  const extension = extensionOf(item, ...urls);
  const read = extension && readValue(extension);
  if (read?.state !== 'read') return undefined;
  // A Quantity that only holds an expression is computed, and no limit by itself.
  return read.value.type === 'Quantity' && read.value.value.value === undefined ? undefined : read.value;
}

function unitOf(coding: unknown): readonly UnitOption[] {
  if (!isObject(coding)) return [];
  return [
    {
      system: stringOf(coding.system),
      code: stringOf(coding.code),
      display: stringOf(coding.display),
    },
  ];
}

/** Closed where an author says nothing, or what SDC doesn't know. */
function unitOpenOf(item: QuestionnaireItem): Limits['unitOpen'] {
  const code = extensionOf(item, url.UNIT_OPEN)?.valueCode;
  return code === 'optionsOrType' || code === 'optionsOrString' ? code : 'optionsOnly';
}

/**
 * Some authors put the FHIRPath call `matches('…')` where a regular expression belongs. Read literally it would refuse every answer.
 */
export function patternSource(text: string): string {
  return /^matches\('([\s\S]*)'\)$/.exec(text)?.[1] ?? text;
}

export function hasComputedText(item: QuestionnaireItem): boolean {
  return extensionOf(item._text, url.CQF_EXPRESSION, url.CQF_CALCULATED_VALUE) !== undefined;
}

export function readLimits(item: QuestionnaireItem, terminology: Terminology): Limits {
  const pattern = stringOf(extensionOf(item, url.REGEX)?.valueString);
  const unitSet = extensionOf(item, url.UNIT_VALUE_SET);
  const unitSetCanonical = stringOf(unitSet?.valueCanonical) ?? stringOf(unitSet?.valueUri);
  return {
    minLength: numberExtension(item, url.MIN_LENGTH),
    maxLength: numberOf(item.maxLength),
    minValue: extensionValue(item, url.MIN_QUANTITY) ?? extensionValue(item, url.MIN_VALUE),
    maxValue: extensionValue(item, url.MAX_QUANTITY) ?? extensionValue(item, url.MAX_VALUE),
    maxDecimalPlaces: numberExtension(item, url.MAX_DECIMAL_PLACES),
    pattern: pattern === undefined ? undefined : patternSource(pattern),
    entryFormat: stringOf(
      extensionOf(item, 'http://hl7.org/fhir/StructureDefinition/entryFormat')?.valueString,
    ),
    minOccurs: numberExtension(item, url.MIN_OCCURS),
    maxOccurs: numberExtension(item, url.MAX_OCCURS),
    mimeTypes: extensionsOf(item, url.MIME_TYPE).flatMap(
      (extension) => stringOf(extension.valueCode) ?? stringOf(extension.valueString) ?? [],
    ),
    maxSize: numberExtension(item, url.MAX_SIZE),
    // questionnaire-unit fixes the unit of a quantity; on an integer or decimal it only says what the number counts.
    units:
      item.type === 'quantity'
        ? extensionsOf(item, url.UNIT_OPTION, url.UNIT).flatMap((extension) => unitOf(extension.valueCoding))
        : [],
    unitSet: unitSetCanonical === undefined ? undefined : terminology.valueSet(unitSetCanonical),
    unitOpen: unitOpenOf(item),
    unitSystem: stringOf(extensionOf(item, url.UNIT_SUPPLEMENTAL_SYSTEM)?.valueCanonical)?.split('|')[0],
    referenceTypes: extensionsOf(item, url.REFERENCE_RESOURCE).flatMap(
      (extension) => stringOf(extension.valueCode) ?? [],
    ),
  };
}

/** Of questionnaire-usageMode: shown only where a completed response is displayed, never while it is filled in. */
const DISPLAY_ONLY: readonly unknown[] = ['display', 'display-non-empty'];

export function isHidden(item: QuestionnaireItem): boolean {
  return (
    booleanExtension(item, url.HIDDEN) || DISPLAY_ONLY.includes(extensionOf(item, url.USAGE_MODE)?.valueCode)
  );
}

export function isCalculated(item: QuestionnaireItem): boolean {
  return extensionOf(item, url.CALCULATED_EXPRESSION) !== undefined;
}

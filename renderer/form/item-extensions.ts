/** What a control needs to know of an item's extensions. The engine judges; this only shapes the screen. */
import type { Coding, Extension, QuestionnaireItem } from 'fhir/r4.js';

const CORE = 'http://hl7.org/fhir/StructureDefinition/';
const SDC = 'http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-questionnaire-';

const extensionsOf = (item: QuestionnaireItem, url: string): readonly Extension[] =>
  item.extension?.filter((extension) => extension.url === url) ?? [];

/** Codes of questionnaire-itemControl. */
export function itemControlCodes(item: QuestionnaireItem): readonly string[] {
  return extensionsOf(item, `${CORE}questionnaire-itemControl`).flatMap((extension) =>
    (extension.valueCodeableConcept?.coding ?? []).flatMap((coding) => coding.code ?? []),
  );
}

/** questionnaire-unitOption, else questionnaire-unit. */
export function unitCodings(item: QuestionnaireItem): readonly Coding[] {
  const options = extensionsOf(item, `${CORE}questionnaire-unitOption`).flatMap(
    (extension) => extension.valueCoding ?? [],
  );
  return options.length > 0
    ? options
    : extensionsOf(item, `${CORE}questionnaire-unit`).flatMap((extension) => extension.valueCoding ?? []);
}

export function mimeTypes(item: QuestionnaireItem): readonly string[] {
  return extensionsOf(item, `${CORE}mimeType`).flatMap(
    (extension) => extension.valueCode ?? extension.valueString ?? [],
  );
}

/** Bytes. */
export function maxSize(item: QuestionnaireItem): number | undefined {
  return extensionsOf(item, `${CORE}maxSize`)[0]?.valueDecimal;
}

export function entryFormat(item: QuestionnaireItem): string | undefined {
  return extensionsOf(item, `${CORE}entryFormat`)[0]?.valueString;
}

export function openLabel(item: QuestionnaireItem): string | undefined {
  return extensionsOf(item, `${SDC}openLabel`)[0]?.valueString;
}

/** Of minValue, maxValue or sliderStepValue. */
export function numericLimit(
  item: QuestionnaireItem,
  name: 'minValue' | 'maxValue' | 'questionnaire-sliderStepValue',
): number | undefined {
  const extension = extensionsOf(item, `${CORE}${name}`)[0];
  return extension?.valueInteger ?? extension?.valueDecimal;
}

export function maxOccurs(item: QuestionnaireItem): number | undefined {
  return extensionsOf(item, `${CORE}questionnaire-maxOccurs`)[0]?.valueInteger;
}

/** What a control needs to know of an item's extensions. The engine judges; this only shapes the screen. */
import type { Attachment, Coding, Extension, Quantity, QuestionnaireItem } from 'fhir/r4.js';
import type { AnswerValue } from '../../../sync/questionnaire/model/contract.ts';
import { isObject } from '../../../sync/questionnaire/model/fhir-json.ts';
import { readText, textIn } from '../../../sync/questionnaire/values/language.ts';
import { matchesOption, readValue } from '../../../sync/questionnaire/values/values.ts';

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

/** The place of a quantity's unit in the list; -1 where it is another, or there is none. */
export function placeOfUnit(units: readonly Coding[], { code, unit, system }: Quantity): number {
  return units.findIndex((option) =>
    code !== undefined && option.code !== undefined
      ? option.code === code &&
        (system === undefined || option.system === undefined || option.system === system)
      : unit !== undefined && unit === (option.display ?? option.code),
  );
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

/** Which of an author's translations to take. */
export interface TextLanguages {
  /** BCP 47 of the reader. */
  readonly language: string | undefined;
  /** Of the form's own texts. */
  readonly formLanguage: string | undefined;
}

function textOfExtension(
  extension: Extension | undefined,
  { language, formLanguage }: TextLanguages,
): string | undefined {
  const text = isObject(extension) ? readText(extension, 'valueString') : undefined;
  return text && textIn(text, language, formLanguage);
}

const ownLanguage: TextLanguages = { language: undefined, formLanguage: undefined };

export function entryFormat(
  item: QuestionnaireItem,
  languages: TextLanguages = ownLanguage,
): string | undefined {
  return textOfExtension(extensionsOf(item, `${CORE}entryFormat`)[0], languages);
}

/** maxDecimalPlaces (FHIR R4); undefined where any number of them will do. */
export function maxDecimalPlaces(item: QuestionnaireItem): number | undefined {
  return extensionsOf(item, `${CORE}maxDecimalPlaces`)[0]?.valueInteger;
}

export function openLabel(
  item: QuestionnaireItem,
  languages: TextLanguages = ownLanguage,
): string | undefined {
  return textOfExtension(extensionsOf(item, `${SDC}openLabel`)[0], languages);
}

/** SDC keyboard, as its author wrote it. */
export function itemKeyboard(item: QuestionnaireItem): string | undefined {
  const extension = extensionsOf(item, `${SDC}keyboard`)[0];
  return extension?.valueCode ?? extension?.valueCoding?.code;
}

/** How the options are laid out (questionnaire-choiceOrientation), and beside each other how many at most (SDC columnCount). */
export function choiceLayout(item: QuestionnaireItem): {
  readonly orientation: 'horizontal' | 'vertical' | undefined;
  readonly columns: number | undefined;
} {
  const orientation = extensionsOf(item, `${CORE}questionnaire-choiceOrientation`)[0]?.valueCode;
  const columns = extensionsOf(item, `${SDC}columnCount`)[0]?.valuePositiveInt;
  return {
    orientation: orientation === 'horizontal' || orientation === 'vertical' ? orientation : undefined,
    columns: columns !== undefined && columns > 1 ? Math.min(columns, 12) : undefined,
  };
}

export interface OptionDetails {
  /** questionnaire-optionPrefix. */
  readonly prefix?: string | undefined;
  /** SDC itemAnswerMedia. */
  readonly media?: Attachment | undefined;
}

/** What the author's answerOption says beside its value; empty for options of value sets. */
export function optionDetails(item: QuestionnaireItem, value: AnswerValue): OptionDetails {
  for (const element of item.answerOption ?? []) {
    if (element.extension === undefined) continue;
    const read = isObject(element) ? readValue(element) : undefined;
    if (read?.state !== 'read' || !matchesOption(value, read.value)) continue;
    const of = (url: string) => element.extension?.find((extension) => extension.url === url);
    return {
      prefix: of(`${CORE}questionnaire-optionPrefix`)?.valueString,
      media: of(`${SDC}itemAnswerMedia`)?.valueAttachment,
    };
  }
  return {};
}

/**
 * The address of a picture that may be shown: what is in the form itself, or on this origin. Never another's, who would learn
 * who reads which form.
 */
export function pictureAddress(media: Attachment | undefined): string | undefined {
  if (media === undefined) return undefined;
  const { contentType = '', data, url } = media;
  if (data !== undefined)
    return /^image\/[\w.+-]+$/.test(contentType) ? `data:${contentType};base64,${data}` : undefined;
  return url !== undefined && (/^\/(?!\/)[^\\]*$/.test(url) || url.startsWith('data:image/'))
    ? url
    : undefined;
}

/** SDC unitOpen: whether a unit beside those that are offered may be given. */
export function isUnitOpen(item: QuestionnaireItem): boolean {
  const code = extensionsOf(item, `${SDC}unitOpen`)[0]?.valueCode;
  return code === 'optionsOrType' || code === 'optionsOrString';
}

export function unitValueSet(item: QuestionnaireItem): string | undefined {
  return extensionsOf(item, `${CORE}questionnaire-unitValueSet`)[0]?.valueCanonical;
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

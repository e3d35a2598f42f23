/**
 * Every extension of a form that is read here, and by whom; what is in none of these lists has no effect. A test looks for the code that
 * reads each of them, and for code that reads any other.
 */
import * as url from '../model/extensions.ts';
import * as sdc from '../model/sdc-extensions.ts';

const CORE = 'http://hl7.org/fhir/StructureDefinition/';
const SDC = 'http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-questionnaire-';

export type Reader = 'engine' | 'operations' | 'screen';

export const READ_EXTENSIONS: Readonly<Record<Reader, readonly string[]>> = {
  engine: [
    ...url.EXPRESSIONS,
    url.TRANSLATION,
    url.HIDDEN,
    url.USAGE_MODE,
    url.ITEM_CONTROL,
    url.SHORT_TEXT,
    url.OPTION_EXCLUSIVE,
    url.MIN_OCCURS,
    url.MAX_OCCURS,
    url.MIN_LENGTH,
    url.MIN_VALUE,
    url.MAX_VALUE,
    url.MIN_QUANTITY,
    url.MAX_QUANTITY,
    url.MAX_DECIMAL_PLACES,
    url.REGEX,
    url.MIME_TYPE,
    url.MAX_SIZE,
    url.UNIT,
    url.UNIT_OPTION,
    url.UNIT_VALUE_SET,
    url.UNIT_OPEN,
    url.UNIT_SUPPLEMENTAL_SYSTEM,
    url.PREFERRED_TERMINOLOGY_SERVER,
    url.REFERENCE_RESOURCE,
    url.LAUNCH_CONTEXT,
    url.SIGNATURE_REQUIRED,
    url.CQF_EXPRESSION,
    url.CQF_CALCULATED_VALUE,
    url.EXPANSION_PROPERTY,
    `${CORE}entryFormat`,
  ],
  operations: [
    sdc.SUB_QUESTIONNAIRE,
    sdc.ASSEMBLE_EXPECTATION,
    sdc.ASSEMBLE_CONTEXT,
    sdc.ASSEMBLED_FROM,
    sdc.CQF_LIBRARY,
    ...sdc.TARGET_CONSTRAINTS,
    sdc.OBSERVATION_EXTRACT,
    sdc.OBSERVATION_EXTRACT_CATEGORY,
    sdc.OBSERVATION_EXTRACT_ENTRY,
    sdc.OBSERVATION_LINK_PERIOD,
    sdc.DEFINITION_EXTRACT,
    sdc.DEFINITION_EXTRACT_VALUE,
    sdc.ITEM_EXTRACTION_CONTEXT,
    sdc.ITEM_POPULATION_CONTEXT,
    sdc.EXTRACT_ALLOCATE_ID,
    sdc.TEMPLATE_EXTRACT,
    sdc.TEMPLATE_EXTRACT_BUNDLE,
    sdc.TEMPLATE_EXTRACT_CONTEXT,
    sdc.TEMPLATE_EXTRACT_VALUE,
    sdc.IS_SUBJECT,
    sdc.SOURCE_QUERIES,
    ...Object.values(sdc.OLDER_ADDRESSES).flat(),
  ],
  screen: [
    `${CORE}questionnaire-choiceOrientation`,
    `${CORE}questionnaire-optionPrefix`,
    `${CORE}questionnaire-sliderStepValue`,
    `${CORE}questionnaire-collapsible`,
    `${CORE}questionnaire-supportLink`,
    `${CORE}questionnaire-supportHyperlink`,
    `${CORE}questionnaire-itemMedia`,
    `${CORE}rendering-xhtml`,
    `${CORE}rendering-markdown`,
    `${CORE}rendering-style`,
    `${SDC}keyboard`,
    `${SDC}openLabel`,
    `${SDC}columnCount`,
    `${SDC}itemAnswerMedia`,
    `${SDC}collapsible`,
    `${SDC}itemMedia`,
    `${SDC}shortText`,
    `${SDC}width`,
  ],
};

const ADDRESSES: ReadonlySet<string> = new Set(Object.values(READ_EXTENSIONS).flat());

/** Scores and licences go by more than one address. */
const PATTERNS: readonly RegExp[] = [url.SCORE_NAME, /artifact-license$/];

export function isRead(address: string): boolean {
  return ADDRESSES.has(address) || PATTERNS.some((pattern) => pattern.test(address));
}

/** What becomes of a form where one of these isn't read, by the last part of its address. */
const CONSEQUENCES: Readonly<Record<string, string>> = {
  lookupQuestionnaire: 'a reference is typed, and no other form is opened to find or make what it names',
  choiceColumn: 'choices are shown by their display alone, without columns of their properties',
  disabledDisplay: 'a disabled item is always hidden, also where it should be shown and protected',
  performerType: 'anybody who has the form can answer the item, whatever their role',
  entryMode: 'a person can go back to every question and change it, as in prior-edit',
  contextExpression: 'what should help to answer is not shown; its value can be read by its name',
  sourceStructureMap: 'nothing is filled in by the map',
  targetStructureMap: 'nothing is extracted by the map',
  'rendering-styleSensitive': 'the style of the text is kept where it is safe, and left out where it is not',
  'rendering-criticalExtension': 'that the form relies on an extension is not looked at',
  'terminology-server': 'the server is not asked; only preferredTerminologyServer of SDC is',
  preferredTerminologyServer: 'the server is not asked; its address is that of another edition',
  optionalDisplay: 'the item is always shown',
  displayCategory: 'the display is shown like any other',
  'valueset-conceptOrder': 'options stand in the order in which the value set has them',
  'valueset-label': 'the option is shown by its display',
};

/** The last part of an address, without the prefixes that all have. */
export function extensionName(address: string): string {
  return (address.split(/[/#]/).at(-1) ?? '')
    .replace(/^extension-Questionnaire\.item\./, '')
    .replace(/^(sdc-)?questionnaire-/, '')
    .replace(/^sdc-/, '');
}

export function consequenceOf(address: string): string | undefined {
  const name = extensionName(address);
  return Object.hasOwn(CONSEQUENCES, name) ? CONSEQUENCES[name] : undefined;
}

/** Canonical addresses of the extensions that only operations read. */

const SDC = 'http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-questionnaire-';
const CORE = 'http://hl7.org/fhir/StructureDefinition/';

export const SUB_QUESTIONNAIRE = `${SDC}subQuestionnaire`;
export const ASSEMBLE_EXPECTATION = `${SDC}assemble-expectation`;
export const ASSEMBLE_CONTEXT = `${SDC}assembleContext`;
export const ASSEMBLED_FROM = `${SDC}assembledFrom`;
export const LAUNCH_CONTEXT = `${SDC}launchContext`;
export const CQF_LIBRARY = `${CORE}cqf-library`;
export const VARIABLE = `${CORE}variable`;
export const TARGET_CONSTRAINTS: readonly string[] = [`${CORE}targetConstraint`, `${SDC}targetConstraint`];

export const OBSERVATION_EXTRACT = `${SDC}observationExtract`;
export const OBSERVATION_EXTRACT_CATEGORY = `${SDC}observation-extract-category`;
export const OBSERVATION_EXTRACT_ENTRY = `${SDC}observationExtractEntry`;
export const OBSERVATION_LINK_PERIOD = `${SDC}observationLinkPeriod`;
export const DEFINITION_EXTRACT = `${SDC}definitionExtract`;
export const DEFINITION_EXTRACT_VALUE = `${SDC}definitionExtractValue`;
export const ITEM_EXTRACTION_CONTEXT = `${SDC}itemExtractionContext`;
export const ITEM_POPULATION_CONTEXT = `${SDC}itemPopulationContext`;
export const EXTRACT_ALLOCATE_ID = `${SDC}extractAllocateId`;
export const TEMPLATE_EXTRACT = `${SDC}templateExtract`;
export const TEMPLATE_EXTRACT_BUNDLE = `${SDC}templateExtractBundle`;
export const TEMPLATE_EXTRACT_CONTEXT = `${SDC}templateExtractContext`;
export const TEMPLATE_EXTRACT_VALUE = `${SDC}templateExtractValue`;
export const IS_SUBJECT = `${SDC}isSubject`;
export const SOURCE_QUERIES = `${SDC}sourceQueries`;
export const INITIAL_EXPRESSION = `${SDC}initialExpression`;
export const TARGET_STRUCTURE_MAP = `${SDC}targetStructureMap`;
export const SOURCE_STRUCTURE_MAP = `${SDC}sourceStructureMap`;

/** What an older form, or one of the first version of SDC, calls the same. */
export const OLDER_ADDRESSES: Readonly<Record<string, readonly string[]>> = {
  [OBSERVATION_EXTRACT]: [`${CORE}questionnaire-observationExtract`],
  [OBSERVATION_LINK_PERIOD]: [`${CORE}questionnaire-observationLinkPeriod`],
};

/** Canonical addresses of the extensions that the engine reads: FHIR R4 core, the extensions pack, and SDC. */

const CORE = 'http://hl7.org/fhir/StructureDefinition/';
const SDC = 'http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-questionnaire-';

export const TRANSLATION = `${CORE}translation`;
export const HIDDEN = `${CORE}questionnaire-hidden`;
export const ITEM_CONTROL = `${CORE}questionnaire-itemControl`;
export const OPTION_EXCLUSIVE = `${CORE}questionnaire-optionExclusive`;
export const MIN_OCCURS = `${CORE}questionnaire-minOccurs`;
export const MAX_OCCURS = `${CORE}questionnaire-maxOccurs`;
export const MIN_LENGTH = `${CORE}minLength`;
export const MIN_VALUE = `${CORE}minValue`;
export const MAX_VALUE = `${CORE}maxValue`;
export const MIN_QUANTITY = `${SDC}minQuantity`;
export const MAX_QUANTITY = `${SDC}maxQuantity`;
export const MAX_DECIMAL_PLACES = `${CORE}maxDecimalPlaces`;
/** FHIR R4: the digits after the decimal point that a decimal was written with, whatever its JSON number shows. */
export const PRECISION = `${CORE}quantity-precision`;
export const REGEX = `${CORE}regex`;
export const MIME_TYPE = `${CORE}mimeType`;
/** Bytes, as the extensions pack defines it (DSTU 2 still said megabytes). */
export const MAX_SIZE = `${CORE}maxSize`;
export const UNIT = `${CORE}questionnaire-unit`;
export const UNIT_OPTION = `${CORE}questionnaire-unitOption`;
export const UNIT_VALUE_SET = `${CORE}questionnaire-unitValueSet`;
export const UNIT_OPEN = `${SDC}unitOpen`;
export const UNIT_SUPPLEMENTAL_SYSTEM = `${SDC}unitSupplementalSystem`;
export const PREFERRED_TERMINOLOGY_SERVER = `${SDC}preferredTerminologyServer`;
export const REFERENCE_RESOURCE = `${CORE}questionnaire-referenceResource`;

export const ENABLE_WHEN_EXPRESSION = `${SDC}enableWhenExpression`;
export const CALCULATED_EXPRESSION = `${SDC}calculatedExpression`;
export const INITIAL_EXPRESSION = `${SDC}initialExpression`;
export const ANSWER_EXPRESSION = `${SDC}answerExpression`;
export const CANDIDATE_EXPRESSION = `${SDC}candidateExpression`;
export const OPTIONS_TOGGLE_EXPRESSION = `${SDC}answerOptionsToggleExpression`;
export const VARIABLE = `${CORE}variable`;
export const CONSTRAINT = `${CORE}questionnaire-constraint`;
export const TARGET_CONSTRAINT = `${CORE}targetConstraint`;
/** What only an expression engine can serve; a form with any of these says so in `needs.expressions`. */
export const EXPRESSIONS: readonly string[] = [
  ENABLE_WHEN_EXPRESSION,
  CALCULATED_EXPRESSION,
  INITIAL_EXPRESSION,
  ANSWER_EXPRESSION,
  CANDIDATE_EXPRESSION,
  OPTIONS_TOGGLE_EXPRESSION,
  VARIABLE,
  CONSTRAINT,
  TARGET_CONSTRAINT,
];
export const LAUNCH_CONTEXT = `${SDC}launchContext`;
/** A name of a few words, where there is no room for an item's text. */
export const SHORT_TEXT = `${SDC}shortText`;
/** Shows staff what helps to answer; only its name and its place are read. */
export const CONTEXT_EXPRESSION = `${SDC}contextExpression`;
/** Expressions that those on the same item and below may read by their name (FHIR Expression.name), beside variables. */
export const NAMED_EXPRESSIONS: readonly string[] = [
  ENABLE_WHEN_EXPRESSION,
  CALCULATED_EXPRESSION,
  INITIAL_EXPRESSION,
  ANSWER_EXPRESSION,
  CANDIDATE_EXPRESSION,
  CONTEXT_EXPRESSION,
];
export const USAGE_MODE = `${CORE}questionnaire-usageMode`;
export const SIGNATURE_REQUIRED = `${CORE}questionnaire-signatureRequired`;
export const RESPONSE_SIGNATURE = `${CORE}questionnaireresponse-signature`;
/** Stand on a primitive's shadow element, where they compute the text or the limit. */
export const CQF_EXPRESSION = `${CORE}cqf-expression`;
export const CQF_CALCULATED_VALUE = `${CORE}cqf-calculatedValue`;

/** R5 writes the properties of an expanded concept as elements, R4 as this extension. */
export const EXPANSION_PROPERTY =
  'http://hl7.org/fhir/5.0/StructureDefinition/extension-ValueSet.expansion.contains.property';

/** The score of an option goes by several addresses: questionnaire-, valueset- and codesystem- prefixes among them. */
export const SCORE_NAME = /(^|[/#-])(ordinalValue|itemWeight)$/;

/** Questionnaires for the tests of the whole form, in as few words as they can be written. */
import type { Extension, Questionnaire, QuestionnaireItem } from 'fhir/r4.js';

export const CORE = 'http://hl7.org/fhir/StructureDefinition/';
export const SDC = 'http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-questionnaire-';

export const questionnaireOf = (...item: readonly QuestionnaireItem[]): Questionnaire => ({
  resourceType: 'Questionnaire',
  status: 'active',
  url: 'https://care.example/whole',
  title: 'Before your visit',
  item: [...item],
});

export const itemControl = (code: string): Extension => ({
  url: `${CORE}questionnaire-itemControl`,
  valueCodeableConcept: { coding: [{ system: 'http://hl7.org/fhir/questionnaire-item-control', code }] },
});

export const expression = (url: string, source: string): Extension => ({
  url: `${SDC}${url}`,
  valueExpression: { language: 'text/fhirpath', expression: source },
});

export const text = (linkId: string, more: Partial<QuestionnaireItem> = {}): QuestionnaireItem => ({
  linkId,
  type: 'string',
  text: linkId,
  ...more,
});

export const group = (
  linkId: string,
  control: string | undefined,
  item: readonly QuestionnaireItem[],
  more: Partial<QuestionnaireItem> = {},
): QuestionnaireItem => ({
  linkId,
  type: 'group',
  text: linkId,
  ...(control === undefined ? {} : { extension: [itemControl(control)] }),
  item: [...item],
  ...more,
});

export const display = (
  linkId: string,
  said: string,
  ...extension: readonly Extension[]
): QuestionnaireItem => ({
  linkId,
  type: 'display',
  text: said,
  extension: [...extension],
});

export const choice = (
  linkId: string,
  codes: readonly string[],
  more: Partial<QuestionnaireItem> = {},
): QuestionnaireItem => ({
  linkId,
  type: 'choice',
  text: linkId,
  answerOption: codes.map((code) => ({
    valueCoding: { system: 'https://care.example', code, display: code },
  })),
  ...more,
});

import type { Questionnaire, QuestionnaireItem } from 'fhir/r4.js';
import type { QuestionnaireFault } from '../model/contract.ts';
import { isObject, type JsonObject, objectsOf, stringOf } from '../model/fhir-json.ts';
import { MAX_DEPTH } from '../model/limits.ts';
import { readValue } from '../values/values.ts';
import { operatorOf } from './condition.ts';

const TYPES: readonly string[] = [
  'group',
  'display',
  'boolean',
  'decimal',
  'integer',
  'date',
  'dateTime',
  'time',
  'string',
  'text',
  'url',
  'choice',
  'open-choice',
  'attachment',
  'reference',
  'quantity',
] satisfies readonly QuestionnaireItem['type'][];

type Kind = 'string' | 'boolean' | 'number' | 'objects' | 'object';

type Fields = readonly (readonly [name: string, kind: Kind])[];

const QUESTIONNAIRE_FIELDS: Fields = Object.entries<Kind>({
  url: 'string',
  version: 'string',
  title: 'string',
  language: 'string',
  status: 'string',
  contained: 'objects',
  extension: 'objects',
  effectivePeriod: 'object',
  item: 'objects',
});

const ITEM_FIELDS: Fields = Object.entries<Kind>({
  linkId: 'string',
  text: 'string',
  prefix: 'string',
  definition: 'string',
  answerValueSet: 'string',
  enableBehavior: 'string',
  required: 'boolean',
  repeats: 'boolean',
  readOnly: 'boolean',
  maxLength: 'number',
  code: 'objects',
  enableWhen: 'objects',
  answerOption: 'objects',
  initial: 'objects',
  extension: 'objects',
  item: 'objects',
});

function fits(value: unknown, kind: Kind): boolean {
  if (kind === 'objects') return Array.isArray(value) && value.every(isObject);
  return kind === 'object' ? isObject(value) : typeof value === kind;
}

const NAMES: Readonly<Record<Kind, string>> = {
  string: 'a string',
  boolean: 'true or false',
  number: 'a number',
  objects: 'a list of objects',
  object: 'an object',
};

type Report = (code: string, path: string, message: string, remedy: string, linkId?: string) => void;

function checkFields(element: JsonObject, fields: Fields, path: string, report: Report) {
  for (const [key, kind] of fields) {
    const value = element[key];
    if (value === undefined || fits(value, kind)) continue;
    report('malformed', `${path}.${key}`, `${key} is not ${NAMES[kind]}`, `Write ${key} as ${NAMES[kind]}.`);
  }
}

/** SDC: names extensions that must be understood; those that are read here may be named. */
const CRITICAL =
  /^http:\/\/hl7\.org\/fhir\/uv\/sdc\/StructureDefinition\/(sdc-)?rendering-criticalExtension$/;
const RENDERED = /^http:\/\/hl7\.org\/fhir\/StructureDefinition\/rendering-(style|xhtml|markdown)$/;

function isUnderstood({ url, valueCanonical, valueUri }: JsonObject): boolean {
  const named = valueCanonical ?? valueUri;
  return typeof url === 'string' && CRITICAL.test(url) && typeof named === 'string' && RENDERED.test(named);
}

/** FHIR R4, Extensibility: an element with a modifier that isn't understood must not be processed. */
function checkModifiers(element: JsonObject, path: string, report: Report) {
  const { modifierExtension } = element;
  if (modifierExtension === undefined) return;
  const list = Array.isArray(modifierExtension) ? modifierExtension : [modifierExtension];
  if (list.every((one) => isObject(one) && isUnderstood(one))) return;
  report(
    'modifier-extension',
    `${path}.modifierExtension`,
    'the element has a modifierExtension that is not known here',
    'Leave it out, or use a form that does without.',
    stringOf(element.linkId),
  );
}

function checkConditions(item: JsonObject, path: string, report: Report) {
  if (!Array.isArray(item.enableWhen)) return;
  for (const [index, condition] of item.enableWhen.entries()) {
    const place = `${path}.enableWhen[${index}]`;
    if (!isObject(condition)) continue;
    if (typeof condition.question !== 'string') {
      report('malformed', `${place}.question`, 'a condition names no question', 'Give the linkId it reads.');
    }
    if (operatorOf(condition.operator) === undefined) {
      report(
        'malformed',
        `${place}.operator`,
        'a condition has no known operator',
        'Use exists, =, !=, >, <, >= or <=.',
      );
    }
    if (readValue(condition, 'answer').state !== 'read') {
      report(
        'malformed',
        `${place}.answer`,
        'a condition has no readable answer[x]',
        'Give one answer[x] of a FHIR type.',
      );
    }
  }
}

function checkValues(item: JsonObject, key: 'answerOption' | 'initial', path: string, report: Report) {
  const elements = item[key];
  if (!Array.isArray(elements)) return;
  for (const [index, element] of elements.entries()) {
    if (!isObject(element)) continue;
    const read = readValue(element);
    // An empty option is harmless (a computed one has its value in an extension); a value of the wrong JSON type is not.
    if (read.state === 'malformed') {
      report(
        'malformed',
        `${path}.${key}[${index}].${read.key}`,
        `${read.key} can't be read`,
        'Write the value as FHIR R4 defines its type.',
      );
    }
  }
}

/** Faults that leave nothing to run: anything here refuses the form, whatever it is opened for. */
export function shapeFaults(questionnaire: unknown): readonly QuestionnaireFault[] {
  const faults: QuestionnaireFault[] = [];
  const report: Report = (code, path, message, remedy, linkId) => {
    faults.push({
      severity: 'error',
      code,
      path,
      message,
      remedy,
      ...(linkId === undefined ? {} : { linkId }),
    });
  };
  if (!isObject(questionnaire)) {
    report('not-a-questionnaire', '', 'this is not a JSON object', 'Give a FHIR R4 Questionnaire.');
    return faults;
  }
  if (questionnaire.resourceType !== 'Questionnaire') {
    report(
      'not-a-questionnaire',
      'resourceType',
      'this is not a Questionnaire',
      'Give a FHIR R4 Questionnaire.',
    );
    return faults;
  }
  checkFields(questionnaire, QUESTIONNAIRE_FIELDS, 'Questionnaire', report);
  if (questionnaire.implicitRules !== undefined) {
    report(
      'implicit-rules',
      'Questionnaire.implicitRules',
      'the form follows rules that are not known here',
      'State them in the form, and leave implicitRules out.',
    );
  }
  checkModifiers(questionnaire, 'Questionnaire', report);
  const seen = new Set<string>();

  function checkItems(items: unknown, path: string, depth: number): void {
    if (!Array.isArray(items)) return;
    if (depth > MAX_DEPTH) {
      report('too-deep', path, `items are nested over ${MAX_DEPTH} levels deep`, 'Flatten the groups.');
      return;
    }
    for (const [index, item] of items.entries()) {
      if (isObject(item)) checkItem(item, `${path}.item[${index}]`, depth);
    }
  }

  function checkItem(item: JsonObject, path: string, depth: number): void {
    const linkId = typeof item.linkId === 'string' ? item.linkId : '';
    checkFields(item, ITEM_FIELDS, path, report);
    if (item.linkId === undefined || item.linkId === '') {
      report('link-id', `${path}.linkId`, 'the item has no linkId', 'Give every item a linkId.');
    } else if (seen.has(linkId)) {
      report(
        'que-2',
        `${path}.linkId`,
        `linkId "${linkId}" is used twice`,
        'Give every item its own linkId.',
        linkId,
      );
    }
    seen.add(linkId);
    if (typeof item.type !== 'string' || !TYPES.includes(item.type)) {
      report(
        'item-type',
        `${path}.type`,
        'the item has no known type',
        'Use a type of FHIR R4 item-type.',
        linkId,
      );
    }
    checkModifiers(item, path, report);
    for (const part of ['code', 'enableWhen', 'answerOption', 'initial'])
      for (const [index, element] of objectsOf(item[part]).entries())
        checkModifiers(element, `${path}.${part}[${index}]`, report);
    checkConditions(item, path, report);
    checkValues(item, 'answerOption', path, report);
    checkValues(item, 'initial', path, report);
    checkItems(item.item, path, depth + 1);
  }

  checkItems(questionnaire.item, 'Questionnaire', 1);
  return faults;
}

/** Narrows a value that {@link shapeFaults} found nothing wrong with. */
export function isQuestionnaire(value: unknown): value is Questionnaire {
  return shapeFaults(value).length === 0;
}

import { isObject, type JsonObject, numberOf, objectsOf, stringOf } from '../model/fhir-json.ts';
import { MAX_DEPTH } from '../model/limits.ts';
import { findCanonical, readCanonical } from './shared/canonicals.ts';
import type { IssueList } from './shared/operation-issues.ts';

/** Items of libraries that hold each other several times would have more items than there is memory. */
const MAX_ITEMS = 20_000;

interface Budget {
  items: number;
}

type Missing = Record<string, unknown>;

/** ElementDefinition to Questionnaire.item, as FHIR R4 maps them (Questionnaire, 2.31.9.3). */
function fromElement(element: JsonObject): Missing {
  const types = objectsOf(element.type).map((type) => stringOf(type.code));
  const coded = types.some((code) => code === 'Coding' || code === 'CodeableConcept' || code === 'code');
  const binding = isObject(element.binding) ? stringOf(element.binding.valueSet) : undefined;
  return {
    text: stringOf(element.label) ?? stringOf(element.short),
    required: (numberOf(element.min) ?? 0) > 0 ? true : undefined,
    repeats: element.max !== undefined && element.max !== '1' && element.max !== '0' ? true : undefined,
    maxLength: numberOf(element.maxLength),
    answerValueSet: coded ? binding : undefined,
    code: element.code,
  };
}

/** Everything of an item of a library, its place in the form apart. */
function fromItem({ linkId: _linkId, ...rest }: JsonObject): Missing {
  return rest;
}

function findItem(items: unknown, linkId: string): JsonObject | undefined {
  for (const item of objectsOf(items)) {
    const found = item.linkId === linkId ? item : findItem(item.item, linkId);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Properties that two sources must not both give: the item's own options keep those of its definition out (que-4). */
const OPTIONS: readonly string[] = ['answerOption', 'answerValueSet'];

function fill(item: JsonObject, missing: Missing): JsonObject {
  const filled: Missing = { ...item };
  for (const [key, value] of Object.entries(missing)) {
    const rivals = OPTIONS.includes(key) ? OPTIONS : [key];
    if (value !== undefined && rivals.every((rival) => item[rival] === undefined)) filled[key] = value;
  }
  return filled;
}

/** Whether an item can't be shown without what its definition says. */
function isBare(item: JsonObject): boolean {
  if (item.type === 'group') return false;
  return (
    stringOf(item.text) === undefined ||
    (String(item.type).endsWith('choice') && OPTIONS.every((key) => item[key] === undefined))
  );
}

/**
 * Fills in what items leave to their definitions (SDC, Modular Forms): to an element of a StructureDefinition, or to an item of a
 * library (`Questionnaire url#linkId`). What the item says itself stays.
 */
export function fillFromDefinitions(
  items: readonly JsonObject[],
  resources: readonly JsonObject[],
  issues: IssueList,
  path = 'Questionnaire',
  depth = 0,
  budget: Budget = { items: MAX_ITEMS },
): readonly JsonObject[] {
  budget.items -= items.length;
  if (depth > MAX_DEPTH || budget.items < 0) {
    issues.add({
      severity: 'error',
      code: 'business-rule',
      diagnostics: 'items of libraries refer to each other in a circle, or nest too deeply',
      expression: 'Questionnaire',
    });
    return [];
  }
  return items.map((item, index) => {
    const place = `${path}.item[${index}]`;
    const filled = fill(item, definitionOf(item, resources, place, issues) ?? {});
    return filled.item === undefined
      ? filled
      : {
          ...filled,
          item: fillFromDefinitions(objectsOf(filled.item), resources, issues, place, depth + 1, budget),
        };
  });
}

function definitionOf(
  item: JsonObject,
  resources: readonly JsonObject[],
  place: string,
  issues: IssueList,
): Missing | undefined {
  const definition = stringOf(item.definition);
  if (definition === undefined) return undefined;
  const { fragment } = readCanonical(definition);
  const canonical = definition.split('#', 1)[0] ?? '';
  const structure = findCanonical(resources, 'StructureDefinition', canonical);
  const library = findCanonical(resources, 'Questionnaire', canonical);
  const snapshot = isObject(structure?.snapshot) ? structure.snapshot : structure?.differential;
  const element = isObject(snapshot)
    ? objectsOf(snapshot.element).find(({ id }) => id === fragment)
    : undefined;
  const source = fragment === undefined ? undefined : findItem(library?.item, fragment);
  if (element !== undefined) return fromElement(element);
  if (source !== undefined) return fromItem(source);
  if (structure !== undefined || library !== undefined)
    issues.add({
      severity: 'error',
      code: 'not-found',
      diagnostics: `the definition ${canonical} has no element "${fragment ?? ''}"`,
      expression: place,
    });
  // Many forms carry definitions for extraction alone; SDC has this matter where the item can't do without.
  else if (isBare(item))
    issues.add({
      severity: 'warning',
      code: 'not-found',
      diagnostics: `the item leaves its text or its options to the definition ${definition}, which is not at hand`,
      expression: place,
    });
  return undefined;
}

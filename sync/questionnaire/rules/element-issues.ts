/** What a response that was received says in a form that FHIR doesn't allow, whatever its questionnaire asks. */

import { effectiveItem } from '../form/tree/effective-item.ts';
import type { InstanceTree } from '../form/tree/instances.ts';
import { nodesIn } from '../form/tree/instances.ts';
import type { Issue } from '../model/contract.ts';
import { isObject, type JsonObject, objectsOf } from '../model/fhir-json.ts';
import type { Program } from '../plan/program.ts';
import { findOption } from '../values/options.ts';
import { readValue } from '../values/values.ts';
import { answerFault, itemFault, referencedType, responseFault } from './data-types.ts';
import type { Places } from './issues.ts';
import { issueOf } from './issues.ts';

/** Deeper than any form is compiled. */
const MAX_DEPTH = 130;

/** FHIR R4, QuestionnaireResponse: what its references may be to; the subject's types are the form's. */
const REFERENCES: Readonly<Record<string, readonly string[]>> = {
  basedOn: ['CarePlan', 'ServiceRequest'],
  partOf: ['Observation', 'Procedure'],
  encounter: ['Encounter'],
  author: ['Device', 'Practitioner', 'PractitionerRole', 'Patient', 'RelatedPerson', 'Organization'],
  source: ['Patient', 'Practitioner', 'PractitionerRole', 'RelatedPerson'],
};

function containedTypes(response: JsonObject): ReadonlyMap<string, string> {
  return new Map(
    objectsOf(response.contained).flatMap(({ id, resourceType }) =>
      typeof id === 'string' && typeof resourceType === 'string' ? [[`#${id}`, resourceType] as const] : [],
    ),
  );
}

/** @returns every element that isn't FHIR, each with what is wrong first; values that can't be read at all are left to the code that reads them */
export function elementIssues(response: unknown, subjectTypes: readonly string[]): readonly Issue[] {
  if (!isObject(response)) return [];
  const issues: Issue[] = [];
  const contained = containedTypes(response);

  function report(expression: string, what: string, fault: string | undefined, linkId?: string): void {
    if (fault === undefined) return;
    issues.push({
      code: what === 'the answer' ? 'type' : 'structure',
      severity: 'error',
      parameters: {},
      diagnostics: `${what}: ${fault}${linkId === undefined ? '' : ` (linkId "${linkId}")`}`,
      expression,
      ...(linkId === undefined ? {} : { linkId }),
    });
  }

  function checkReference(value: unknown, expression: string, types: readonly string[]): void {
    if (!isObject(value)) return;
    const { reference } = value;
    const local = typeof reference === 'string' && reference.length > 1 && reference.startsWith('#');
    if (local && !contained.has(reference))
      report(expression, 'the reference', 'nothing of that id is contained (ref-1)');
    const type = local ? contained.get(reference) : referencedType(value);
    if (type !== undefined && types.length > 0 && !types.includes(type))
      report(expression, 'the reference', `it must be to ${types.join(', ')}`);
  }

  function checkItems(value: unknown, prefix: string, depth: number): void {
    if (!Array.isArray(value) || depth > MAX_DEPTH) return;
    for (const [index, item] of value.entries()) {
      if (!isObject(item)) continue;
      const path = `${prefix}.item[${index}]`;
      const linkId = typeof item.linkId === 'string' ? item.linkId : undefined;
      report(path, 'the item', itemFault(item), linkId);
      if (Array.isArray(item.answer)) {
        for (const [place, answer] of item.answer.entries()) {
          if (!isObject(answer)) continue;
          const at = `${path}.answer[${place}]`;
          const fault = answerFault(answer);
          // One that has the wrong JSON type is reported by the code that reads it.
          if (fault !== undefined && (readValue(answer).state !== 'malformed' || /more than one/.test(fault)))
            report(at, 'the answer', fault, linkId);
          checkReference(answer.valueReference, at, []);
          checkItems(answer.item, at, depth + 1);
        }
      }
      checkItems(item.item, path, depth + 1);
    }
  }

  report('QuestionnaireResponse', 'the response', responseFault(response));
  checkReference(response.subject, 'QuestionnaireResponse.subject', subjectTypes);
  for (const [key, types] of Object.entries(REFERENCES)) {
    const value = response[key];
    const list = Array.isArray(value) ? value : [value];
    for (const one of list) checkReference(one, `QuestionnaireResponse.${key}`, types);
  }
  checkItems(response.item, 'QuestionnaireResponse', 1);
  return issues;
}

const plainly = (text: string) => text.trim().replace(/\s+/g, ' ').toLowerCase();

/** Codes that go by another name than the form's: people read the name, not the code (FHIR R4, Coding.display). */
export function displayIssues(tree: InstanceTree, program: Program, places: Places): readonly Issue[] {
  const issues: Issue[] = [];
  for (const node of nodesIn(tree.root)) {
    if (!node.enabled || node.item.kind !== 'question') continue;
    const { options } = effectiveItem(node, program);
    // Candidates are offered, and bind nobody.
    if (options === undefined || program.of(node.item).some(({ part }) => part === 'candidates')) continue;
    for (const [index, answer] of node.answers.entries()) {
      if (answer.type !== 'Coding' || answer.value.code === undefined) continue;
      const { display } = answer.value;
      const option = findOption(options, answer);
      if (
        display === undefined ||
        option?.value.type !== 'Coding' ||
        option.value.value.display === undefined
      )
        continue;
      const { base, translations } = option.label;
      const names = [option.value.value.display, base, ...(translations?.values() ?? [])];
      if (names.some((name) => plainly(name) === plainly(display))) continue;
      const finding = {
        code: 'display-differs',
        severity: 'error',
        diagnostics: 'the display is not one that the form has for the code',
      } as const;
      issues.push(
        issueOf(
          node,
          finding,
          `${places.answer(node, index) ?? 'QuestionnaireResponse'}.value.ofType(Coding)`,
        ),
      );
    }
  }
  return issues;
}

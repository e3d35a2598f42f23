import {
  extensionOf,
  extensionsOf,
  isObject,
  type JsonObject,
  objectsOf,
  stringOf,
} from '../model/fhir-json.ts';
import * as url from '../model/sdc-extensions.ts';
import { sameJson } from './same-json.ts';
import type { IssueList } from './shared/operation-issues.ts';

/** What a sub-form brings beside its items (SDC, Modular Forms). */
export interface Carried {
  /** For the root of the assembled form. */
  readonly root: readonly JsonObject[];
  /** For the element that held the display item. */
  readonly container: readonly JsonObject[];
}

const TO_ROOT: readonly string[] = [
  url.CQF_LIBRARY,
  url.LAUNCH_CONTEXT,
  url.OBSERVATION_EXTRACT,
  url.OBSERVATION_LINK_PERIOD,
];
const TO_CONTAINER: readonly string[] = [
  ...url.TARGET_CONSTRAINTS,
  url.VARIABLE,
  url.ITEM_POPULATION_CONTEXT,
  url.ITEM_EXTRACTION_CONTEXT,
];
/** The standard carries none of these over, which would silently change what is extracted or filled in. */
const LEFT_BEHIND: readonly string[] = [
  url.DEFINITION_EXTRACT,
  url.DEFINITION_EXTRACT_VALUE,
  url.TEMPLATE_EXTRACT,
  url.TEMPLATE_EXTRACT_BUNDLE,
  url.EXTRACT_ALLOCATE_ID,
  url.TARGET_STRUCTURE_MAP,
  url.SOURCE_STRUCTURE_MAP,
  url.SOURCE_QUERIES,
];

export function carriedExtensions(form: JsonObject, path: string, issues: IssueList): Carried {
  for (const { url: address } of extensionsOf(form, ...LEFT_BEHIND)) {
    issues.add({
      severity: 'warning',
      code: 'not-supported',
      diagnostics: `the sub-form's ${String(address).replace(/^.*-/, '')} is not carried over (SDC, Modular Forms): declare it on the form itself`,
      expression: path,
    });
  }
  return { root: extensionsOf(form, ...TO_ROOT), container: extensionsOf(form, ...TO_CONTAINER) };
}

/** What tells two extensions of one address apart; undefined where an element has at most one of them. */
function keyOf(extension: JsonObject): string | undefined {
  switch (extension.url) {
    case url.CQF_LIBRARY:
      return stringOf(extension.valueCanonical) ?? '';
    case url.LAUNCH_CONTEXT:
      return launchContextName(extension) ?? '';
    case url.VARIABLE:
      return isObject(extension.valueExpression) ? (stringOf(extension.valueExpression.name) ?? '') : '';
    default:
      return url.TARGET_CONSTRAINTS.some((address) => address === extension.url)
        ? JSON.stringify(extension)
        : undefined;
  }
}

export function launchContextName(extension: JsonObject): string | undefined {
  const name = objectsOf(extension.extension).find((part) => part.url === 'name');
  const coding = isObject(name?.valueCoding) ? name.valueCoding : undefined;
  return stringOf(coding?.code) ?? stringOf(name?.valueId) ?? stringOf(name?.valueCode);
}

/**
 * Adds extensions to those that are there, each once. The same thing declared otherwise is an error: neither declaration may win
 * unseen. `launchContext` and `cqf-library` are the same by name alone.
 */
export function mergeExtensions(
  present: readonly JsonObject[],
  added: readonly JsonObject[],
  path: string,
  issues: IssueList,
): readonly JsonObject[] {
  const merged = [...present];
  for (const extension of added) {
    const key = keyOf(extension);
    const twin = merged.find((other) => other.url === extension.url && keyOf(other) === key);
    if (twin === undefined) {
      merged.push(extension);
      continue;
    }
    if (
      extension.url === url.LAUNCH_CONTEXT ||
      extension.url === url.CQF_LIBRARY ||
      sameJson(twin, extension)
    )
      continue;
    const short = String(extension.url).replace(/^.*[/-]/, '');
    issues.add({
      severity: 'error',
      code: 'duplicate',
      diagnostics:
        key === undefined
          ? `${short} is declared twice, and not alike`
          : `the variable "${key}" is declared twice, and not alike`,
      expression: path,
    });
  }
  return merged;
}

/** What SDC forbids in a form that is to become part of another. */
export function checkSubForm(
  form: JsonObject,
  root: JsonObject,
  canonical: string,
  path: string,
  issues: IssueList,
): void {
  const report = (code: 'business-rule' | 'not-supported', diagnostics: string) =>
    issues.add({ severity: 'error', code, diagnostics: `${canonical} ${diagnostics}`, expression: path });
  if (form.modifierExtension !== undefined)
    report('not-supported', 'has modifierExtensions, and can not be a sub-form');
  if (form.implicitRules !== undefined)
    report('not-supported', 'has implicitRules, and can not be a sub-form');
  if (stringOf(form.language) !== undefined && form.language !== root.language)
    report('business-rule', 'is in another language than the form that it is to be part of');
  if (extensionOf(form, url.ASSEMBLE_EXPECTATION)?.valueCode === 'assemble-root')
    report('business-rule', 'is a root form (assemble-root), and can not be a sub-form');
}

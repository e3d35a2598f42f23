import { extensionOf, isObject, type JsonObject, objectsOf, stringOf } from '../../model/fhir-json.ts';
import * as url from '../../model/sdc-extensions.ts';
import type { IssueList } from '../shared/operation-issues.ts';
import { bundleEntry, type Entry } from './bundle-entry.ts';
import { type Evaluation, partOf, type Variables } from './evaluation.ts';
import { below, hasContent, type Place } from './response-places.ts';

/** Where a part of a template is evaluated: at a place, inside of the contexts that were entered. */
interface Focus {
  readonly place: Place;
  readonly variables: Variables;
  /** Makes an expression of this focus one that is evaluated at the place, so that types are kept. */
  within(expression: string): string;
}

interface Expression {
  readonly source: string;
  readonly name: string | undefined;
}

function expressionOf(element: unknown, address: string): Expression | undefined {
  const extension = extensionOf(element, address);
  if (extension === undefined) return undefined;
  const full = isObject(extension.valueExpression) ? extension.valueExpression : undefined;
  const source = stringOf(extension.valueString) ?? stringOf(full?.expression);
  return source === undefined ? undefined : { source, name: stringOf(full?.name) };
}

/** An element without the extensions of its template. */
function withoutTemplate(element: JsonObject): JsonObject {
  const { extension, ...rest } = element;
  const kept = objectsOf(extension).filter(
    (one) => one.url !== url.TEMPLATE_EXTRACT_CONTEXT && one.url !== url.TEMPLATE_EXTRACT_VALUE,
  );
  return kept.length === 0 ? rest : { ...rest, extension: kept };
}

/** The foci of an element: one per result of its context; where it has none, the one that it stands in. */
function enter(evaluation: Evaluation, focus: Focus, element: unknown): readonly Focus[] {
  const context = expressionOf(element, url.TEMPLATE_EXTRACT_CONTEXT);
  if (context === undefined) return [focus];
  const source = focus.within(context.source);
  const results = evaluation.at(focus.place, focus.variables, source);
  return results.map((result, index) => ({
    place: focus.place,
    variables: context.name === undefined ? focus.variables : { ...focus.variables, [context.name]: result },
    within: (expression) => `((${source})[${index}]).select(${expression})`,
  }));
}

/** Fills in one element; as many results as its expressions give. */
function fillElement(evaluation: Evaluation, focus: Focus, element: unknown): readonly unknown[] {
  if (Array.isArray(element)) return [element.flatMap((part) => fillElement(evaluation, focus, part))];
  if (!isObject(element)) return [element];
  const value = expressionOf(element, url.TEMPLATE_EXTRACT_VALUE);
  return enter(evaluation, focus, element).flatMap((inner): readonly unknown[] => {
    if (value !== undefined) return evaluation.at(inner.place, inner.variables, inner.within(value.source));
    const filled = fillProperties(evaluation, inner, withoutTemplate(element));
    const left = Object.keys(filled);
    // An extension that has lost its value says nothing.
    const lost =
      left.length === 0 || (left.length === 1 && left[0] === 'url' && Object.keys(element).length > 1);
    return lost ? [] : [filled];
  });
}

/** What a primitive's shadow gives for it; undefined where the shadow is no template. */
function fillPrimitive(
  evaluation: Evaluation,
  focus: Focus,
  shadow: unknown,
): readonly unknown[] | undefined {
  const value = expressionOf(shadow, url.TEMPLATE_EXTRACT_VALUE);
  if (value === undefined) return undefined;
  return enter(evaluation, focus, shadow).flatMap((inner) =>
    evaluation.at(inner.place, inner.variables, inner.within(value.source)),
  );
}

function fillProperties(evaluation: Evaluation, focus: Focus, element: JsonObject): JsonObject {
  const filled: Record<string, unknown> = {};
  for (const [key, part] of Object.entries(element)) {
    if (key.startsWith('_')) {
      const name = key.slice(1);
      const list = Array.isArray(part);
      const shadows: readonly unknown[] = list ? part : [part];
      const results = shadows.map((shadow) => fillPrimitive(evaluation, focus, shadow));
      if (results.every((result) => result === undefined)) {
        filled[key] = part;
        continue;
      }
      // An expression without a result takes the element away, with whatever the template had there (SDC, templateExtractValue).
      const values = results.flatMap((result) => result ?? []);
      delete filled[name];
      if (values.length > 0) filled[name] = list ? values : values[0];
      continue;
    }
    if (
      element[`_${key}`] !== undefined &&
      expressionOf(element[`_${key}`], url.TEMPLATE_EXTRACT_VALUE) !== undefined
    )
      continue;
    const results = fillElement(evaluation, focus, part);
    const [first] = results;
    if (results.length === 0 || (Array.isArray(first) && first.length === 0)) continue;
    filled[key] = first;
  }
  return filled;
}

function fillTemplate(evaluation: Evaluation, focus: Focus, template: JsonObject): JsonObject | undefined {
  const { id: _id, ...rest } = template;
  const [filled] = fillElement(evaluation, focus, rest);
  return isObject(filled) ? filled : undefined;
}

function contained(root: Place, reference: unknown): JsonObject | undefined {
  const target = isObject(reference) ? stringOf(reference.reference) : undefined;
  return target === undefined
    ? undefined
    : objectsOf(root.source.contained).find(({ id }) => `#${String(id)}` === target);
}

/** A question that was answered several times stands for each of its answers in turn. */
function instancesOf(place: Place): readonly Place[] {
  if (place.answers.length < 2) return [place];
  return place.answers.map((answer) => ({
    ...place,
    key: answer.key,
    answers: [answer],
    element: { ...place.element, answer: [answer.element] },
  }));
}

/**
 * Template-based extraction (SDC, Form Data Extraction): contained resources are filled in by FHIRPath, once for each instance of
 * the item that names them.
 */
export function extractTemplates(
  root: Place,
  evaluation: Evaluation,
  rootVariables: Variables,
  issues: IssueList,
): readonly Entry[] {
  const entries: Entry[] = [];

  function report(place: Place, code: 'not-found' | 'not-supported', diagnostics: string): void {
    const expression = place.item?.path ?? 'Questionnaire';
    issues.add({ severity: 'error', code, diagnostics, expression });
  }

  function resource(place: Place, variables: Variables, extension: JsonObject, name: string): void {
    const template = contained(root, partOf(extension, 'template')?.valueReference);
    if (template === undefined) {
      report(place, 'not-found', 'the template is not contained in the form');
      return;
    }
    if (template.resourceType === 'Parameters') {
      report(
        place,
        'not-supported',
        'a template of a FHIRPath patch (Parameters) is not extracted: SDC creates and updates only',
      );
      return;
    }
    const focus: Focus = { place, variables, within: (expression) => expression };
    const filled = fillTemplate(evaluation, focus, template);
    if (filled !== undefined)
      entries.push(
        bundleEntry(evaluation, place, variables, extension, evaluation.urn(place.key, name), filled),
      );
  }

  function bundle(extension: JsonObject, variables: Variables): void {
    const template = contained(root, extension.valueReference);
    if (template?.resourceType !== 'Bundle') {
      report(root, 'not-found', 'the template is not contained in the form, or is not a Bundle');
      return;
    }
    const focus: Focus = { place: root, variables, within: (expression) => expression };
    for (const [index, entry] of objectsOf(template.entry).entries()) {
      const filledEntries = fillElement(evaluation, focus, entry);
      for (const [instance, filled] of filledEntries.entries()) {
        if (!isObject(filled) || !isObject(filled.resource)) continue;
        const type = stringOf(filled.resource.resourceType) ?? '';
        const stated = stringOf(filled.fullUrl);
        // Instances of one entry must not share its address; the first keeps it, since others refer to it.
        const own = instance === 0 ? stated : undefined;
        entries.push({
          fullUrl: own ?? evaluation.urn('bundle', String(index), String(instance)),
          resource: filled.resource,
          request: isObject(filled.request) ? filled.request : { method: 'POST', url: type },
        });
      }
    }
  }

  function visit(place: Place, outer: Variables): void {
    const variables = place === root ? outer : evaluation.variablesAt(place, outer);
    // At the root a resource is made without any answer; elsewhere only where there is one (SDC, templateExtract).
    if (place === root || hasContent(place)) {
      const extensions = objectsOf(place.source.extension).filter((one) => one.url === url.TEMPLATE_EXTRACT);
      for (const [index, extension] of extensions.entries()) {
        for (const instance of instancesOf(place))
          resource(instance, variables, extension, `template ${index}`);
      }
    }
    for (const child of below(place)) visit(child, variables);
  }

  const whole = extensionOf(root.source, url.TEMPLATE_EXTRACT_BUNDLE);
  if (whole !== undefined) bundle(whole, rootVariables);
  visit(root, rootVariables);
  return entries;
}

/** Every place of a form that has an expression: what kind it is, and what its author may name there. */
import type { QuestionnaireItem } from 'fhir/r4.js';
import * as url from '../model/extensions.ts';
import { extensionsOf, isObject, type JsonObject, objectsOf, stringOf } from '../model/fhir-json.ts';
import type { CompiledPlan, PlanItem } from '../plan/plan.ts';

const SDC = 'http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-questionnaire-';
const CORE = 'http://hl7.org/fhir/StructureDefinition/';

export const VARIABLE = `${CORE}variable`;
export const SOURCE_QUERIES = `${SDC}sourceQueries`;
export const POPULATION_CONTEXT = `${SDC}itemPopulationContext`;
export const TOGGLE = `${SDC}answerOptionsToggleExpression`;
export const CONSTRAINTS: readonly string[] = [`${CORE}questionnaire-constraint`, `${CORE}targetConstraint`];

/** What an expression decides must be the same on device and server. */
const DECIDING: readonly string[] = [
  url.ENABLE_WHEN_EXPRESSION,
  url.CALCULATED_EXPRESSION,
  `${SDC}answerExpression`,
  TOGGLE,
  ...CONSTRAINTS,
  url.CQF_CALCULATED_VALUE,
];
const SIMPLE: readonly string[] = [
  VARIABLE,
  POPULATION_CONTEXT,
  url.ENABLE_WHEN_EXPRESSION,
  url.CALCULATED_EXPRESSION,
  `${SDC}initialExpression`,
  `${SDC}answerExpression`,
  `${SDC}candidateExpression`,
  url.CONTEXT_EXPRESSION,
];
/** Expressions that others may read by their name (FHIR Expression.name), beside variables. */
export const NAMED: readonly string[] = url.NAMED_EXPRESSIONS;

export interface ExpressionSite {
  readonly item: PlanItem | undefined;
  /** Canonical address of the extension. */
  readonly url: string;
  /** The extension's short name, as an author calls it. */
  readonly kind: string;
  /** Behind the path of the item or form. */
  readonly at: string;
  readonly language: string;
  readonly source: string | undefined;
  /** The name that it gives its value, for variables. */
  readonly name: string | undefined;
  readonly decides: boolean;
}

function shortName(address: string): string {
  return address
    .replace(/^.*[/]/, '')
    .replace('sdc-questionnaire-', '')
    .replace('questionnaire-', '');
}

type Place = Pick<ExpressionSite, 'item' | 'at' | 'url'>;

function site(place: Place, expression: unknown): ExpressionSite {
  const { language, expression: source, name } = isObject(expression) ? expression : {};
  return {
    ...place,
    kind: shortName(place.url),
    language: stringOf(language) ?? 'text/fhirpath',
    source: stringOf(source),
    name: stringOf(name),
    decides: DECIDING.includes(place.url),
  };
}

/** Toggles, constraints and contextExpressions keep their expression in a part: as an Expression, or as FHIRPath alone. */
function partsOf(extension: JsonObject, place: Place): readonly ExpressionSite[] {
  return objectsOf(extension.extension).flatMap((part, index) => {
    if (part.url !== 'expression') return [];
    const expression = isObject(part.valueExpression)
      ? part.valueExpression
      : { expression: part.valueString };
    return [site({ ...place, at: `${place.at}.extension[${index}]` }, expression)];
  });
}

function onElement(element: unknown, item: PlanItem | undefined): readonly ExpressionSite[] {
  const extensions = isObject(element) ? objectsOf(element.extension) : [];
  return extensions.flatMap((extension, index): readonly ExpressionSite[] => {
    const at = `.extension[${index}]`;
    const address = stringOf(extension.url) ?? '';
    const place: Place = { item, at, url: address };
    // A contextExpression keeps its expression in a part, beside its label.
    if (address === url.CONTEXT_EXPRESSION && extension.valueExpression === undefined) {
      const parts = partsOf(extension, place);
      return parts.length > 0 ? parts : [site(place, undefined)];
    }
    if (SIMPLE.includes(address)) return [site(place, extension.valueExpression)];
    if (address === TOGGLE || CONSTRAINTS.includes(address)) return partsOf(extension, place);
    return computed(extension, item, at);
  });
}

/** Texts and limits that an extension on their shadow element computes: `_text`, `_valueDate`. */
function computed(element: unknown, item: PlanItem | undefined, at: string): readonly ExpressionSite[] {
  return Object.entries(isObject(element) ? element : {}).flatMap(([key, shadow]) =>
    key.startsWith('_')
      ? extensionsOf(shadow, url.CQF_EXPRESSION, url.CQF_CALCULATED_VALUE).map((extension) =>
          site({ item, at: `${at}.${key}`, url: stringOf(extension.url) ?? '' }, extension.valueExpression),
        )
      : [],
  );
}

export function expressionSites(
  element: QuestionnaireItem | CompiledPlan['questionnaire'],
  item: PlanItem | undefined,
): readonly ExpressionSite[] {
  return [...onElement(element, item), ...computed(element, item, '')];
}

/** An expression without its comments, and, where asked, without what stands in quotation marks. `%'a'` is the name `a`. */
export function codeOf(source: string, withTexts: boolean): string {
  return source.replace(
    /%'((?:[^'\\]|\\[\s\S])*)'|('(?:[^'\\]|\\[\s\S])*')|\/\*[\s\S]*?\*\/|\/\/[^\n]*/g,
    (_all, name: string | undefined, text: string | undefined) =>
      name === undefined ? (withTexts && text !== undefined ? text : ' ') : `%\`${name}\``,
  );
}

/** linkIds that an expression looks for by name, as `where(linkId = '…')` or the other way round. */
export function namedLinkIds(source: string): readonly string[] {
  return linkIdsIn(codeOf(source, true));
}

export function linkIdsIn(code: string): readonly string[] {
  const found = [
    ...code.matchAll(/\blinkId\s*[=~]\s*'((?:[^'\\]|\\.)*)'/g),
    ...code.matchAll(/'((?:[^'\\]|\\.)*)'\s*[=~]\s*(?:\$this\.)?linkId\b/g),
  ];
  return [...new Set(found.map(([, quoted = '']) => quoted.replace(/\\(.)/g, '$1')))];
}

/** Names that every expression knows: of FHIRPath, of FHIR's supplement to it, and of SDC. */
const STANDARD =
  /^(resource|rootResource|context|questionnaire|qitem|ucum|sct|loinc|terminologies|factory|server|us-zip|vs-.*|ext-.*)$/;

/** Names behind `%` that somebody has to define. */
export function namedVariables(source: string): readonly string[] {
  const found = [...codeOf(source, false).matchAll(/%(?:`([^`]*)`|"([^"]*)"|([A-Za-z_][\w]*))/g)];
  const names = found.map(([, quoted, text, plain]) => quoted ?? text ?? plain ?? '');
  const own = new Set(
    [...codeOf(source, true).matchAll(/\bdefineVariable\(\s*'([^']*)'/g)].map(([, name]) => name),
  );
  return [...new Set(names.filter((name) => name !== '' && !STANDARD.test(name) && !own.has(name)))];
}

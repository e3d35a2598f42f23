import type { AnswerValue } from '../model/contract.ts';
import * as url from '../model/extensions.ts';
import {
  extensionOf,
  extensionsOf,
  isObject,
  type JsonObject,
  objectsOf,
  stringOf,
} from '../model/fhir-json.ts';
import { readText, type Text } from '../values/language.ts';
import { readValue } from '../values/values.ts';

/** `other`: a language that nothing here evaluates, such as CQL. */
export type ExpressionLanguage = 'fhirpath' | 'query' | 'other';

/** An expression as the author wrote it. */
export interface ExpressionSource {
  readonly language: ExpressionLanguage;
  readonly text: string;
  /** FHIR Expression.name. */
  readonly name?: string;
}

export interface VariableSource {
  readonly name: string;
  readonly expression: ExpressionSource;
}

export interface ConstraintSource {
  readonly key: string;
  readonly severity: 'error' | 'warning';
  readonly human: Text;
  readonly expression: ExpressionSource;
  /** FHIRPath of the element that the constraint is about, as seen from where it stands. */
  readonly location: ExpressionSource | undefined;
}

/** Options that are offered only where an expression holds (SDC answerOptionsToggleExpression). */
export interface ToggleSource {
  readonly options: readonly AnswerValue[];
  readonly expression: ExpressionSource;
}

/** What a Questionnaire or an item leaves to expressions. */
export interface FormExpressions {
  readonly variables: readonly VariableSource[];
  /** Other expressions that have a name, which those on the same item and below may read by it (FHIR Expression.name). */
  readonly named: readonly VariableSource[];
  readonly constraints: readonly ConstraintSource[];
}

/** The parts of an item that one expression each decides. */
export type Part =
  | 'enabled'
  | 'calculated'
  | 'initial'
  | 'answers'
  | 'candidates'
  | 'text'
  | 'required'
  | 'readOnly'
  | 'repeats'
  | 'minValue'
  | 'maxValue';

export interface ItemExpressions extends FormExpressions {
  readonly parts: Readonly<Partial<Record<Part, ExpressionSource>>>;
  readonly toggles: readonly ToggleSource[];
}

const NO_EXPRESSIONS: ItemExpressions = {
  variables: [],
  named: [],
  constraints: [],
  parts: {},
  toggles: [],
};

const LANGUAGES: Readonly<Record<string, ExpressionLanguage>> = {
  'text/fhirpath': 'fhirpath',
  'application/x-fhir-query': 'query',
};

function readExpression(value: unknown): ExpressionSource | undefined {
  if (!isObject(value)) return undefined;
  const text = stringOf(value.expression);
  if (text === undefined) return undefined;
  const { language } = value;
  const name = stringOf(value.name);
  const rest = name === undefined ? { text } : { text, name };
  // A missing language is FHIRPath in practice: SDC forms have nothing else in these places.
  if (language === undefined) return { language: 'fhirpath', ...rest };
  return { language: (typeof language === 'string' ? LANGUAGES[language] : undefined) ?? 'other', ...rest };
}

function expressionAt(element: unknown, ...urls: readonly string[]): ExpressionSource | undefined {
  return readExpression(extensionOf(element, ...urls)?.valueExpression);
}

function nameExpression(value: unknown): readonly VariableSource[] {
  const expression = readExpression(value);
  return expression?.name === undefined ? [] : [{ name: expression.name, expression }];
}

function readVariables(element: unknown): readonly VariableSource[] {
  return extensionsOf(element, url.VARIABLE).flatMap(({ valueExpression }) =>
    nameExpression(valueExpression),
  );
}

/** Named expressions other than variables. A contextExpression keeps its own in a part, beside its label. */
function readNamed(element: unknown): readonly VariableSource[] {
  return extensionsOf(element, ...url.NAMED_EXPRESSIONS).flatMap((extension) =>
    [extension, ...objectsOf(extension.extension).filter((part) => part.url === 'expression')].flatMap(
      ({ valueExpression }) => nameExpression(valueExpression),
    ),
  );
}

/** Names of the SDC launch context that the form asks for. */
export function launchNames(questionnaire: unknown): ReadonlySet<string> {
  return new Set(
    extensionsOf(questionnaire, url.LAUNCH_CONTEXT).flatMap((extension) =>
      objectsOf(extension.extension).flatMap((part) => {
        if (part.url !== 'name') return [];
        const coded = isObject(part.valueCoding) ? stringOf(part.valueCoding.code) : undefined;
        return coded ?? stringOf(part.valueId) ?? stringOf(part.valueCode) ?? [];
      }),
    ),
  );
}

/** The expression of a constraint: an Expression in targetConstraint, plain FHIRPath in questionnaire-constraint. */
function plainOrTyped(part: JsonObject | undefined): ExpressionSource | undefined {
  const text = stringOf(part?.valueString);
  return text === undefined ? readExpression(part?.valueExpression) : { language: 'fhirpath', text };
}

function readConstraints(element: unknown): readonly ConstraintSource[] {
  return extensionsOf(element, url.CONSTRAINT, url.TARGET_CONSTRAINT).flatMap((extension) => {
    const parts = objectsOf(extension.extension);
    const part = (name: string) => parts.find((one) => one.url === name);
    const expression = plainOrTyped(part('expression'));
    if (expression === undefined) return [];
    const [key, human] = [part('key'), part('human')];
    return [
      {
        key: stringOf(key?.valueId) ?? stringOf(key?.valueString) ?? '',
        severity: part('severity')?.valueCode === 'warning' ? 'warning' : 'error',
        human: readText({ ...human }, 'valueString') ??
          readText({ ...human }, 'valueMarkdown') ?? { base: '', translations: undefined },
        expression,
        location: plainOrTyped(part('location')),
      } satisfies ConstraintSource,
    ];
  });
}

function readToggles(element: unknown): readonly ToggleSource[] {
  return extensionsOf(element, url.OPTIONS_TOGGLE_EXPRESSION).flatMap((extension) => {
    const parts = objectsOf(extension.extension);
    const expression = readExpression(parts.find((part) => part.url === 'expression')?.valueExpression);
    if (expression === undefined) return [];
    const options = parts.flatMap((part) => {
      const read = part.url === 'option' ? readValue(part) : undefined;
      return read?.state === 'read' ? [read.value] : [];
    });
    return [{ options, expression }];
  });
}

/** The computed value of a primitive (on its shadow `_key`) or of a Quantity (on itself). */
function computed(element: JsonObject, key: string): ExpressionSource | undefined {
  return (
    expressionAt(element[`_${key}`], url.CQF_EXPRESSION, url.CQF_CALCULATED_VALUE) ??
    expressionAt(element[key], url.CQF_EXPRESSION, url.CQF_CALCULATED_VALUE)
  );
}

function computedLimit(item: JsonObject, ...urls: readonly string[]): ExpressionSource | undefined {
  const extension = extensionOf(item, ...urls);
  if (extension === undefined) return undefined;
  const keys = Object.keys(extension).filter((key) => /^_?value[A-Z]/.test(key));
  for (const key of keys) {
    const expression = computed(extension, key.replace(/^_/, ''));
    if (expression !== undefined) return expression;
  }
  return undefined;
}

export function formExpressions(questionnaire: unknown): FormExpressions {
  return {
    variables: readVariables(questionnaire),
    named: readNamed(questionnaire),
    constraints: readConstraints(questionnaire),
  };
}

/**
 * Everything about an item that expressions decide: SDC (Form Behavior and Calculation, Advanced Form Rendering), and
 * cqf-expression or cqf-calculatedValue on `text`, `required`, `readOnly`, `repeats` and the limits.
 */
export function itemExpressions(item: JsonObject): ItemExpressions {
  const parts: Partial<Record<Part, ExpressionSource>> = {};
  const note = (part: Part, expression: ExpressionSource | undefined) => {
    if (expression !== undefined) parts[part] = expression;
  };
  note('enabled', expressionAt(item, url.ENABLE_WHEN_EXPRESSION));
  note('calculated', expressionAt(item, url.CALCULATED_EXPRESSION));
  note('initial', expressionAt(item, url.INITIAL_EXPRESSION));
  note('answers', expressionAt(item, url.ANSWER_EXPRESSION));
  note('candidates', expressionAt(item, url.CANDIDATE_EXPRESSION));
  note('text', computed(item, 'text'));
  note('required', computed(item, 'required'));
  note('readOnly', computed(item, 'readOnly'));
  // How often a group stands in the form is its structure, which no expression changes.
  if (item.type !== 'group') note('repeats', computed(item, 'repeats'));
  note('minValue', computedLimit(item, url.MIN_QUANTITY, url.MIN_VALUE));
  note('maxValue', computedLimit(item, url.MAX_QUANTITY, url.MAX_VALUE));
  const found: ItemExpressions = {
    variables: readVariables(item),
    named: readNamed(item),
    constraints: readConstraints(item),
    parts,
    toggles: readToggles(item),
  };
  const any = found.variables.length + found.named.length + found.constraints.length + found.toggles.length;
  return any === 0 && Object.keys(parts).length === 0 ? NO_EXPRESSIONS : found;
}

export function hasExpressions(found: ItemExpressions): boolean {
  return found !== NO_EXPRESSIONS;
}

/** Compiles the expressions of a form, and finds what the names in them mean. */
import type { CompiledExpression, ExpressionEngine } from '../model/contract.ts';
import type { CompiledPlan, PlanItem } from './plan.ts';
import { type ExpressionSource, launchNames } from './plan-expressions.ts';
import { compileTemplate, type Template } from './query-template.ts';

export interface LinkedExpression {
  readonly source: ExpressionSource;
  /** Where it stands; undefined on the form itself. Its `%context` is an instance of this item. */
  readonly item: PlanItem | undefined;
  /** FHIRPath: one expression. A query: those between its braces. */
  readonly parts: readonly CompiledExpression[];
  readonly template: Template | undefined;
  readonly unusable: string | undefined;
  /** The variables that its names mean; other names are looked for in the launch context. */
  readonly scope: ReadonlyMap<string, LinkedVariable>;
}

export interface LinkedVariable extends LinkedExpression {
  readonly variable: true;
  readonly name: string;
}

/** What a name means to an expression. An expression that has the name itself means one further out. */
type InScope = (
  name: string,
  reader: ExpressionSource,
  place: PlanItem | undefined,
) => LinkedVariable | undefined;

export interface Linker {
  /** The variables that an item sees: its own, then those above it, then those of the form. */
  visibleFrom(item: PlanItem | undefined): InScope;
  linked(source: ExpressionSource, item: PlanItem | undefined, inScope: InScope): LinkedExpression;
}

/**
 * Parsing is work as well, and what makes it long is not length but operators in a row. All expressions of a form together may have so many: about
 * five times what the largest published form has, and about a second of a desktop's processor.
 */
export const MAX_OPERATORS = 1_500;
export const TOO_MANY_OPERATORS = 'the expressions of the form have too many operators together';
/** Of which so many take as long as one of the others. */
const LIGHT_OPERATORS = 4;
/** What is quoted, operators that combine collections or truths, and all others. */
const OPERATOR =
  /'(?:\\.|[^'\\])*'|`(?:\\.|[^`\\])*`|(\||\b(?:and|or|xor|implies)\b)|([=~<>[]|\b(?:in|is|as|contains)\b)/g;

export function operatorsOf(text: string): number {
  let count = 0;
  for (const [, heavy, light] of text.matchAll(OPERATOR)) {
    if (heavy !== undefined) count += 1;
    else if (light !== undefined) count += 1 / LIGHT_OPERATORS;
  }
  return count;
}

export function createLinker(plan: CompiledPlan, engine: ExpressionEngine | undefined): Linker {
  const compiled = new Map<string, ReturnType<ExpressionEngine['compile']>>();
  let operatorsLeft = MAX_OPERATORS;
  function compile(text: string): ReturnType<ExpressionEngine['compile']> {
    if (engine === undefined) return { unusable: 'no expression engine was given' };
    const known = compiled.get(text);
    if (known !== undefined) return known;
    const count = operatorsOf(text);
    // A short one is parsed after a long one was refused: it costs nothing.
    const fits = count <= operatorsLeft;
    if (fits) operatorsLeft -= count;
    const result = fits ? engine.compile(text) : { unusable: TOO_MANY_OPERATORS };
    compiled.set(text, result);
    return result;
  }

  function linked(source: ExpressionSource, item: PlanItem | undefined, inScope: InScope): LinkedExpression {
    const template = source.language === 'query' ? compileTemplate(source.text) : undefined;
    const texts = template?.expressions ?? (source.language === 'fhirpath' ? [source.text] : undefined);
    const results = texts?.map(compile) ?? [{ unusable: 'no engine for this language' }];
    const parts = results.flatMap((result) => ('unusable' in result ? [] : [result]));
    const scope = new Map<string, LinkedVariable>();
    for (const part of parts) {
      for (const name of part.reads.variables) {
        const variable = inScope(name, source, item);
        if (variable !== undefined) scope.set(name, variable);
      }
    }
    const unusable = results.flatMap((result) => ('unusable' in result ? [result.unusable] : []))[0];
    return { source, item, parts, template, unusable, scope };
  }

  /** Whether a variable is the reader under its name. Both are read from the form's JSON, each for itself. */
  const isOwn = ({ name, source }: LinkedVariable, reader: ExpressionSource) =>
    reader.name === name && source.language === reader.language && source.text === reader.text;

  /** Variables by item, each list from the first to the last; a later one sees the earlier ones. */
  const variables = new Map<PlanItem | undefined, LinkedVariable[]>();
  function visibleFrom(item: PlanItem | undefined): InScope {
    return (name, reader, own) => {
      for (let place: PlanItem | undefined = item; ; place = place.parent) {
        const found = variables
          .get(place)
          ?.findLast((variable) => variable.name === name && !(place === own && isOwn(variable, reader)));
        if (found !== undefined || place === undefined) return found;
      }
    };
  }
  const launched = launchNames(plan.questionnaire);
  for (const item of [undefined, ...plan.items]) {
    const { variables: sources, named } = (item ?? plan).expressions;
    if (sources.length + named.length === 0) continue;
    const list: LinkedVariable[] = [];
    variables.set(item, list);
    for (const { name, expression } of sources) {
      list.push({ ...linked(expression, item, visibleFrom(item)), variable: true, name });
    }
    // Where names are taken, those of variables and of the launch context go first.
    for (const { name, expression } of named) {
      if (launched.has(name) || list.some((variable) => variable.name === name)) continue;
      list.push({ ...linked(expression, item, visibleFrom(item)), variable: true, name });
    }
  }
  return { visibleFrom, linked };
}

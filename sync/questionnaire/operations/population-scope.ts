import type { CompiledExpression, FormOptions } from '../model/contract.ts';
import { extensionOf, isObject, type JsonObject, objectsOf, stringOf } from '../model/fhir-json.ts';
import { ITEM_POPULATION_CONTEXT } from '../model/sdc-extensions.ts';
import {
  type ExpressionSource,
  type FormExpressions,
  formExpressions,
  itemExpressions,
} from '../plan/plan-expressions.ts';
import { compileTemplate } from '../plan/query-template.ts';

/** Names that an expression may read at one place, each evaluated when it is first read. */
export interface PopulationScope {
  valueOf(name: string): readonly unknown[] | undefined;
}

export interface PopulationContext {
  readonly name: string;
  readonly expression: ExpressionSource;
}

export interface PopulationExpressions {
  /** Undefined where it can't be evaluated, for whatever reason. */
  evaluate(
    expression: ExpressionSource,
    scope: PopulationScope,
    context: JsonObject,
  ): readonly unknown[] | undefined;
  /** The scope of the whole form: launch context, then its variables. */
  readonly form: PopulationScope;
  /** The scope inside of an item, where its own variables come before those outside. */
  inside(item: JsonObject, outer: PopulationScope): PopulationScope;
  /** The scope in which a name has one value. */
  named(name: string, value: unknown, outer: PopulationScope): PopulationScope;
}

export interface PopulationSources
  extends Pick<FormOptions, 'expressions' | 'launchContext' | 'query' | 'now'> {
  readonly questionnaire: JsonObject;
  /** The response as it is filled in so far. */
  response(): unknown;
}

/** SDC itemPopulationContext: whose rows an item has an instance for. */
export function populationContext(item: JsonObject): PopulationContext | undefined {
  const value = extensionOf(item, ITEM_POPULATION_CONTEXT)?.valueExpression;
  if (!isObject(value)) return undefined;
  const name = stringOf(value.name);
  const text = stringOf(value.expression);
  if (name === undefined || text === undefined) return undefined;
  const language =
    value.language === 'application/x-fhir-query'
      ? 'query'
      : value.language === 'text/fhirpath' || value.language === undefined
        ? 'fhirpath'
        : 'other';
  return { name, expression: { language, text } };
}

/** The rows of a result: a search gives its resources, anything else itself. */
export function rowsOf(values: readonly unknown[]): readonly unknown[] {
  return values.flatMap((value) =>
    isObject(value) && value.resourceType === 'Bundle' && value.type === 'searchset'
      ? objectsOf(value.entry).flatMap(({ resource, search }) =>
          isObject(resource) && !(isObject(search) && search.mode === 'include') ? [resource] : [],
        )
      : [value],
  );
}

/** Rows inside of rows multiply. */
const MAX_EVALUATIONS = 20_000;

export function createPopulationExpressions(sources: PopulationSources): PopulationExpressions {
  const { expressions, launchContext = {}, query, now, questionnaire, response } = sources;
  let evaluations = 0;
  const compiled = new Map<string, CompiledExpression | undefined>();

  function compile(text: string): CompiledExpression | undefined {
    if (!compiled.has(text)) {
      const result = expressions?.compile(text);
      compiled.set(text, result === undefined || 'unusable' in result ? undefined : result);
    }
    return compiled.get(text);
  }

  function fhirPath(
    text: string,
    scope: PopulationScope,
    context: JsonObject,
  ): readonly unknown[] | undefined {
    evaluations += 1;
    const expression = evaluations > MAX_EVALUATIONS ? undefined : compile(text);
    if (expression === undefined) return undefined;
    const variables: Record<string, unknown> = { questionnaire };
    for (const name of expression.reads.variables) {
      const value = scope.valueOf(name);
      if (value !== undefined) variables[name] = value;
      else if (!Object.hasOwn(variables, name)) return undefined;
    }
    try {
      return expression.evaluate({
        resource: response(),
        context,
        contextPath:
          context.resourceType === undefined ? 'QuestionnaireResponse.item' : 'QuestionnaireResponse',
        variables,
        ...(now === undefined ? {} : { now }),
      });
    } catch {
      return undefined;
    }
  }

  function evaluate(
    { language, text }: ExpressionSource,
    scope: PopulationScope,
    context: JsonObject,
  ): readonly unknown[] | undefined {
    if (language === 'other') return undefined;
    if (language === 'fhirpath') return fhirPath(text, scope, context);
    const template = compileTemplate(text);
    const parts: (readonly unknown[])[] = [];
    for (const part of template.expressions) {
      const values = fhirPath(part, scope, context);
      if (values === undefined) return undefined;
      parts.push(values);
    }
    const answered = query?.(template.fill(parts));
    if (answered === undefined) return undefined;
    return Array.isArray(answered) ? answered : [answered];
  }

  function scopeOf(
    { variables, named }: Pick<FormExpressions, 'variables' | 'named'>,
    context: JsonObject,
    outer: PopulationScope,
  ): PopulationScope {
    const known = new Map<string, readonly unknown[] | undefined>();
    const scope: PopulationScope = {
      valueOf(name) {
        const own =
          variables.find((variable) => variable.name === name) ??
          (Object.hasOwn(launchContext, name) ? undefined : named.find((other) => other.name === name));
        if (own === undefined) return outer.valueOf(name);
        if (!known.has(name)) {
          // Variables in a circle have no value.
          known.set(name, undefined);
          // One that reads its own name means one of that name further out.
          const seen: PopulationScope = {
            valueOf: (read) => (read === name ? outer : scope).valueOf(read),
          };
          known.set(name, evaluate(own.expression, seen, context));
        }
        return known.get(name);
      },
    };
    return scope;
  }

  const launched: PopulationScope = {
    valueOf: (name) => (Object.hasOwn(launchContext, name) ? [launchContext[name]] : undefined),
  };
  return {
    evaluate,
    form: scopeOf(formExpressions(questionnaire), { resourceType: 'QuestionnaireResponse' }, launched),
    inside: (item, outer) => scopeOf(itemExpressions(item), { linkId: item.linkId }, outer),
    named: (name, value, outer) => ({
      valueOf: (wanted) => (wanted === name ? [value] : outer.valueOf(wanted)),
    }),
  };
}

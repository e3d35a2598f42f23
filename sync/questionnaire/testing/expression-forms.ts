import type { Expression, Extension } from 'fhir/r4.js';
import { createExpressionEngine } from '../expressions/index.ts';
import type { ExpressionEngine, Form, FormOptions } from '../model/contract.ts';
import { CORE, type ItemSource, open, SDC } from './forms.ts';

export const engine: ExpressionEngine = createExpressionEngine();

/** An Expression in FHIRPath. */
export function fhirpath(expression: string, name?: string): Expression {
  return { language: 'text/fhirpath', expression, ...(name === undefined ? {} : { name }) };
}

function sdc(name: string): (expression: string) => Extension {
  return (expression) => ({ url: `${SDC}${name}`, valueExpression: fhirpath(expression) });
}

export const enableWhen = sdc('enableWhenExpression');
export const calculated = sdc('calculatedExpression');
export const initial = sdc('initialExpression');
export const answersFrom = sdc('answerExpression');
export const candidates = sdc('candidateExpression');

export function variable(name: string, expression: string): Extension {
  return { url: `${CORE}variable`, valueExpression: fhirpath(expression, name) };
}

export function query(name: string, expression: string): Extension {
  return {
    url: `${CORE}variable`,
    valueExpression: { name, language: 'application/x-fhir-query', expression },
  };
}

export function computed(expression: string): object {
  return { extension: [{ url: `${CORE}cqf-expression`, valueExpression: fhirpath(expression) }] };
}

/** A question whose value the form calculates. */
export function sum(linkId: string, expression: string, rest: object = {}): ItemSource {
  return { linkId, type: 'integer', extension: [calculated(expression)], ...rest };
}

export function openWith(items: readonly ItemSource[], options: FormOptions = {}): Form {
  return open(items, { expressions: engine, ...options });
}

/** `%resource` down to the answers of a question, wherever it stands. */
export const valuesOf = (linkId: string) => `%resource.repeat(item).where(linkId='${linkId}').answer.value`;

/** An engine that notes every evaluation by its source. */
export function countingEngine(): ExpressionEngine & {
  readonly evaluated: string[];
  readonly compiled: string[];
} {
  const evaluated: string[] = [];
  const compiled: string[] = [];
  return {
    evaluated,
    compiled,
    compile(source) {
      compiled.push(source);
      const expression = engine.compile(source);
      if ('unusable' in expression) return expression;
      return {
        ...expression,
        evaluate(focus) {
          evaluated.push(source);
          return expression.evaluate(focus);
        },
      };
    },
  };
}

import type { CompiledExpression, ExpressionEngine, ExpressionFocus } from '../../model/contract.ts';
import { compilePattern } from '../../patterns.ts';
import { createExpressionEngine, type ExpressionEngineOptions } from '../fhirpath-engine.ts';
import { compileReplacement } from '../replacement.ts';

export function testEngine(options: ExpressionEngineOptions = {}): ExpressionEngine {
  return createExpressionEngine({ compilePattern, compileReplacement, ...options });
}

/** @throws where it is unusable */
export function compiledBy(engine: ExpressionEngine, source: string): CompiledExpression {
  const found = engine.compile(source);
  if ('unusable' in found) throw new Error(`${found.unusable}: ${source}`);
  return found;
}

export const EMPTY_RESPONSE = { resourceType: 'QuestionnaireResponse', status: 'in-progress' };

/** A whole response as its own context, unless told otherwise. */
export function focusOn(resource: unknown, about: Partial<ExpressionFocus> = {}): ExpressionFocus {
  return { resource, context: resource, contextPath: 'QuestionnaireResponse', variables: {}, ...about };
}

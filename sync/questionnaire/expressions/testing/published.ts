import { isObject } from '../../model/fhir-json.ts';
import { formsAtHand } from '../../testing/shared-data.ts';

function* expressionsIn(element: unknown): Generator<string> {
  if (Array.isArray(element)) for (const part of element) yield* expressionsIn(part);
  if (!isObject(element)) return;
  if (element.language === 'text/fhirpath' && typeof element.expression === 'string')
    yield element.expression;
  for (const part of Object.values(element)) yield* expressionsIn(part);
}

/** Every FHIRPath expression of the forms at hand, once: the tests' own, and the published ones where they are there. */
export function publishedExpressions(): readonly string[] {
  return [...new Set(formsAtHand().flatMap(([, form]) => [...expressionsIn(form)]))];
}

import { isObject } from '../../fhir-json.ts';
import { sharedFiles, sharedJson } from '../../testing/shared-data.ts';

function* expressionsIn(element: unknown): Generator<string> {
  if (Array.isArray(element)) for (const part of element) yield* expressionsIn(part);
  if (!isObject(element)) return;
  if (element.language === 'text/fhirpath' && typeof element.expression === 'string')
    yield element.expression;
  for (const part of Object.values(element)) yield* expressionsIn(part);
}

/** Every FHIRPath expression of the published forms at hand, once; none where there are no forms. */
export function publishedExpressions(): readonly string[] {
  return [...new Set(sharedFiles('questionnaires').flatMap((file) => [...expressionsIn(sharedJson(file))]))];
}

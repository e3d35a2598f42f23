import { extensionsOf, isObject, type JsonObject, objectsOf, stringOf } from '../model/fhir-json.ts';
import { SOURCE_QUERIES } from '../model/sdc-extensions.ts';
import { compileTemplate } from '../plan/query-template.ts';

/**
 * SDC sourceQueries: contained batches of queries, run before anything is filled in. Each is read by its id as a variable.
 *
 * @param evaluate - FHIRPath on the launch context; undefined where it can't be
 * @param query - undefined where it can't be answered
 */
export function answerSourceQueries(
  questionnaire: JsonObject,
  evaluate: (expression: string) => readonly unknown[] | undefined,
  query: (query: string) => unknown,
): Readonly<Record<string, JsonObject>> {
  const answers: Record<string, JsonObject> = {};
  for (const extension of extensionsOf(questionnaire, SOURCE_QUERIES)) {
    const reference = isObject(extension.valueReference)
      ? stringOf(extension.valueReference.reference)
      : undefined;
    const batch = objectsOf(questionnaire.contained).find(({ id }) => `#${String(id)}` === reference);
    const id = stringOf(batch?.id);
    if (batch?.resourceType !== 'Bundle' || id === undefined) continue;
    answers[id] = {
      resourceType: 'Bundle',
      type: 'batch-response',
      entry: objectsOf(batch.entry).map(({ request }) => {
        const url = isObject(request) ? stringOf(request.url) : undefined;
        const resource = url === undefined ? undefined : run(url);
        return isObject(resource)
          ? { response: { status: '200' }, resource }
          : { response: { status: '404' } };
      }),
    };
  }
  return answers;

  function run(url: string): unknown {
    // The percent sign of a variable arrives percent-encoded, once as %37 in a published form.
    const template = compileTemplate(url.replace(/\{\{%(?:25|37)/g, '{{%'));
    const values = template.expressions.map(evaluate);
    if (values.includes(undefined)) return undefined;
    return query(template.fill(values.map((value) => value ?? [])));
  }
}

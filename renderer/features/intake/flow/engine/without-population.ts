/**
 * A form as it is opened: without what only `$populate` reads. For whoever isn't signed in those expressions give nothing, and would load the engine for
 * expressions all the same. Every answer and every rule stays what it is.
 */
import { isObject, type JsonObject, objectsOf } from '../../../../../sync/questionnaire/model/fhir-json.ts';

const SDC = 'http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-questionnaire-';
const POPULATING = ['launchContext', 'initialExpression', 'itemPopulationContext'].map(
  (name) => `${SDC}${name}`,
);
const VARIABLE = 'http://hl7.org/fhir/StructureDefinition/variable';

const isQuery = ({ url, valueExpression }: JsonObject) =>
  url === VARIABLE && isObject(valueExpression) && valueExpression.language === 'application/x-fhir-query';

function stripped(element: JsonObject): JsonObject {
  const { extension, item, ...rest } = element;
  const kept = objectsOf(extension).filter(
    (each) => !POPULATING.includes(String(each.url)) && !isQuery(each),
  );
  return {
    ...rest,
    ...(kept.length > 0 && { extension: kept }),
    ...(item !== undefined && { item: objectsOf(item).map(stripped) }),
  };
}

/** Whether a person's record can fill in any of it. */
export function isPopulated(definition: unknown): boolean {
  return JSON.stringify(definition).includes(`${SDC}launchContext`);
}

/** A form that fills in nothing from a record is the same object again. */
export function withoutPopulation(definition: unknown): unknown {
  return isObject(definition) && isPopulated(definition) ? stripped(definition) : definition;
}

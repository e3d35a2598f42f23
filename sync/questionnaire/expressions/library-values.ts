import { isObject, type JsonObject } from '../model/fhir-json.ts';

/** Whether something is an object of the library's own classes: JSON that looks like one isn't. */
function isOfAClass(value: unknown): value is JsonObject {
  return (
    isObject(value) &&
    Object.getPrototypeOf(value) !== Object.prototype &&
    Object.getPrototypeOf(value) !== null
  );
}

/** An element of a resource, as the library wraps it. */
export interface DataNode {
  readonly path: unknown;
  readonly data: unknown;
  readonly _data: unknown;
  readonly parentResNode: unknown;
}

export function isDataNode(value: unknown): value is DataNode {
  return isOfAClass(value) && 'fhirNodeDataType' in value && 'parentResNode' in value;
}

/** A decimal, date, time or quantity of FHIRPath's System namespace. */
export interface SystemValue {
  readonly asStr: unknown;
  readonly value?: unknown;
  readonly unit?: unknown;
}

export function isSystemValue(value: unknown): value is SystemValue {
  return isOfAClass(value) && 'asStr' in value;
}

/** The number of a decimal of the library's exact arithmetic, rounded to the nearest that JSON has. */
export function decimalNumber(value: SystemValue): number | undefined {
  return 'decimalPlaces' in value && typeof value.asStr === 'string' ? Number(value.asStr) : undefined;
}

/** What a result of the library holds. */
export function dataOf(value: unknown): unknown {
  return isDataNode(value) ? value.data : value;
}

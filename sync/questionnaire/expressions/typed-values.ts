import { compile } from 'fhirpath';
import { isObject } from '../model/fhir-json.ts';
import { isDataNode } from './library-values.ts';
import { r4Model } from './r4-model.ts';

/**
 * Gives data back its FHIR type. The library knows types of resources only; of an element that stands alone, `answer.value` would
 * silently be empty.
 */
export interface TypedValues {
  /** An element as the library wraps it. @param path - such as `QuestionnaireResponse.item` */
  element(data: unknown, path: string): unknown;
  /** A variable as the library wants it: results of earlier expressions keep the types that they had. */
  variable(value: unknown): unknown;
  /** Remembers what results were made of. */
  remember(results: readonly unknown[], nodes: readonly unknown[]): void;
}

export function createTypedValues(): TypedValues {
  const wraps = new Map<string, (data: unknown) => unknown>();
  const lists = new WeakMap<readonly unknown[], readonly unknown[]>();
  const paths = new WeakMap<object, string>();

  function element(data: unknown, path: string): unknown {
    let wrap = wraps.get(path);
    if (wrap === undefined) {
      const run = compile({ base: path, expression: '$this' }, r4Model, { resolveInternalTypes: false });
      wrap = (one) => run(one);
      wraps.set(path, wrap);
    }
    const wrapped = wrap(data);
    return Array.isArray(wrapped) ? wrapped[0] : data;
  }

  function single(value: unknown): unknown {
    if (!isObject(value) || typeof value.resourceType === 'string') return value;
    const path = paths.get(value);
    return path === undefined ? value : element(value, path);
  }

  return {
    element,
    variable(value) {
      if (!Array.isArray(value)) return value === undefined || value === null ? [] : single(value);
      const kept = lists.get(value) ?? value.filter((one) => one !== undefined && one !== null).map(single);
      // One value is given as itself: of a list, the library's unary minus would change the variable for the rest of the expression.
      return kept.length === 1 ? kept[0] : kept;
    },
    remember(results, nodes) {
      lists.set(results, nodes);
      for (const node of nodes) {
        if (isDataNode(node) && isObject(node.data) && typeof node.path === 'string')
          paths.set(node.data, node.path);
      }
    },
  };
}

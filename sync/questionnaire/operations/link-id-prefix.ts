import type { ExpressionEngine } from '../model/contract.ts';
import { extensionsOf, isObject, type JsonObject, objectsOf, stringOf } from '../model/fhir-json.ts';
import { VARIABLE } from '../model/sdc-extensions.ts';

export const LINK_ID_PREFIX = 'linkIdPrefix';

export type Prefix = { readonly value: string } | { readonly unusable: string };

/** Names of the variables that an element declares. */
export function variableNames(element: JsonObject): readonly string[] {
  return extensionsOf(element, VARIABLE).flatMap(({ valueExpression }) =>
    isObject(valueExpression) ? (stringOf(valueExpression.name) ?? []) : [],
  );
}

function isPrefixVariable(extension: JsonObject): boolean {
  const { url, valueExpression } = extension;
  return url === VARIABLE && isObject(valueExpression) && valueExpression.name === LINK_ID_PREFIX;
}

function literal(value: string): string {
  return `'${value.replace(/[\\']/g, (character) => `\\${character}`)}'`;
}

/** The prefix that an element declares for the sub-forms in it; undefined where it declares none. */
export function declaredPrefix(
  element: JsonObject,
  engine: ExpressionEngine | undefined,
): Prefix | undefined {
  const declared = objectsOf(element.extension).find(isPrefixVariable)?.valueExpression;
  if (!isObject(declared)) return undefined;
  const source = stringOf(declared.expression);
  if (source === undefined) return { unusable: 'it has no expression' };
  const plain = /^\s*'([^'\\]*)'\s*$/.exec(source)?.[1];
  if (plain !== undefined) return { value: plain };
  const compiled = engine?.compile(source);
  if (compiled === undefined)
    return { unusable: 'it is more than a text, and no expressions can be evaluated here' };
  if ('unusable' in compiled) return compiled;
  try {
    // An outer prefix is put before all of the sub-form later, so that here it is empty.
    const [value] = compiled.evaluate({
      resource: {},
      context: {},
      contextPath: 'QuestionnaireResponse',
      variables: { [LINK_ID_PREFIX]: '' },
    });
    return typeof value === 'string' ? { value } : { unusable: 'it gives no text' };
  } catch {
    return { unusable: 'it can not be evaluated' };
  }
}

/** Keys whose text may be a reference to a contained resource. */
const REFERENCES: readonly string[] = [
  'reference',
  'answerValueSet',
  'valueCanonical',
  'valueUri',
  'valueUrl',
  'valueSet',
];

function renameReferences(value: unknown, key: string, ids: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') {
    const id = REFERENCES.includes(key) && value.startsWith('#') ? ids.get(value.slice(1)) : undefined;
    return id === undefined ? value : `#${id}`;
  }
  if (Array.isArray(value)) return value.map((part) => renameReferences(part, key, ids));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, renameReferences(part, name, ids)]),
  );
}

/** Gives contained resources other ids, wherever `#id` refers to them. Values that aren't objects are passed over. */
export function renameContained(
  elements: readonly JsonObject[],
  ids: ReadonlyMap<string, string>,
): readonly JsonObject[] {
  if (ids.size === 0) return elements;
  return elements.flatMap((element) => {
    const renamed = renameReferences(element, '', ids);
    return isObject(renamed) ? [renamed] : [];
  });
}

/**
 * Puts a prefix before the linkIds of items, and before the questions of their conditions (SDC, Modular Forms). Prefixes that are
 * declared inside grow with it, so that expressions which read `%linkIdPrefix` still name the right items.
 */
export function prefixItems(
  items: readonly JsonObject[],
  prefix: string,
  engine: ExpressionEngine | undefined,
): readonly JsonObject[] {
  if (prefix === '') return items;
  return items.map((item) => {
    const inner = declaredPrefix(item, engine);
    const value = inner !== undefined && 'value' in inner ? inner.value : undefined;
    return {
      ...item,
      linkId: `${prefix}${stringOf(item.linkId) ?? ''}`,
      ...(value === undefined
        ? {}
        : {
            extension: objectsOf(item.extension).map((extension) =>
              isPrefixVariable(extension) && isObject(extension.valueExpression)
                ? {
                    ...extension,
                    valueExpression: {
                      ...extension.valueExpression,
                      expression: literal(`${prefix}${value}`),
                    },
                  }
                : extension,
            ),
          }),
      ...(item.enableWhen === undefined
        ? {}
        : {
            enableWhen: objectsOf(item.enableWhen).map((condition) => ({
              ...condition,
              question: `${prefix}${stringOf(condition.question) ?? ''}`,
            })),
          }),
      ...(item.item === undefined ? {} : { item: prefixItems(objectsOf(item.item), prefix, engine) }),
    };
  });
}

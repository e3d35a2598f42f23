/** The items of a Questionnaire by linkId, read from JSON that nobody has checked. */
export type JsonObject = { readonly [key: string]: unknown };

export interface IndexedOption {
  /** `answerCoding` and the like, as a condition would name it. */
  readonly key: string;
  readonly system?: string;
  readonly code?: string;
  readonly value?: unknown;
}

export interface IndexedItem {
  readonly linkId: string;
  readonly type: string;
  /** JSON path in the form's file. */
  readonly path: string;
  readonly item: JsonObject;
  /** Undefined where the options aren't in the file. */
  readonly options: readonly IndexedOption[] | undefined;
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function objectsOf(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function codingOption(coding: JsonObject, system?: string): IndexedOption {
  const named = textOf(coding.system) ?? system;
  return {
    key: 'answerCoding',
    ...(named === undefined ? {} : { system: named }),
    ...(typeof coding.code === 'string' ? { code: coding.code } : {}),
  };
}

function valueSetOptions(form: JsonObject, address: string): readonly IndexedOption[] | undefined {
  if (!address.startsWith('#')) return undefined;
  const set = objectsOf(form.contained).find((resource) => resource.id === address.slice(1));
  const expansion = isObject(set?.expansion) ? objectsOf(set.expansion.contains) : [];
  if (expansion.length > 0) return expansion.map((concept) => codingOption(concept));
  const include = isObject(set?.compose) ? objectsOf(set.compose.include) : [];
  if (include.length === 0 || include.some((one) => objectsOf(one.concept).length === 0)) return undefined;
  return include.flatMap((one) =>
    objectsOf(one.concept).map((concept) => codingOption(concept, textOf(one.system))),
  );
}

function optionsOf(form: JsonObject, item: JsonObject): readonly IndexedOption[] | undefined {
  if (Array.isArray(item.answerOption)) {
    return objectsOf(item.answerOption).map((option) => {
      if (isObject(option.valueCoding)) return codingOption(option.valueCoding);
      const key = Object.keys(option).find((name) => /^value[A-Z]/.test(name)) ?? 'valueString';
      return { key: key.replace(/^value/, 'answer'), value: option[key] };
    });
  }
  const address = textOf(item.answerValueSet);
  return address === undefined ? undefined : valueSetOptions(form, address);
}

/** Every item with a linkId, in document order; of two with the same, the first. */
export function indexForm(form: unknown): ReadonlyMap<string, IndexedItem> {
  const index = new Map<string, IndexedItem>();
  const walk = (root: JsonObject, list: unknown, path: string) => {
    if (!Array.isArray(list)) return;
    for (const [at, item] of list.entries()) {
      if (!isObject(item)) continue;
      const here = `${path}.item[${at}]`;
      const linkId = textOf(item.linkId);
      if (linkId !== undefined && !index.has(linkId)) {
        index.set(linkId, {
          linkId,
          type: textOf(item.type) ?? '',
          path: here,
          item,
          options: optionsOf(root, item),
        });
      }
      walk(root, item.item, here);
    }
  };
  if (isObject(form)) walk(form, form.item, '$');
  return index;
}

export function hasExtension(element: unknown, suffix: string): boolean {
  return (
    isObject(element) &&
    objectsOf(element.extension).some(
      (extension) => typeof extension.url === 'string' && extension.url.endsWith(suffix),
    )
  );
}

/** Questions that somebody is asked: neither groups and displays, nor what the form calculates or hides. */
export function askedQuestions(index: ReadonlyMap<string, IndexedItem>): readonly IndexedItem[] {
  return [...index.values()].filter(({ type, item }) => {
    const hidden = objectsOf(item.extension).some(
      (extension) =>
        String(extension.url).endsWith('/questionnaire-hidden') && extension.valueBoolean === true,
    );
    return (
      type !== 'group' &&
      type !== 'display' &&
      !hidden &&
      !hasExtension(item, 'sdc-questionnaire-calculatedExpression')
    );
  });
}

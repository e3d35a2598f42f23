import { isObject, type JsonObject, objectsOf } from '../../model/fhir-json.ts';

/**
 * As little of a response as the reads of an expression allow: items that are read with all below them, and of what stands above them
 * the linkId. The response's own elements stay.
 */
export function prune(element: unknown, linkIds: ReadonlySet<string> | 'all'): unknown {
  if (linkIds === 'all' || !isObject(element)) return element;
  return element.resourceType === undefined
    ? (prunedItem(element, linkIds) ?? { linkId: element.linkId })
    : withItems(withoutItems(element), prunedItems(element.item, linkIds));
}

function withoutItems({ item: _left, ...rest }: JsonObject): JsonObject {
  return rest;
}

function withItems(shell: JsonObject, items: readonly JsonObject[]): JsonObject {
  return items.length === 0 ? shell : { ...shell, item: items };
}

function prunedItems(items: unknown, linkIds: ReadonlySet<string>): readonly JsonObject[] {
  return objectsOf(items).flatMap((item): readonly JsonObject[] => {
    const kept = prunedItem(item, linkIds);
    return kept === undefined ? [] : [kept];
  });
}

function prunedItem(item: JsonObject, linkIds: ReadonlySet<string>): JsonObject | undefined {
  if (typeof item.linkId === 'string' && linkIds.has(item.linkId)) return item;
  const items = prunedItems(item.item, linkIds);
  const answers = objectsOf(item.answer).flatMap((answer): JsonObject[] => {
    const below = prunedItems(answer.item, linkIds);
    return below.length === 0 ? [] : [{ item: below }];
  });
  if (items.length === 0 && answers.length === 0) return undefined;
  return withItems({ linkId: item.linkId, ...(answers.length === 0 ? {} : { answer: answers }) }, items);
}

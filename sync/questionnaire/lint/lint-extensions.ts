/** Extensions that nothing here reads: on the form or an item, their options and texts, and the value sets in the form. */
import { isObject, type JsonObject, stringOf } from '../model/fhir-json.ts';
import type { CompiledPlan, PlanItem } from '../plan/plan.ts';
import { type Remark, remark } from './lint-codes.ts';
import { consequenceOf, extensionName, isRead } from './read-extensions.ts';

/** No published form comes near; ends hostile nesting. */
const MAX_DEPTH = 40;
/** Contained resources whose content a form shows. The others are templates: their extensions go where they go. */
const SHOWN: readonly unknown[] = ['ValueSet', 'CodeSystem'];

function unread(extension: JsonObject, at: string): readonly Remark[] {
  const address = stringOf(extension.url) ?? '';
  // Without a scheme it is the name of a part of the extension around it.
  if (!/^[a-z][a-z0-9+.-]*:/i.test(address) || isRead(address)) return [];
  const consequence = consequenceOf(address) ?? 'the form behaves as if it were not there';
  return remark(
    'extension-not-read',
    `${extensionName(address)} is not read (${address}): ${consequence}`,
    'Say the same by what is read, or accept that it has no effect here.',
    at,
  );
}

function* inside(value: unknown, at: string, depth: number): Generator<Remark> {
  if (depth > MAX_DEPTH) return;
  if (Array.isArray(value)) {
    for (const [index, each] of value.entries()) yield* inside(each, `${at}[${index}]`, depth + 1);
    return;
  }
  if (!isObject(value)) return;
  for (const [key, part] of Object.entries(value)) {
    const place = `${at}.${key}`;
    if (key !== 'extension' || !Array.isArray(part)) yield* inside(part, place, depth + 1);
    else {
      for (const [index, extension] of part.entries()) {
        const here = `${place}[${index}]`;
        const found = isObject(extension) ? unread(extension, here) : [];
        yield* found;
        // Of what isn't read, nothing in it is.
        if (found.length === 0) yield* inside(extension, here, depth + 1);
      }
    }
  }
}

/** Of one item without those in it, or (without one) of the form. */
export function extensionRemarks(item: PlanItem | undefined, plan: CompiledPlan): readonly Remark[] {
  const element = item?.item ?? plan.questionnaire;
  return Object.entries(element).flatMap(([key, part]) => {
    if (key === 'item') return [];
    if (key !== 'contained' || !Array.isArray(part)) return [...inside({ [key]: part }, '', 0)];
    return part.flatMap((resource: unknown, index) =>
      isObject(resource) && SHOWN.includes(resource.resourceType)
        ? [...inside(resource, `.contained[${index}]`, 0)]
        : [],
    );
  });
}

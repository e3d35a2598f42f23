import { isObject, type JsonObject, objectsOf, stringOf } from '../../model/fhir-json.ts';
import { chooseType, convertValue, type Found, guessType } from './convert-value.ts';
import { type ElementModel, elementFacts } from './element-model.ts';

type MutableJson = Record<string, unknown>;

/** An element that is being filled in: made only once a value goes into it. */
export interface Cursor {
  /** Element id, slices included: `Patient.name`, `Patient.telecom:phone`. */
  readonly id: string;
  /** Path by which the model knows what is below. */
  readonly modelPath: string;
  target(): MutableJson;
}

export type Placed = 'placed' | 'unknown-element' | 'unfit-value' | 'taken';

export interface ResourceBuilder {
  readonly root: Cursor;
  readonly resource: JsonObject;
  /** The element that `id` names below a cursor; a new one each time where it is a list. Undefined where FHIR has none. */
  open(from: Cursor, id: string): Cursor | undefined;
  put(from: Cursor, id: string, found: Found): Placed;
}

interface Segment {
  readonly name: string;
  /** The element id up to here. */
  readonly id: string;
}

/** The steps from one element id to another: `Patient.name` to `Patient.name.given` is `given`. */
function segments(from: string, to: string): readonly Segment[] | undefined {
  if (to === from) return [];
  if (!to.startsWith(`${from}.`)) return undefined;
  let id = from;
  return to
    .slice(from.length + 1)
    .split('.')
    .map((part) => {
      id = `${id}.${part}`;
      const [name = '', slice] = part.split(':');
      // The slice of a choice is its type: `value[x]:valueQuantity`.
      return { id, name: name.endsWith('[x]') ? (slice ?? name.slice(0, -'[x]'.length)) : name };
    });
}

function fixedValue(element: JsonObject): { readonly value: unknown } | undefined {
  const key = Object.keys(element).find((name) => /^(fixed|pattern)[A-Z]/.test(name));
  return key === undefined ? undefined : { value: element[key] };
}

/**
 * Builds one resource from values that name their elements (SDC, definition-based extraction).
 *
 * @param profile - the StructureDefinition of the definitions, for what it fixes; undefined where it isn't at hand
 */
export function createResourceBuilder(
  model: ElementModel,
  type: string,
  profile: JsonObject | undefined,
): ResourceBuilder {
  const resource: MutableJson = { resourceType: type };
  const snapshot = isObject(profile?.snapshot) ? profile.snapshot : undefined;
  const fixed = objectsOf(snapshot?.element).flatMap((element) => {
    const value = fixedValue(element);
    const id = stringOf(element.id);
    return value === undefined || id === undefined ? [] : [{ id, value: value.value }];
  });
  /** Which slice an element of a list was made for. */
  const slices = new WeakMap<object, string>();

  function applyFixed(target: MutableJson, id: string, modelPath: string): void {
    for (const rule of fixed) {
      if (!rule.id.startsWith(`${id}.`)) continue;
      const name = rule.id.slice(id.length + 1);
      if (/[.:]/.test(name)) continue;
      const facts = elementFacts(model, modelPath, name.replace('[x]', ''));
      if (facts === undefined || facts.choices.length > 0 || target[facts.key] !== undefined) continue;
      target[facts.key] = facts.repeats ? [rule.value] : rule.value;
    }
  }

  function make(id: string, modelPath: string): MutableJson {
    const made: MutableJson = {};
    slices.set(made, id);
    applyFixed(made, id, modelPath);
    return made;
  }

  /** Goes one element down. `fresh`: a new one in a list, however many there are. */
  function step(from: Cursor, segment: Segment, fresh: boolean): Cursor | undefined {
    const facts = elementFacts(model, from.modelPath, segment.name);
    if (facts === undefined || facts.choices.length > 0) return undefined;
    let made: MutableJson | undefined;
    return {
      id: segment.id,
      modelPath: facts.path,
      target() {
        if (made !== undefined) return made;
        const above = from.target();
        const there = above[facts.key];
        const list: readonly unknown[] = Array.isArray(there) ? there : there === undefined ? [] : [there];
        const same = list.findLast((one) => isMutable(one) && slices.get(one) === segment.id);
        if (isMutable(same) && !(fresh && facts.repeats)) made = same;
        else {
          made = make(segment.id, facts.path);
          above[facts.key] = facts.repeats ? [...list, made] : made;
        }
        return made;
      },
    };
  }

  function walk(
    from: Cursor,
    steps: readonly Segment[],
    fresh: (index: number) => boolean,
  ): Cursor | undefined {
    let cursor: Cursor | undefined = from;
    for (const [index, segment] of steps.entries()) {
      cursor = cursor && step(cursor, segment, fresh(index));
    }
    return cursor;
  }

  function lastList(from: Cursor, steps: readonly Segment[]): number {
    let path = from.modelPath;
    let last = -1;
    for (const [index, { name }] of steps.entries()) {
      const facts = elementFacts(model, path, name);
      if (facts?.repeats) last = index;
      path = facts?.path ?? '';
    }
    return last;
  }

  applyFixed(resource, type, type);
  return {
    resource,
    root: { id: type, modelPath: type, target: () => resource },
    open(from, id) {
      const steps = segments(from.id, id);
      return steps && walk(from, steps, (index) => index === steps.length - 1);
    },
    put(from, id, found) {
      const steps = segments(from.id, id);
      const final = steps?.at(-1);
      if (steps === undefined || final === undefined) return 'unknown-element';
      const above = steps.slice(0, -1);
      let holder = walk(from, above, () => false);
      const facts = holder && elementFacts(model, holder.modelPath, final.name);
      if (holder === undefined || facts === undefined) return 'unknown-element';
      const chosen = facts.choices.length === 0 ? undefined : chooseType(found, facts.choices);
      if (facts.choices.length > 0 && chosen === undefined) return 'unfit-value';
      const key = chosen === undefined ? facts.key : `${facts.key}${chosen}`;
      const target = chosen === undefined ? facts.type : typeOfSuffix(chosen);
      const typed = found.suffix === '' ? { ...found, suffix: guessType(found.value) } : found;
      const value = convertValue(typed, target) ?? convertValue(found, target);
      if (value === undefined) return 'unfit-value';
      if (!facts.repeats && holder.target()[key] !== undefined) {
        // A second value needs a second element around it, as a second phone number needs a second telecom.
        const again = lastList(from, above);
        if (again < 0) return 'taken';
        holder = walk(from, above, (index) => index === again);
        if (holder === undefined) return 'unknown-element';
      }
      const into = holder.target();
      const there = into[key];
      into[key] = facts.repeats ? [...(Array.isArray(there) ? there : []), value] : value;
      return 'placed';
    },
  };
}

function isMutable(value: unknown): value is MutableJson {
  return isObject(value);
}

function typeOfSuffix(suffix: string): string {
  const small = suffix.charAt(0).toLowerCase() + suffix.slice(1);
  return /^(boolean|integer|decimal|string|uri|url|code|date|dateTime|instant|time|markdown|id|canonical)$/.test(
    small,
  )
    ? small
    : suffix;
}

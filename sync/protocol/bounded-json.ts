/**
 * Reads JSON that somebody else has written, and measures it before anything is built: a text of one megabyte can hold a nesting that
 * overflows any code that walks it, or more objects than a screen, a schema or a message between threads can take.
 */

export interface JsonBounds {
  /** UTF-16 units of the whole text. */
  readonly maxLength: number;
  /** Objects and arrays in one another. */
  readonly maxDepth: number;
  /** Objects, arrays, and what is neither, all together. */
  readonly maxValues: number;
  /** Of one array. */
  readonly maxItems: number;
  /** Of one object, each as often as it is written. */
  readonly maxKeys: number;
  /** UTF-16 units of one text, as it is written. */
  readonly maxText: number;
  /** The same of a key. */
  readonly maxKeyText: number;
  /** Keys whose text may be as long as the whole: what is sealed or encoded in it is read by nobody here. */
  readonly longTexts: readonly string[];
}

/** What there is too much of; `name`: a key that would change the object it is in. */
export type JsonExcess =
  | 'length'
  | 'depth'
  | 'values'
  | 'items'
  | 'keys'
  | 'text'
  | 'key'
  | 'number'
  | 'name';

export type BoundedJson =
  | { readonly ok: true; readonly content: unknown }
  | { readonly ok: false; readonly excess: JsonExcess | undefined };

/** More digits than any number of JSON has that means something: a double has 17, the longest exact decimal of one 767. */
const MAX_NUMBER = 800;
const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_ARRAY = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

const isSpace = (code: number) => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
const ends = (code: number) =>
  code === COMMA || code === CLOSE_ARRAY || code === CLOSE_OBJECT || isSpace(code);

/** @returns where the quote that ends a text is; -1 where there is none. @param from after the quote that begins it. */
function endOfText(json: string, from: number): number {
  for (let at = json.indexOf('"', from); at !== -1; at = json.indexOf('"', at + 1)) {
    let before = at;
    while (before > from && json.charCodeAt(before - 1) === BACKSLASH) before--;
    if ((at - before) % 2 === 0) return at;
  }
  return -1;
}

/** A key as it is meant; as it is written where it is no JSON. */
function readKey(written: string): string {
  if (!written.includes('\\')) return written;
  try {
    return String(JSON.parse(`"${written}"`));
  } catch {
    return written;
  }
}

interface Container {
  readonly isObject: boolean;
  count: number;
}

/**
 * Without recursion, and without building anything.
 * @returns undefined where nothing is too much, or the text ends or goes wrong before it is: then it is no JSON.
 */
export function findExcess(json: string, bounds: JsonBounds): JsonExcess | undefined {
  const { maxLength, maxDepth, maxValues, maxItems, maxKeys, maxText, maxKeyText, longTexts } = bounds;
  if (json.length > maxLength) return 'length';
  const open: Container[] = [];
  let inside: Container | undefined;
  let values = 0;
  let key = '';
  let isKeyNext = false;

  const beginValue = (): JsonExcess | undefined => {
    if (++values > maxValues) return 'values';
    return inside && !inside.isObject && ++inside.count > maxItems ? 'items' : undefined;
  };

  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at);
    let excess: JsonExcess | undefined;
    if (isSpace(code)) continue;
    switch (code) {
      case OPEN_OBJECT:
      case OPEN_ARRAY:
        excess = beginValue();
        if (open.length >= maxDepth) excess ??= 'depth';
        inside = { isObject: code === OPEN_OBJECT, count: 0 };
        open.push(inside);
        isKeyNext = inside.isObject;
        break;
      case CLOSE_OBJECT:
      case CLOSE_ARRAY:
        open.pop();
        inside = open.at(-1);
        isKeyNext = false;
        break;
      case COMMA:
        isKeyNext = inside?.isObject ?? false;
        break;
      case COLON:
        isKeyNext = false;
        break;
      case QUOTE: {
        const end = endOfText(json, at + 1);
        if (end === -1) return undefined;
        const length = end - at - 1;
        if (isKeyNext) {
          if (length > maxKeyText) return 'key';
          key = readKey(json.slice(at + 1, end));
          // `JSON.parse` makes it a property; code that copies that property sets a prototype.
          if (key === '__proto__') return 'name';
          if (inside && ++inside.count > maxKeys) return 'keys';
        } else {
          excess = beginValue();
          if (length > maxText && !(inside?.isObject && longTexts.includes(key))) excess ??= 'text';
        }
        at = end;
        break;
      }
      default: {
        excess = beginValue();
        const from = at;
        while (at + 1 < json.length && !ends(json.charCodeAt(at + 1))) at++;
        if (at - from >= MAX_NUMBER) excess ??= 'number';
      }
    }
    if (excess !== undefined) return excess;
  }
  return undefined;
}

/** @returns `excess` undefined for what is no JSON at all. */
export function readBoundedJson(json: string, bounds: JsonBounds): BoundedJson {
  const excess = findExcess(json, bounds);
  if (excess !== undefined) return { ok: false, excess };
  try {
    const content: unknown = JSON.parse(json);
    return { ok: true, content };
  } catch {
    return { ok: false, excess: undefined };
  }
}

/** JSON of what is large, in steps. */

/** Of an array, at one step. */
const ELEMENTS = 64;
/** How deep it is taken apart: below that, everything is small. */
const DEPTH = 3;

/** @returns what `JSON.stringify` does, of objects and arrays that hold nothing but JSON */
export function* jsonSteps(value: unknown, depth: number = DEPTH): Generator<undefined, string> {
  if (typeof value !== 'object' || value === null || depth === 0) return JSON.stringify(value);
  const parts: string[] = [];
  if (Array.isArray(value)) {
    for (let from = 0; from < value.length; from += ELEMENTS) {
      parts.push(JSON.stringify(value.slice(from, from + ELEMENTS)).slice(1, -1));
      yield;
    }
    return `[${parts.join(',')}]`;
  }
  for (const [name, own] of Object.entries(value)) {
    if (own === undefined) continue;
    parts.push(`${JSON.stringify(name)}:${yield* jsonSteps(own, depth - 1)}`);
    yield;
  }
  return `{${parts.join(',')}}`;
}

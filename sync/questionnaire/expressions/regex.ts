import type { CompilePattern } from '../model/contract.ts';

/** Replaces every match of a pattern, with `$1` and `${name}` for its groups, in time linear in the text. */
export type CompileReplacement = (
  source: string,
) => ((text: string, substitution: string) => string) | { readonly unusable: string };

type Match = (text: string) => boolean;

/**
 * Conditions at the start of a pattern, such as `^(?!.*[DFIOQU])[A-Z]…` of postal codes, and what is left. RE2 has no look-ahead,
 * but at the start of the text it is a match of its own. Undefined where the pattern doesn't begin so, or has alternatives that it
 * wouldn't bind to.
 */
function leadingConditions(source: string):
  | {
      readonly conditions: readonly { readonly pattern: string; readonly wanted: boolean }[];
      readonly rest: string;
    }
  | undefined {
  if (!/^\^\(\?[=!]/.test(source)) return undefined;
  const conditions: { pattern: string; wanted: boolean }[] = [];
  let at = 1;
  while (/^\(\?[=!]/.test(source.slice(at, at + 3))) {
    const end = closing(source, at);
    if (end === undefined) return undefined;
    conditions.push({ pattern: source.slice(at + 3, end), wanted: source[at + 2] === '=' });
    at = end + 1;
  }
  const rest = source.slice(at);
  return hasAlternatives(rest) ? undefined : { conditions, rest };
}

/** Walks over a pattern, passing escapes and classes; `visit` gets each other character and the depth of groups before it. */
function walk(
  source: string,
  from: number,
  visit: (character: string, depth: number, index: number) => boolean,
): void {
  let depth = 0;
  let inClass = false;
  for (let index = from; index < source.length; index += 1) {
    const character = source.charAt(index);
    if (character === '\\') {
      index += 1;
      continue;
    }
    if (inClass) {
      if (character === ']') inClass = false;
      continue;
    }
    if (character === '[') {
      inClass = true;
      if (source[index + 1] === '^') index += 1;
      if (source[index + 1] === ']') index += 1;
      continue;
    }
    if (!visit(character, depth, index)) return;
    if (character === '(') depth += 1;
    if (character === ')') depth -= 1;
  }
}

function closing(source: string, open: number): number | undefined {
  let end: number | undefined;
  walk(source, open, (character, depth, index) => {
    if (character !== ')' || depth !== 1) return true;
    end = index;
    return false;
  });
  return end;
}

function hasAlternatives(source: string): boolean {
  let found = false;
  walk(source, 0, (character, depth) => {
    if (character === '|' && depth === 0) found = true;
    return !found;
  });
  return found;
}

/**
 * Compiles the patterns of `matches` (anywhere in the text) and `matchesFull` (all of it). FHIRPath reads them with "." for line ends
 * too (FHIRPath, matches).
 *
 * @param flags - `i` ignores case, `m` lets ^ and $ stand for lines
 */
export function compileMatch(
  compilePattern: CompilePattern,
  source: string,
  flags: string,
  full: boolean,
): Match | { readonly unusable: string } {
  if (!/^[im]*$/.test(flags)) return { unusable: 'only the flags i and m are known' };
  const prefix = `(?s${[...new Set(flags)].join('')})`;
  // Compiled alone first: a stray bracket must not pair with those that are put around it.
  const alone = compilePattern(`${prefix}${source}`);
  const whole = (pattern: string) =>
    compilePattern(full ? `${prefix}(?:${pattern})` : `${prefix}(?s:.*)(?:${pattern})(?s:.*)`);
  if (typeof alone === 'function') return whole(source);
  const parts = flags.includes('m') ? undefined : leadingConditions(source);
  if (parts === undefined) return alone;
  const rest = compilePattern(`${prefix}${parts.rest}`);
  if (typeof rest !== 'function') return rest;
  const matchRest = whole(`^(?:${parts.rest})`);
  if (typeof matchRest !== 'function') return matchRest;
  const conditions: Match[] = [];
  for (const { pattern, wanted } of parts.conditions) {
    const condition = compilePattern(`${prefix}${pattern}`);
    const match = compilePattern(`${prefix}(?:${pattern})(?s:.*)`);
    if (typeof condition !== 'function') return condition;
    if (typeof match !== 'function') return match;
    conditions.push((text) => match(text) === wanted);
  }
  return (text) => conditions.every((holds) => holds(text)) && matchRest(text);
}

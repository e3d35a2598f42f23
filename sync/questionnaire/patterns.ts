import { RE2JS } from 're2js';
import type { CompilePattern } from './model/contract.ts';

/** Longer patterns are refused: compiling costs memory by size, and no real form comes near. */
const MAX_PATTERN_LENGTH = 2000;

/** Kept are the last so many, and none that is long: what an author can make of few characters is bounded, too. */
const MAX_KEPT = 16;
const MAX_KEPT_LENGTH = 100;
const kept = new Map<string, ReturnType<CompilePattern>>();

/** Compiling takes longer than all matching, and the same form is opened again and again: to fill in, to judge. */
function keep(source: string, pattern: ReturnType<CompilePattern>): void {
  if (source.length > MAX_KEPT_LENGTH) return;
  const [oldest] = kept.keys();
  if (oldest !== undefined && kept.size >= MAX_KEPT) kept.delete(oldest);
  kept.set(source, pattern);
}

function compile(source: string): ReturnType<CompilePattern> {
  try {
    const pattern = RE2JS.compile(source);
    return (text) => pattern.matches(text);
  } catch (error) {
    return { unusable: error instanceof Error ? error.message : 'not a regular expression' };
  }
}

/**
 * Compiles the pattern of a form to a full match in time linear in the text (RE2), so that no author can hang a phone or a
 * server. Back references and look-around have no linear matcher and are unusable.
 *
 * A module of its own because RE2 is heavier than the engine: load it with `import()` where `plan.needs.patterns`.
 */
export const compilePattern: CompilePattern = (source) => {
  if (source.length > MAX_PATTERN_LENGTH) return { unusable: `longer than ${MAX_PATTERN_LENGTH} characters` };
  const known = kept.get(source);
  if (known !== undefined) return known;
  const compiled = compile(source);
  keep(source, compiled);
  return compiled;
};

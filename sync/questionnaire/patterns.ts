import { RE2JS } from 're2js';
import type { CompilePattern } from './model/contract.ts';

/** Longer patterns are refused: compiling costs memory by size, and no real form comes near. */
const MAX_PATTERN_LENGTH = 2000;

/**
 * Compiles the pattern of a form to a full match in time linear in the text (RE2), so that no author can hang a phone or a
 * server. Back references and look-around have no linear matcher and are unusable.
 *
 * A module of its own because RE2 is heavier than the engine: load it with `import()` where `plan.needs.patterns`.
 */
export const compilePattern: CompilePattern = (source) => {
  if (source.length > MAX_PATTERN_LENGTH) return { unusable: `longer than ${MAX_PATTERN_LENGTH} characters` };
  try {
    const pattern = RE2JS.compile(source);
    return (text) => pattern.matches(text);
  } catch (error) {
    return { unusable: error instanceof Error ? error.message : 'not a regular expression' };
  }
};

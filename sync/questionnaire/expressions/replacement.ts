import { RE2JS } from 're2js';
import type { CompileReplacement } from './regex.ts';

/** Longer patterns are refused, as in `patterns.ts`. */
const MAX_PATTERN_LENGTH = 2000;

/** `replaceMatches` by RE2; apart, like `patterns.ts`, because RE2 is heavy: load it with `import()`. */
export const compileReplacement: CompileReplacement = (source) => {
  if (source.length > MAX_PATTERN_LENGTH) return { unusable: `longer than ${MAX_PATTERN_LENGTH} characters` };
  try {
    const pattern = RE2JS.compile(source);
    return (text, substitution) => pattern.matcher(text).replaceAll(substitution, true);
  } catch (error) {
    return { unusable: error instanceof Error ? error.message : 'not a regular expression' };
  }
};

import type { UserInvocationTable } from 'fhirpath';
import type { Moment } from './clock.ts';
import { dataOf } from './library-values.ts';
import type { Meter } from './meter.ts';
import { nodeScore, type ScoreOf } from './weights.ts';

/** Characters that a replacement may make before the meter sees the result. */
const MAX_REPLACED = 2_000_000;

/** Characters of a text times those of a pattern that cost as much as one step. */
const CHARACTERS_PER_STEP = 100;

/** What the functions that differ from the library's need of one evaluation. */
export interface Surroundings {
  readonly meter: Meter;
  readonly moment: Moment | undefined;
  readonly scoreOf: ScoreOf;
  /** @throws where the pattern can't be run */
  readonly match: (pattern: string, flags: string, full: boolean) => (text: string) => boolean;
  /** @throws where the pattern can't be run */
  readonly replacement: (pattern: string) => (text: string, substitution: string) => string;
}

export interface Overrides {
  /** The library tells the time itself. */
  readonly untimed: UserInvocationTable;
  readonly timed: UserInvocationTable;
}

type Operation = (input: readonly unknown[], ...parameters: readonly unknown[]) => unknown;

/** The one text of a collection; undefined where it is empty. @throws where it is something else (FHIRPath, singleton evaluation) */
function textOf(input: unknown): string | undefined {
  const items: readonly unknown[] = Array.isArray(input)
    ? input
    : input === undefined || input === null
      ? []
      : [input];
  if (items.length === 0) return undefined;
  const text = dataOf(items[0]);
  if (items.length > 1 || typeof text !== 'string') throw new TypeError('not one text');
  return text;
}

function entry(fn: Operation, ...arities: readonly (readonly 'String'[])[]): UserInvocationTable[string] {
  return {
    fn: (input: unknown, ...parameters: unknown[]) =>
      fn(Array.isArray(input) ? input : [input], ...parameters),
    arity: Object.fromEntries(arities.map((types) => [types.length, [...types]])),
    internalStructures: true,
  };
}

/**
 * The functions that this engine gives the library: scores that it wouldn't find, a moment that is given, texts that can't grow without
 * being counted, and regular expressions in linear time.
 *
 * @param current - of the evaluation that runs; there is one at a time
 */
export function createOverrides(current: () => Surroundings): Overrides {
  const weight = entry((input) => {
    const { scoreOf } = current();
    return input.flatMap((node) => nodeScore(node, scoreOf) ?? []);
  }, []);

  const matching = (full: boolean) =>
    entry(
      (input, pattern, flags) => {
        const text = textOf(input);
        const source = textOf(pattern);
        if (text === undefined || source === undefined) return [];
        const { meter, match } = current();
        meter.charge((text.length * source.length) / CHARACTERS_PER_STEP);
        return match(source, textOf(flags) ?? '', full)(text);
      },
      ['String'],
      ['String', 'String'],
    );

  const replace = entry(
    (input, pattern, substitution) => {
      const text = textOf(input);
      const from = textOf(pattern);
      const to = textOf(substitution);
      if (text === undefined || from === undefined || to === undefined) return [];
      const parts = text.split(from);
      current().meter.text(text.length + (parts.length + 1) * to.length);
      // An empty pattern surrounds each character (FHIRPath, replace).
      return from === '' && text !== '' ? `${to}${parts.join(to)}${to}` : parts.join(to);
    },
    ['String', 'String'],
  );

  const replaceMatches = entry(
    (input, pattern, substitution) => {
      const text = textOf(input);
      const source = textOf(pattern);
      const to = textOf(substitution);
      if (text === undefined || source === undefined || to === undefined) return [];
      const { meter, replacement } = current();
      const run = replacement(source);
      const references = to.split('$').length - 1;
      const longest = (text.length + 1) * (to.length + 1) + references * text.length;
      meter.charge(longest > MAX_REPLACED ? Number.POSITIVE_INFINITY : longest / 16);
      return run(text, to);
    },
    ['String', 'String'],
  );

  const join = entry(
    (input, separator) => {
      const between = textOf(separator) ?? '';
      const texts = input.flatMap((item) => textOf(item) ?? []);
      if (texts.length === 0) return [];
      current().meter.text(
        texts.reduce((sum, text) => sum + text.length, (texts.length - 1) * between.length),
      );
      return texts.join(between);
    },
    [],
    ['String'],
  );

  const untimed = {
    weight,
    ordinal: weight,
    matches: matching(false),
    matchesFull: matching(true),
    replace,
    replaceMatches,
    join,
  };
  const timed = {
    ...untimed,
    now: entry(() => current().moment?.now, []),
    today: entry(() => current().moment?.today, []),
    timeOfDay: entry(() => current().moment?.timeOfDay, []),
  };
  return { untimed, timed };
}

/** Finds patterns in a text that is cut into words. */
import { type Certainty, type UrgentKind, urgentKinds } from '../phrases/urgent-kinds.ts';
import { patterns } from './patterns.ts';
import { type WordClass, wordClasses } from './word-classes.ts';

export interface PatternMatch {
  readonly kind: UrgentKind;
  readonly certainty: Certainty;
  /** Of its first word, and of its last. */
  readonly start: number;
  readonly end: number;
}

interface Pattern {
  readonly kind: UrgentKind;
  readonly certainty: Certainty;
  readonly classes: readonly WordClass[];
}

/** Words from the first of a pattern to its last: about one clause. */
const MAX_SPAN = 13;
/** A shorter beginning is no sign of the word. */
const MIN_BEGINNING = 2;

interface Vocabulary {
  readonly words: ReadonlyMap<string, ReadonlySet<WordClass>>;
  readonly beginnings: ReadonlyMap<string, ReadonlySet<WordClass>>;
  readonly patterns: readonly Pattern[];
}

function readVocabulary(tokensOf: (text: string) => readonly string[]): Vocabulary {
  const words = new Map<string, Set<WordClass>>();
  const beginnings = new Map<string, Set<WordClass>>();
  const put = (map: Map<string, Set<WordClass>>, key: string, name: WordClass) =>
    map.set(key, (map.get(key) ?? new Set()).add(name));
  for (const [name, said] of Object.entries(wordClasses) as [WordClass, string][])
    for (const word of said.trim().split(/\s+/))
      for (const token of tokensOf(word)) put(word.endsWith('*') ? beginnings : words, token, name);
  const linesOf = (text: string) =>
    text
      .trim()
      .split('\n')
      .filter((line) => line.trim() !== '');
  return {
    words,
    beginnings,
    patterns: urgentKinds.flatMap((kind) =>
      (['certain', 'possible'] as const).flatMap((certainty) =>
        linesOf(patterns[kind]?.[certainty] ?? '').map((line) => ({
          ...{ kind, certainty },
          classes: line.trim().split(' ') as WordClass[],
        })),
      ),
    ),
  };
}

/** Built when the first text is read. */
let vocabulary: Vocabulary | undefined;

function classesOf(forms: readonly string[], { words, beginnings }: Vocabulary): ReadonlySet<WordClass> {
  const found = new Set<WordClass>();
  for (const form of forms) {
    for (const name of words.get(form) ?? []) found.add(name);
    for (let length = MIN_BEGINNING; length <= form.length; length += 1)
      for (const name of beginnings.get(form.slice(0, length)) ?? []) found.add(name);
  }
  return found;
}

/** One place for each class, none twice, within a clause that begins at `from`; the places are few. */
function placeAll(
  lists: readonly (readonly number[])[],
  from: number,
  taken: readonly number[] = [],
): readonly number[] | undefined {
  const [list, ...rest] = lists;
  if (!list) return taken;
  for (const at of list) {
    if (at < from || at >= from + MAX_SPAN || taken.includes(at)) continue;
    const placed = placeAll(rest, from, [...taken, at]);
    if (placed) return placed;
  }
  return undefined;
}

/**
 * @param forms of each word: as it is, and without what is written together with it
 * @param tokensOf how the words of the classes are folded
 */
export function findPatterns(
  forms: readonly (readonly string[])[],
  tokensOf: (text: string) => readonly string[],
): readonly PatternMatch[] {
  vocabulary ??= readVocabulary(tokensOf);
  const places = new Map<WordClass, number[]>();
  for (const [at, own] of forms.entries())
    for (const name of classesOf(own, vocabulary)) places.set(name, [...(places.get(name) ?? []), at]);
  return vocabulary.patterns.flatMap(({ kind, certainty, classes }) => {
    const lists = classes.map((name) => places.get(name) ?? []);
    if (lists.some((list) => list.length === 0)) return [];
    const starts = [...new Set(lists.flat())].toSorted((one, other) => one - other);
    for (const from of starts) {
      const placed = placeAll(lists, from);
      if (placed) return [{ kind, certainty, start: Math.min(...placed), end: Math.max(...placed) }];
    }
    return [];
  });
}

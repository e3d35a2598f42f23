/** What is offered while a name is typed. Loaded when a list is first asked for; searched on the device. */
import type { Concept } from '../../../../sync/domain/health/resources.ts';

export interface Suggestion {
  /** As it is kept, in the patient's language where the list has it. */
  readonly concept: Concept;
  /** Beside the name: what is in it, or what else it is called. */
  readonly also?: string | undefined;
}
export interface SuggestionList {
  /** The best first, at most {@link MAX_SUGGESTIONS}; none for nothing typed. */
  search(typed: string): readonly Suggestion[];
  /** A short list, for demonstrations. */
  readonly isDemo: boolean;
}

export const MAX_SUGGESTIONS = 6;

export interface Searchable {
  readonly suggestion: Suggestion;
  /** Everything that it may be found by. */
  readonly names: readonly string[];
}

/** Letters and figures alone, without accents, Arabic vowel signs and capitals. */
export const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}|\u0640/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

interface Prepared {
  readonly suggestion: Suggestion;
  /** Begins with a space, as each of its words does. */
  readonly words: string;
}

/** Each word that was typed begins a word of the name; a name that begins so goes first, and a short one before a long one. */
export function createSearch(all: readonly Searchable[]): SuggestionList['search'] {
  const prepared = all.map(
    ({ suggestion, names }): Prepared => ({ suggestion, words: ` ${names.map(plain).join(' ')}` }),
  );
  return (typed) => {
    const wanted = plain(typed);
    if (wanted === '') return [];
    const parts = wanted.split(' ').map((part) => ` ${part}`);
    return prepared
      .filter(({ words }) => parts.every((part) => words.includes(part)))
      .toSorted(
        (one, other) =>
          Number(other.words.startsWith(` ${wanted}`)) - Number(one.words.startsWith(` ${wanted}`)) ||
          one.words.length - other.words.length,
      )
      .slice(0, MAX_SUGGESTIONS)
      .map(({ suggestion }) => suggestion);
  };
}

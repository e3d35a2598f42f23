/** Which concepts a form, a product or a question of a patient is about. */
import type { Product } from '../catalog/product.ts';
import { type Localized, languages } from '../languages.ts';
import { hasPhrase, wordsOf } from '../words/fold-text.ts';
import type { Concept } from './concepts/concept.ts';
import { conditions } from './concepts/conditions.ts';
import { substances } from './concepts/substances.ts';

export type { Concept } from './concepts/concept.ts';

export const concepts: readonly Concept[] = [...conditions, ...substances];

const byId = new Map(concepts.map((concept) => [concept.id, concept]));
export const conceptOf = (id: string): Concept | undefined => byId.get(id);

/** Every phrase that it goes by, in every language: people write in the one they think in. */
export const phrasesOf = ({ name, synonyms }: Concept): readonly string[] =>
  languages.flatMap((language) => [name[language], ...synonyms[language]]);

interface Folded {
  readonly concept: Concept;
  readonly phrases: readonly (readonly string[])[];
  readonly not: readonly (readonly string[])[];
}
let known: readonly Folded[] | undefined;
/** Folded when first asked for: most pages that load this module compare nothing. */
function folded(): readonly Folded[] {
  known ??= concepts.map((concept) => ({
    concept,
    phrases: phrasesOf(concept).map(wordsOf),
    not: concept.not.map(wordsOf),
  }));
  return known;
}

/** What sounds like it and is something else: such a question isn't answered with this concept. */
export function excludedBy(text: string): ReadonlySet<string> {
  const words = wordsOf(text);
  return new Set(
    folded()
      .filter(({ not }) => not.some((phrase) => hasPhrase(words, phrase)))
      .map(({ concept }) => concept.id),
  );
}

/** Conditions by the first word of each of their phrases: a title is compared with a few of them, where a server lists thousands of vendors. */
let byWord: ReadonlyMap<string, ReadonlySet<Folded>> | undefined;
function conditionsByWord(): ReadonlyMap<string, ReadonlySet<Folded>> {
  if (byWord) return byWord;
  const found = new Map<string, Set<Folded>>();
  for (const each of folded().filter(({ concept }) => concept.kind === 'condition'))
    for (const [word = ''] of each.phrases) found.set(word, (found.get(word) ?? new Set()).add(each));
  byWord = found;
  return found;
}

/** The conditions that a form is for, by its title in any language. */
export function conditionsOf(title: Localized): readonly string[] {
  const texts = languages.map((language) => wordsOf(title[language] ?? ''));
  const near = new Set(texts.flat().flatMap((word) => [...(conditionsByWord().get(word) ?? [])]));
  const isAbout = ({ phrases, not }: Folded, words: readonly string[]) =>
    phrases.some((phrase) => hasPhrase(words, phrase)) && !not.some((phrase) => hasPhrase(words, phrase));
  return folded()
    .filter((each) => near.has(each) && texts.some((words) => isAbout(each, words)))
    .map(({ concept }) => concept.id);
}

/** The substance that a product is: with nothing else in it. */
export function substanceOf({ ingredients }: Pick<Product, 'ingredients'>): string | undefined {
  const names = ingredients.map((each) => each.toLowerCase());
  return substances.find(
    ({ ingredients: known = [], isCombination }) =>
      names.every((name) => known.includes(name)) &&
      (isCombination !== true || known.every((name) => names.includes(name))),
  )?.id;
}

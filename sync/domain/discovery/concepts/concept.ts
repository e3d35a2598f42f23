import type { Language, Localized } from '../../languages.ts';

/**
 * One thing that people look for, whatever they call it. A word belongs to one concept alone, and only if it means the same thing to a clinician: what is merely close
 * (an emergency contraceptive and a daily one, a cold sore and shingles) is named in `not`.
 */
export interface Concept {
  readonly id: string;
  readonly kind: 'condition' | 'substance';
  readonly name: Required<{ [language in Language]: string }> & Localized;
  /** What else it is called. Brands are looked up by it, and never shown. */
  readonly synonyms: { readonly [language in Language]: readonly string[] };
  /** In any language: a text that says one of these isn't about this. */
  readonly not: readonly string[];
  /** Of a substance: by their generic names in English. A product of it has none beside these. */
  readonly ingredients?: readonly string[];
  /** All of them at once. */
  readonly isCombination?: true;
}

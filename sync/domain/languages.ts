/**
 * The one list of languages. A language is a line of it, its catalogues (`{code}.json` in each folder of messages) and its texts in the vendors' packs;
 * everything else follows. Without a schema library, because the first paint of every page needs it.
 */

interface Traits {
  /** Its own name for itself: a menu of languages is read by people who don't speak the page's. */
  readonly name: string;
  readonly script: 'latin' | 'arabic';
  readonly direction: 'ltr' | 'rtl';
  /** Whose names of months its readers may know: itself where nothing is said. */
  readonly monthLocales?: readonly string[];
}

/** English first: texts are complete in it, and it stands in for all others. New ones go to the end. */
const list = {
  en: { name: 'English', script: 'latin', direction: 'ltr' },
  es: { name: 'Español', script: 'latin', direction: 'ltr' },
  // Three sets of names of months are in use.
  ar: { name: 'العربية', script: 'arabic', direction: 'rtl', monthLocales: ['ar-EG', 'ar-SY', 'ar-DZ'] },
} as const satisfies { readonly en: Traits } & Readonly<Record<string, Traits>>;

export type Language = keyof typeof list;
export type OtherLanguage = Exclude<Language, 'en'>;

/** The languages that every screen speaks. A form or a document may speak fewer: then it is shown in the original, marked as such. */
export const languages = Object.keys(list) as readonly Language[];
/** Those that English is translated into. */
export const otherLanguages = languages.filter((language): language is OtherLanguage => language !== 'en');

export const traitsOf = (language: Language): Traits => list[language];
/** @param tag BCP 47, of this product's languages or not. */
export function directionOfTag(tag: string): 'ltr' | 'rtl' {
  const base = tag.toLowerCase().split('-')[0];
  const language = languages.find((each) => each === base);
  return language === undefined ? 'ltr' : traitsOf(language).direction;
}
export const monthLocales: readonly string[] = languages.flatMap(
  (language) => traitsOf(language).monthLocales ?? [language],
);

/** A text in English, and in the other languages where somebody has translated it. */
export type Localized = { en: string } & { [language in OtherLanguage]?: string | undefined };

export interface LocalizedReading {
  readonly text: string;
  /** The language of `text`: to be set as `lang` where it differs from the page's. */
  readonly language: Language;
}

/** The text in the language asked for, else in English. */
export function readLocalized(localized: Localized, language: Language): LocalizedReading {
  const text = localized[language];
  return text === undefined ? { text: localized.en, language: 'en' } : { text, language };
}

/** The first of the wanted BCP 47 tags that the product speaks, else English. */
export function chooseLanguage(
  wanted: readonly string[],
  offered: readonly Language[] = languages,
): Language {
  for (const tag of wanted) {
    const base = tag.toLowerCase().split('-')[0];
    const match = offered.find((language) => language === base);
    if (match) return match;
  }
  return offered[0] ?? 'en';
}

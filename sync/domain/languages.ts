/** The languages of the product and texts in them. Without a schema library, because the first paint of every page needs it. */

/** The languages that every screen speaks. A form or a document may speak fewer: then it is shown in the original, marked as such. */
export const languages = ['en', 'es', 'ar'] as const;
export type Language = (typeof languages)[number];
export const rightToLeft: readonly Language[] = ['ar'];

/** A text in English, and in the other languages where somebody has translated it. */
export interface Localized {
  en: string;
  es?: string | undefined;
  ar?: string | undefined;
}

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

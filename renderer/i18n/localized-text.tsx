import { type Localized, type LocalizedReading, readLocalized } from '../../sync/domain/languages.ts';
import { directionOf } from './language.ts';
import { useLanguage } from './messages-provider.tsx';

/** Reads the vendor's own texts in the page's language. */
export function useLocalized(): (localized: Localized) => string {
  const { language } = useLanguage();
  return (localized) => readLocalized(localized, language).text;
}

/** Attributes for the element that holds `reading`, so that a screen reader changes its voice where the language differs. */
export function languageAttributes(
  reading: LocalizedReading,
  pageLanguage: string,
): { lang?: string; dir?: 'ltr' | 'rtl' } {
  if (reading.language === pageLanguage) return {};
  return { lang: reading.language, dir: directionOf(reading.language) };
}

/** A vendor's text in a span that says its language where that isn't the page's. */
export function LocalizedText({ text }: { readonly text: Localized }) {
  const { language } = useLanguage();
  const reading = readLocalized(text, language);
  const attributes = languageAttributes(reading, language);
  return attributes.lang === undefined ? reading.text : <span {...attributes}>{reading.text}</span>;
}

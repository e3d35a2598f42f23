import { type Language, languages, traitsOf } from '../../sync/domain/languages.ts';

export { directionOfTag, monthLocales } from '../../sync/domain/languages.ts';
export type Direction = 'ltr' | 'rtl';
export const LANGUAGE_COOKIE = 'cf-lang';
const COOKIE_SECONDS = 400 * 24 * 3600;

/** Each language's own name for itself: a menu of languages is read by people who don't speak the page's. */
export const languageNames = Object.fromEntries(
  languages.map((language) => [language, traitsOf(language).name]),
) as Readonly<Record<Language, string>>;

export function directionOf(language: Language): Direction {
  return traitsOf(language).direction;
}

export function isLanguage(value: unknown): value is Language {
  return languages.some((language) => language === value);
}

/**
 * The BCP 47 tag for Intl: the vendor's region decides the order of dates, and digits are Latin everywhere, because codes,
 * phone numbers and scores must read the same on the phone and in the clinic.
 */
export function formatLocale(language: Language, region?: string): string {
  return `${language}${region ? `-${region}` : ''}-u-nu-latn`;
}

/** Says the language on the page itself and to the server. */
export function applyLanguage(language: Language, page: Document = document): void {
  page.documentElement.lang = language;
  page.documentElement.dir = directionOf(language);
}

export function keepLanguage(language: Language, page: Document = document): void {
  const secure = page.location.protocol === 'https:' ? '; secure' : '';
  // The CookieStore API is missing in Safari before 18.4 and on plain http.
  page.cookie = `${LANGUAGE_COOKIE}=${language}; path=/; max-age=${COOKIE_SECONDS}; samesite=lax${secure}`;
}

/** The language that the reader chose on this device, if any. */
export function keptLanguage(page: Pick<Document, 'cookie'> = document): Language | undefined {
  const kept = page.cookie
    .split(';')
    .map((pair) => pair.trim().split('='))
    .find(([name]) => name === LANGUAGE_COOKIE)?.[1];
  return isLanguage(kept) ? kept : undefined;
}

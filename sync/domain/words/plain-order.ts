/** The order of names without the browser's rules of languages, which take tens of milliseconds to load. */
const PLAIN_NAME = /^[A-Za-z ]+$/;
/** The order of names that are English letters and spaces, which capitals don't change. */
export function plainOrder(language: string, one: string, other: string): number | undefined {
  if (language !== 'en' || !PLAIN_NAME.test(one) || !PLAIN_NAME.test(other)) return undefined;
  const [a, b] = [one.toLowerCase(), other.toLowerCase()];
  if (a === b) return undefined;
  return a < b ? -1 : 1;
}

/** Compares names as the language does. */
export const orderOf =
  (language: string) =>
  (one: string, other: string): number =>
    plainOrder(language, one, other) ?? one.localeCompare(other, language);

/** An instant as the vendor's patients write it, with the name of the time zone: a letter may be read in another one. */
import type { Language } from '../../../../domain/languages.ts';
import type { LetterPack } from './letter.ts';

export function whenAt(at: Date, language: Language, { region, timezone }: LetterPack): string {
  // Digits are Latin in every language, as on every screen.
  return new Intl.DateTimeFormat(`${language}-${region}-u-nu-latn`, {
    timeZone: timezone,
    weekday: 'long',
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'longGeneric',
  }).format(at);
}

import { describe, expect, it } from 'vitest';
import { z } from 'zod/mini';
import {
  chooseLanguage,
  directionOfTag,
  languages,
  monthLocales,
  otherLanguages,
  readLocalized,
  traitsOf,
} from './languages.ts';
import { inLanguages, localizedSchema } from './localized.ts';

describe.each(languages)('%s', (language) => {
  it('is a language that the platform knows, under the name that it has for itself', () => {
    const own = new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? '';
    expect(own.toLocaleLowerCase(language)).toBe(traitsOf(language).name.toLocaleLowerCase(language));
  });

  it('is chosen by its tag and read where there is a text in it', () => {
    expect(chooseLanguage([`${language}-XX`])).toBe(language);
    expect(readLocalized({ en: 'a', [language]: 'b' }, language)).toEqual({ text: 'b', language });
    expect(localizedSchema.safeParse({ en: 'a', [language]: 'b' }).data).toEqual({
      en: 'a',
      [language]: 'b',
    });
    expect(localizedSchema.safeParse({ en: 'a', [language]: '' }).success).toBe(false);
  });
});

it('English is first, and needed', () => {
  expect(languages[0]).toBe('en');
  expect(otherLanguages).toEqual(languages.slice(1));
  expect(inLanguages(z.string()).safeParse({ [otherLanguages[0] ?? '']: 'b' }).success).toBe(false);
});

it('a tag of any language has a direction, and each language names of months', () => {
  expect(['ar', 'AR-eg', 'en-GB', 'xx'].map(directionOfTag)).toEqual(['rtl', 'rtl', 'ltr', 'ltr']);
  for (const language of languages) expect(monthLocales.some((tag) => tag.startsWith(language))).toBe(true);
});

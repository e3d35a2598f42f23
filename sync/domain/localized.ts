import { z } from 'zod/mini';
import { type Localized, type OtherLanguage, otherLanguages } from './languages.ts';

/** A value in English, and in the other languages where there is one. */
export function inLanguages<Value extends z.ZodMiniType>(value: Value) {
  const others = Object.fromEntries(otherLanguages.map((language) => [language, z.optional(value)]));
  return z.object({ en: value, ...(others as { [language in OtherLanguage]: z.ZodMiniOptional<Value> }) });
}

export const localizedSchema = inLanguages(
  z.string().check(z.minLength(1)),
) satisfies z.ZodMiniType<Localized>;

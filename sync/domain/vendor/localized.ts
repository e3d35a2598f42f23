import { z } from 'zod/mini';
import type { Localized } from '../languages.ts';

export * from '../languages.ts';

export const localizedSchema = z.object({
  en: z.string().check(z.minLength(1)),
  es: z.optional(z.string().check(z.minLength(1))),
  ar: z.optional(z.string().check(z.minLength(1))),
}) satisfies z.ZodMiniType<Localized>;

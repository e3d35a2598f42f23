/** What a vendor sets of texts to its patients' phones. */
import { z } from 'zod/mini';
import type { PackPart } from '../pack-fields.ts';

/** Codes that a vendor sends in a day, where it doesn't say. */
export const TEXTS_PER_DAY = 500;

export const textsPart = {
  settings: {
    /** Left out: sign-in codes go by email alone. */
    texts: z.optional(
      z.object({
        /** To whose numbers, as ISO 3166 codes: texts to others cost more, and are what fraud asks for. */
        countries: z.array(z.string().check(z.regex(/^[A-Z]{2}$/))).check(z.minLength(1)),
        perDay: z.optional(z.int().check(z.positive(), z.maximum(100_000))),
      }),
    ),
  },
} satisfies PackPart;

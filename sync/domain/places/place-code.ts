import { z } from 'zod/mini';

/** ISO 3166: a country or one of its parts. */
export const placeCode = z.string().check(z.regex(/^[A-Z]{2}(-[A-Z0-9]{1,3})?$/));

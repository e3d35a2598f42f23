import { z } from 'zod/mini';

/** RFC 4648 section 5, without padding; not empty. */
export const base64url = z.string().check(z.regex(/^[A-Za-z0-9_-]+$/));

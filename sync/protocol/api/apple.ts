/**
 * Sign in with Apple, below `/connect/{vendor}/account/v1/` as in `accounts.ts`. Without keys of Apple's none of it is there: 404.
 *
 * | request              | access  | body               | answer                                                                       |
 * |----------------------|---------|--------------------|------------------------------------------------------------------------------|
 * | `GET    apple`       | device  |                    | 204: there is a way to Apple                                                 |
 * | `POST   apple`       | device  | {@link AppleStart} | {@link AppleStarted}, and a cookie for the way back                          |
 * | `POST   apple/outcome` | device | {@link AppleResult} | {@link AppleReturn}, as often as it is asked for until the result is used  |
 * | `POST   apple/session` | device | {@link AppleResult} | `PatientSession`, and the cookie                                            |
 * | `POST   apple/link`  | patient | {@link AppleResult} | 204; asks for a fresh proof                                                 |
 * | `GET    apple/link`  | patient |                    | {@link AppleLink}                                                            |
 * | `DELETE apple/link`  | patient |                    | 204; asks for a fresh proof                                                  |
 *
 * Apple makes the browser post a form to `/auth/apple/callback`, which leads on to the page of the same address. Its query has the result alone, and no result
 * where it can't be said of which vendor it is.
 */
import { z } from 'zod/mini';
import { languages } from '../../domain/languages.ts';

/**
 * Beside those of `accounts.ts`. `APPLE_STATE_MISMATCH` 403: it wasn't begun on this device, or is over. `APPLE_WRONG_VENDOR` 403: it was begun at another vendor.
 * `APPLE_ACCOUNT_EXISTS` 409: the address is an account's, or Apple hasn't verified it: sign in there, then link. `APPLE_LINKED` 409: it is another account's.
 */
export const appleProblemCodes = [
  'APPLE_STATE_MISMATCH',
  'APPLE_WRONG_VENDOR',
  'APPLE_ACCOUNT_EXISTS',
  'APPLE_LINKED',
] as const;

export const APPLE_MINUTES = 10;

export const appleStartSchema = z.object({
  language: z.enum(languages),
  /** Others use this device, too: nothing is kept on it. */
  shared: z.boolean(),
  /** Where they are: a path of this vendor's, without a query. Any other is forgotten. */
  returnTo: z.optional(z.string().check(z.maxLength(500))),
  /** Somebody who is signed in wants to sign in by Apple from now on: what comes back is linked, and signs nobody in. */
  links: z.optional(z.boolean()),
});
export type AppleStart = z.infer<typeof appleStartSchema>;

export const appleStartedSchema = z.object({ url: z.url() });
export type AppleStarted = z.infer<typeof appleStartedSchema>;

export const appleResultSchema = z.object({
  /** Of the address that the form led to, `{vendor}.{secret}`: counts on the device that began alone. */
  result: z.string().check(z.maxLength(200), z.regex(/^[a-z0-9-]+\.[A-Za-z0-9_-]{43}$/)),
});
export type AppleResult = z.infer<typeof appleResultSchema>;

/** As Apple's form has it, where it has either. */
const appleNameSchema = z.object({ given: z.string(), family: z.string() });
export type AppleName = z.infer<typeof appleNameSchema>;

export const appleReturnSchema = z.object({
  outcome: z.enum(['ok', 'cancelled', 'failed']),
  /** As it was begun. */
  links: z.boolean(),
  /** Where they were; null where that isn't known. */
  returnTo: z.nullable(z.string()),
  /** Apple hides their address: mail goes through Apple, and may not arrive. */
  isRelay: z.boolean(),
  /** As of {@link appleLinkSchema}. */
  name: z.nullable(appleNameSchema),
});
export type AppleReturn = z.infer<typeof appleReturnSchema>;

export const appleLinkSchema = z.object({
  linked: z.boolean(),
  /** ISO 8601; null where it isn't linked. */
  since: z.nullable(z.string()),
  /** To suggest to the person: Apple says it once, and nobody has signed it. */
  name: z.nullable(appleNameSchema),
});
export type AppleLink = z.infer<typeof appleLinkSchema>;

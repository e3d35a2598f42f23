/**
 * Sign in with Apple, below `/connect/{vendor}/account/v1/` as in `accounts.ts`. Without keys of Apple's none of it is there: 404.
 *
 * | request              | access  | body               | answer                                                                       |
 * |----------------------|---------|--------------------|------------------------------------------------------------------------------|
 * | `GET    apple`       | device  |                    | 204: there is a way to Apple                                                 |
 * | `POST   apple`       | device  | {@link AppleStart} | {@link AppleStarted}, and a cookie for the way back                          |
 * | `POST   apple/session` | device | {@link AppleResult} | `PatientSession`, and the cookie                                            |
 * | `POST   apple/link`  | patient | {@link AppleResult} | 204; asks for a fresh proof                                                 |
 * | `GET    apple/link`  | patient |                    | {@link AppleLink}                                                            |
 * | `DELETE apple/link`  | patient |                    | 204; asks for a fresh proof                                                  |
 *
 * Apple makes the browser post a form to `/auth/apple/callback`, which leads on to `/connect/{vendor}/account/profile` with {@link appleReturns}; where it can't be
 * said of which vendor it is, to the list of vendors.
 */
import { z } from 'zod/mini';
import { languages } from '../../domain/languages.ts';

/**
 * Beside those of `accounts.ts`. `APPLE_STATE_MISMATCH` 403: it wasn't begun on this device, or is over. `APPLE_ACCOUNT_EXISTS` 409: the address is an account's, or
 * Apple hasn't verified it: sign in there, then link. `APPLE_LINKED` 409: it is another account's.
 */
export const appleProblemCodes = ['APPLE_STATE_MISMATCH', 'APPLE_ACCOUNT_EXISTS', 'APPLE_LINKED'] as const;

export const APPLE_MINUTES = 10;

/** What the page after Apple is told by its address. */
export const appleReturns = ['ok', 'cancelled', 'failed'] as const;
export type AppleReturn = (typeof appleReturns)[number];

export const appleStartSchema = z.object({
  language: z.enum(languages),
  /** Others use this device, too: nothing is kept on it. */
  shared: z.boolean(),
});
export type AppleStart = z.infer<typeof appleStartSchema>;

export const appleStartedSchema = z.object({ url: z.url() });
export type AppleStarted = z.infer<typeof appleStartedSchema>;

export const appleResultSchema = z.object({
  /** Of the address that the form led to: counts on the device that began alone. */
  result: z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/)),
});
export type AppleResult = z.infer<typeof appleResultSchema>;

export const appleLinkSchema = z.object({
  linked: z.boolean(),
  /** To suggest to the person: Apple says it once, and nobody has signed it. */
  name: z.nullable(z.string()),
});
export type AppleLink = z.infer<typeof appleLinkSchema>;

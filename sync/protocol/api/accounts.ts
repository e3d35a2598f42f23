/**
 * The patient's account at one vendor: everything below `/connect/{vendor}/account/v1/`.
 *
 * | request                | access  | body                      | answer                                                              |
 * |------------------------|---------|---------------------------|---------------------------------------------------------------------|
 * | `POST   codes`         | device  | {@link CodeRequest}       | 204, whether the address is known or not                            |
 * | `POST   session`       | device  | {@link SignIn}            | {@link PatientSession}, and the cookie                              |
 * | `GET    session`       | patient |                           | {@link PatientSession}                                              |
 * | `DELETE session`       | patient |                           | 204: this device is signed out                                      |
 * | `GET    sessions`      | patient |                           | {@link SessionList}                                                 |
 * | `DELETE sessions`      | patient |                           | 204: every other device is signed out                               |
 * | `DELETE sessions/:id`  | patient |                           | 204                                                                 |
 * | `PUT    password`      | patient | {@link PasswordChange}    | 204; asks for a fresh proof                                         |
 * | `GET    contacts`      | patient |                           | {@link ContactList}                                                 |
 * | `POST   contacts`      | patient | {@link CodeRequest}       | 204, and a code to that address; asks for a fresh proof              |
 * | `PUT    contacts`      | patient | {@link ContactProof}      | 204: the address is the person's, too                               |
 * | `POST   contacts/removal` | patient | {@link ContactRemoval} | 204; asks for a fresh proof                                         |
 * | `POST   closing`       | patient |                           | 204: nobody can sign in any more; asks for a fresh proof            |
 * | `POST   claims`        | patient | {@link Claim}             | {@link ClaimAnswer}: what this device sent belongs to the person now |
 *
 * Each request bears a device's proof (`wire.ts`); those of `patient` the session's cookie besides, which counts only together with the device that it was
 * given to, and at its vendor. Bodies are JSON, errors RFC 9457 problems with one of {@link accountProblemCodes}.
 */
import { z } from 'zod/mini';
import { languages } from '../../domain/languages.ts';

/**
 * `SESSION_ENDED` 401: sign in (again). `PERSON_MERGED` and `PERSON_CLOSED` 410, where a session is asked for: as in `records.ts`. `SIGN_IN_FAILED` 403: the same for a wrong code, a wrong password and an unknown address; 403, so that no client
 * takes it for a nonce that has changed, and repeats the attempt. `RATE_LIMITED` 429 with `Retry-After`. `PROOF_TOO_OLD` 403: prove it again by a code or
 * the password, then repeat. `PASSWORD_WEAK` 400. `NOT_FOUND` 404. `INVALID_REQUEST` 400 with pointers. `CODE_NEEDED` 403: too many wrong passwords, use a
 * code. `EMAIL_TAKEN` 409: somebody has proven that address before. `EMAIL_NEEDED` 409: no other address has been there for {@link CONTACT_UNDO_DAYS} days.
 */
export const accountProblemCodes = [
  'SESSION_ENDED',
  'PERSON_MERGED',
  'PERSON_CLOSED',
  'SIGN_IN_FAILED',
  'RATE_LIMITED',
  'PROOF_TOO_OLD',
  'PASSWORD_WEAK',
  'NOT_FOUND',
  'INVALID_REQUEST',
  'CODE_NEEDED',
  'EMAIL_TAKEN',
  'EMAIL_NEEDED',
] as const;
export type AccountProblemCode = (typeof accountProblemCodes)[number];

/** NIST SP 800-63B-4, 3.1.1.2: where a password stands alone. */
export const MIN_PASSWORD_LENGTH = 15;
export const MAX_PASSWORD_LENGTH = 128;
export const CODE_LENGTH = 6;
export const CODE_MINUTES = 10;
/** A change of what one signs in by asks for a proof that is younger. */
export const FRESH_PROOF_MINUTES = 5;
/** So long the addresses that were there before a new one can't be removed: anyone who reads them can still undo it. */
export const CONTACT_UNDO_DAYS = 7;
/** Addresses of one person. */
export const MAX_CONTACTS = 5;
/** Operations of one claim. */
export const MAX_CLAIMED = 50;

const email = z.string().check(z.minLength(3), z.maxLength(254));
const language = z.enum(languages);

/** In characters as Unicode counts them: an emoji is one, and so is an accented letter, however it was typed. */
export function passwordLength(password: string): number {
  return Array.from(password.normalize('NFC')).length;
}

/** Far above what 128 characters can take: its length isn't counted where it can't be right. */
const MAX_PASSWORD_UNITS = 1024;
const password = z.string().check(
  z.maxLength(MAX_PASSWORD_UNITS),
  z.refine((text) => {
    const length = passwordLength(text);
    return length >= MIN_PASSWORD_LENGTH && length <= MAX_PASSWORD_LENGTH;
  }),
);

export const codeRequestSchema = z.object({ email, language });
export type CodeRequest = z.infer<typeof codeRequestSchema>;

export const signInSchema = z.object({
  email,
  /** Of the letters that tell of this sign-in. */
  language,
  /** Exactly one of the two. */
  code: z.optional(z.string().check(z.regex(/^\d{6}$/))),
  password: z.optional(z.string().check(z.minLength(1), z.maxLength(1024))),
  /** Others use this device, too: nothing is kept on it. */
  shared: z.boolean(),
});
export type SignIn = z.infer<typeof signInSchema>;

export const patientSessionSchema = z.object({
  person: z.uuid(),
  /** As the patient typed it. */
  email: z.string(),
  hasPassword: z.boolean(),
  shared: z.boolean(),
  /** When who is there was last proven. */
  provedAt: z.iso.datetime(),
  /** Seconds without a touch after which a screen of this session is covered, on a shared device ended. */
  idleSeconds: z.int(),
  endsAt: z.iso.datetime(),
  serverTime: z.iso.datetime(),
});
export type PatientSession = z.infer<typeof patientSessionSchema>;

export const sessionListSchema = z.object({
  sessions: z.array(
    z.object({
      id: z.uuid(),
      /** The one that asks. */
      current: z.boolean(),
      shared: z.boolean(),
      /** Browser and system in words ("Chrome on Android"), from what it said of itself; null where that says nothing. */
      browser: z.nullable(z.string()),
      startedAt: z.iso.datetime(),
      lastSeenAt: z.iso.datetime(),
    }),
  ),
});
export type SessionList = z.infer<typeof sessionListSchema>;

export const passwordChangeSchema = z.object({ password: z.nullable(password) });
export type PasswordChange = z.infer<typeof passwordChangeSchema>;

export const contactListSchema = z.object({
  /** The oldest first, as the patient typed them. */
  contacts: z.array(
    z.object({
      email: z.string(),
      verifiedAt: z.iso.datetime(),
      canRemove: z.boolean(),
      /** Mail to it came back. */
      undeliverable: z._default(z.boolean(), false),
    }),
  ),
});
export type ContactList = z.infer<typeof contactListSchema>;
export const contactProofSchema = z.object({ email, language, code: z.string().check(z.regex(/^\d{6}$/)) });
export type ContactProof = z.infer<typeof contactProofSchema>;
export const contactRemovalSchema = z.object({ email });
export type ContactRemoval = z.infer<typeof contactRemovalSchema>;

export const claimSchema = z.object({
  /** What this device has sent, each told by its receipt. */
  operations: z.array(z.uuid()).check(z.minLength(1), z.maxLength(MAX_CLAIMED)),
  /**
   * Of the patient whom they are about, ISO 8601. Left out for the one receipt that the account was begun from: then only for the device that asked for the
   * code, and for what it sent in the hour before.
   */
  birthDate: z.optional(z.iso.date()),
});
export type Claim = z.infer<typeof claimSchema>;

export const claimAnswerSchema = z.object({
  /** Those that are the person's now, whether by this claim or an earlier one. The others stay where they are: unknown, another's, or not of that birth date. */
  claimed: z.array(z.uuid()),
  /** Those that this device has sent and the clinic is still reading: whose they are can't be told before. The claim is to be repeated. */
  waiting: z.optional(z.array(z.uuid())),
});
export type ClaimAnswer = z.infer<typeof claimAnswerSchema>;

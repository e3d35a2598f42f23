/**
 * Passkeys of a patient's account, below `/connect/{vendor}/account/v1/` as in `accounts.ts`.
 *
 * | request                   | access  | body                         | answer                                                        |
 * |---------------------------|---------|------------------------------|---------------------------------------------------------------|
 * | `POST   passkeys/request` | device  |                              | {@link PasskeyRequest}: what the browser is asked with        |
 * | `POST   passkeys/session` | device  | {@link PasskeySignIn}        | `PatientSession`, and the cookie                              |
 * | `GET    passkeys`         | patient |                              | {@link PasskeyList}                                           |
 * | `POST   passkeys/creation`| patient |                              | {@link PasskeyCreation}; asks for a fresh proof               |
 * | `POST   passkeys`         | patient | {@link NewPasskey}           | {@link PasskeyList}; asks for a fresh proof                   |
 * | `PUT    passkeys/:id`     | patient | {@link PasskeyName}          | 204                                                           |
 * | `DELETE passkeys/:id`     | patient |                              | 204; asks for a fresh proof                                   |
 * | `PUT    passkeys/offer`   | patient |                              | 204: they were offered one, and won't be again                |
 *
 * Each challenge counts once, for {@link CHALLENGE_MINUTES} minutes, on the device that asked for it. What the browser answers is WebAuthn Level 3's JSON.
 */
import { z } from 'zod/mini';
import { languages } from '../../domain/languages.ts';

/**
 * Beside those of `accounts.ts`. `SIGN_IN_FAILED` 403: the same for a passkey that nobody has, for a wrong signature and for a challenge that is over.
 * `PASSKEY_ELSEWHERE` 403: the signature is right, and the passkey another vendor's. `PASSKEY_REFUSED` 400: a new one that can't be taken.
 * `PASSKEY_KNOWN` 409: it is registered already. `PASSKEY_LIMIT` 409: there are {@link MAX_PASSKEYS}.
 */
export const passkeyProblemCodes = [
  'SIGN_IN_FAILED',
  'PASSKEY_ELSEWHERE',
  'PASSKEY_REFUSED',
  'PASSKEY_KNOWN',
  'PASSKEY_LIMIT',
] as const;

export const CHALLENGE_MINUTES = 10;
/** Of one person. */
export const MAX_PASSKEYS = 10;
export const MAX_PASSKEY_NAME = 60;

/** No database has a text with U+0000. */
const storable = z.refine<string>((text) => !text.includes('\u0000'));
const MAX_ID = 1_400;
const MAX_PART = 8_192;
const base64url = (longest: number) => z.string().check(z.maxLength(longest), z.regex(/^[A-Za-z0-9_-]+$/));
const id = base64url(MAX_ID);
const part = base64url(MAX_PART);

/** Any passkey of this host: nobody is asked who they are before. */
export const passkeyRequestSchema = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
});
export type PasskeyRequest = z.infer<typeof passkeyRequestSchema>;

export const assertionSchema = z.object({
  id,
  rawId: id,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: part,
    authenticatorData: part,
    signature: part,
    userHandle: z.optional(part),
  }),
});
export type Assertion = z.infer<typeof assertionSchema>;

export const passkeySignInSchema = z.object({
  assertion: assertionSchema,
  language: z.enum(languages),
  /** Others use this device, too: nothing is kept on it. */
  shared: z.boolean(),
  /** Only this person's: who is signed in proves it again. */
  person: z.optional(z.uuid()),
});
export type PasskeySignIn = z.infer<typeof passkeySignInSchema>;

export const passkeyCreationSchema = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  /** The id: 64 random bytes for each person and vendor. The name: address and vendor, as a password manager lists it. */
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  algorithms: z.array(z.int()),
  /** Those that the person has: an authenticator makes no second one. */
  exclude: z.array(z.string()),
  timeout: z.int(),
});
export type PasskeyCreation = z.infer<typeof passkeyCreationSchema>;

export const attestationSchema = z.object({
  id,
  rawId: id,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: part,
    attestationObject: part,
    transports: z.optional(z.array(z.string().check(z.maxLength(32), storable)).check(z.maxLength(10))),
  }),
});
export type Attestation = z.infer<typeof attestationSchema>;

export const newPasskeySchema = z.object({ attestation: attestationSchema });
export type NewPasskey = z.infer<typeof newPasskeySchema>;

export const passkeyNameSchema = z.object({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(MAX_PASSKEY_NAME), storable),
});
export type PasskeyName = z.infer<typeof passkeyNameSchema>;

export const passkeyListSchema = z.object({
  passkeys: z.array(
    z.object({
      id: z.uuid(),
      /** As the patient named it, or by the browser that made it; null where that said nothing of itself. */
      name: z.nullable(z.string()),
      createdAt: z.iso.datetime(),
      lastUsedAt: z.nullable(z.iso.datetime()),
      /** A password manager has a copy, so that the person's other devices have it, too. */
      synced: z.boolean(),
      /** By which the browser knows it. */
      credential: z.string(),
    }),
  ),
  /** Whether the person is to be offered one: they have none, and were never asked. */
  offer: z.boolean(),
  rpId: z.string(),
  /** The user's id in each of them; null before the first. */
  user: z.nullable(z.string()),
});
export type PasskeyList = z.infer<typeof passkeyListSchema>;

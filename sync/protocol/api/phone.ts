/**
 * The patient's phone number at one vendor: everything below `/connect/{vendor}/account/v1/phone`. Where the vendor sends no texts, there is nothing.
 *
 * | request              | access  | body                   | answer                                                                   |
 * |----------------------|---------|------------------------|--------------------------------------------------------------------------|
 * | `POST   codes`       | device  | {@link TextRequest}    | 204, whether somebody has proven the number or not                       |
 * | `POST   session`     | device  | {@link PhoneSignIn}    | `PatientSession` of `accounts.ts`, and the cookie                        |
 * | `GET    (itself)`    | patient |                        | {@link PhoneAnswer}                                                      |
 * | `POST   proof`       | patient | {@link TextRequest}    | 204: a code is on its way; asks for a fresh proof                        |
 * | `PUT    (itself)`    | patient | {@link PhoneProof}     | 204: the number is the person's                                          |
 * | `PUT    use`         | patient | {@link PhoneUse}       | 204: it signs the person in, or doesn't; asks for a fresh proof           |
 * | `DELETE (itself)`    | patient |                        | 204; asks for a fresh proof                                              |
 *
 * A number alone opens nothing: numbers are given to other people. So that a code by text comes with the date of birth, and a wrong one, none at all on
 * file, a wrong code and an unknown number have the same answer, `SIGN_IN_FAILED`. Problems are those of `accounts.ts`; `INVALID_REQUEST` says of `/phone`
 * `not_a_mobile_number` or `country_not_served`.
 */
import { z } from 'zod/mini';
import { languages } from '../../domain/languages.ts';

/** As typed, or in E.164. */
const phone = z.string().check(z.minLength(4), z.maxLength(40));
const language = z.enum(languages);
const code = z.string().check(z.regex(/^\d{6}$/));

export const textRequestSchema = z.object({ phone, language });
export type TextRequest = z.infer<typeof textRequestSchema>;

export const phoneSignInSchema = z.object({
  ...{ phone, language, code },
  /** ISO 8601. */
  birthDate: z.iso.date(),
  /** Others use this device, too: nothing is kept on it. */
  shared: z.boolean(),
});
export type PhoneSignIn = z.infer<typeof phoneSignInSchema>;

/** Whether a code from there and the date of birth sign the person in. Otherwise they are only reached there. */
const signsIn = z.boolean();

export const phoneProofSchema = z.object({ phone, language, code, signsIn });
export type PhoneProof = z.infer<typeof phoneProofSchema>;

export const phoneUseSchema = z.object({ signsIn });
export type PhoneUse = z.infer<typeof phoneUseSchema>;

export const phoneAnswerSchema = z.object({
  /** Null where there is none. */
  phone: z.nullable(
    z.object({
      /** For people. */
      shown: z.string(),
      signsIn,
      /** STOP was answered from there: nothing is sent until START is. */
      stopped: z.boolean(),
      /** The last text didn't arrive. */
      undeliverable: z.boolean(),
    }),
  ),
  /** The date of birth is on file, without which nobody signs in by text. */
  canSignIn: z.boolean(),
  /** The number that texts come from, for people; null where that isn't one number. START goes there. */
  sender: z.nullable(z.string()),
});
export type PhoneAnswer = z.infer<typeof phoneAnswerSchema>;

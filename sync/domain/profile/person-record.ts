/** What a patient says of themselves besides their health: what each record is called, and what may be said in it. */
import { z } from 'zod/mini';
import { languages } from '../languages.ts';
import { addressSchema } from './address.ts';
import { consentSchema, isConsentId } from './consents.ts';

const words = (max: number) => z.string().check(z.regex(/\S/), z.maxLength(max));

export const nameSchema = z.object({
  given: words(100),
  family: words(100),
  /** What to call them. */
  preferred: z.optional(words(100)),
});
export const birthDateSchema = z.object({ birthDate: z.iso.date() });
export const SEXES = ['female', 'male', 'intersex', 'undisclosed'] as const;
export const GENDERS = ['woman', 'man', 'non-binary', 'other', 'undisclosed'] as const;
export const genderSchema = z.object({
  sexAtBirth: z.enum(SEXES),
  gender: z.optional(z.enum(GENDERS)),
  /** In their own words, with `other`. */
  genderText: z.optional(words(60)),
  pronouns: z.optional(words(40)),
});
export const languageSchema = z.object({ language: z.enum(languages) });
export const defaultAddressSchema = z.object({ defaultAddress: z.uuid() });
/** Whether a message may name the vendor where others can read it. */
export const discretionSchema = z.object({ keepPrivate: z.boolean() });

// What has more comes first: each takes what fits it, and leaves the rest behind.
const anyValue = z.union([
  consentSchema,
  nameSchema,
  birthDateSchema,
  genderSchema,
  languageSchema,
  addressSchema,
  defaultAddressSchema,
  discretionSchema,
]);
export const valueSchema = anyValue;
export type PersonValue = z.infer<typeof anyValue>;

const single: Readonly<Record<string, z.ZodMiniType<PersonValue>>> = {
  name: nameSchema,
  'birth-date': birthDateSchema,
  gender: genderSchema,
  language: languageSchema,
  'default-address': defaultAddressSchema,
  discretion: discretionSchema,
};
const ADDRESS = /^address:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

export const isAddressId = (id: string): boolean => ADDRESS.test(id);
export const addressId = (uuid: string) => `address:${uuid}` as const;

function schemaOf(id: string): z.ZodMiniType<PersonValue> | undefined {
  if (Object.hasOwn(single, id)) return single[id];
  if (isAddressId(id)) return addressSchema;
  return isConsentId(id) ? consentSchema : undefined;
}

/** `name`, `address:<uuid>`, `consent:email:reminders`. */
export const personRecordIdSchema = z.string().check(
  z.maxLength(60),
  z.refine((id) => schemaOf(id) !== undefined),
);

/** Whether that may be said in the record of this name. */
export const fitsPerson = (id: string, value: unknown): boolean =>
  schemaOf(id)?.safeParse(value).success === true;

const instant = z.iso.datetime({ offset: true });

export const personRecordSchema = z.object({
  /** The edit that made it so: a change of it names what was seen. */
  version: z.uuid(),
  value: valueSchema,
  author: z.enum(['patient', 'clinic']),
  statedAt: instant,
  /** Shown by more than the patient's word: only the clinic corrects it. */
  proven: z.optional(z.literal(true)),
});
export type PersonRecord = z.infer<typeof personRecordSchema>;

/** An edit that the patient has to decide about. What it would take the place of is in the record itself. */
export const personConflictSchema = z.object({
  /** The operation, whose overlay ends with this. */
  about: z.uuid(),
  record: personRecordIdSchema,
  value: valueSchema,
  statedAt: instant,
  /** `changed`: since it was looked at. `signed-out`: the device had been signed out. `proven`: only the clinic corrects it. */
  why: z.enum(['changed', 'signed-out', 'proven']),
});
export type PersonConflict = z.infer<typeof personConflictSchema>;

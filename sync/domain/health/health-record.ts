/** The records of a health profile: what each is called, what may be said in it, and when it has to be asked again. */
import { z } from 'zod/mini';
import { namedRecord } from './health-names.ts';
import {
  allergySchema,
  conditionSchema,
  contactSchema,
  doctorSchema,
  type HealthResource,
  heightSchema,
  medicineSchema,
  pregnancySchema,
  weightSchema,
} from './resources.ts';

export * from './health-names.ts';

const schemas: Readonly<Record<string, z.ZodMiniType<HealthResource>>> = {
  weight: weightSchema,
  height: heightSchema,
  pregnancy: pregnancySchema,
  doctor: doctorSchema,
  contact: contactSchema,
  allergy: allergySchema,
  medicine: medicineSchema,
  condition: conditionSchema,
  'no-allergies': allergySchema,
  'no-medicines': medicineSchema,
  'no-conditions': conditionSchema,
};

export const recordIdSchema = z.string().check(
  z.maxLength(60),
  z.refine((id) => namedRecord(id) !== undefined),
);

const anyResource = z.union([
  allergySchema,
  medicineSchema,
  conditionSchema,
  weightSchema,
  heightSchema,
  pregnancySchema,
  doctorSchema,
  contactSchema,
]) satisfies z.ZodMiniType<HealthResource>;
export const resourceSchema = anyResource;

/** Whether that may be said in the record of this name. */
export const fits = (id: string, resource: unknown): boolean =>
  namedRecord(id) !== undefined && schemas[id.split(':')[0] ?? '']?.safeParse(resource).success === true;

const instant = z.iso.datetime({ offset: true });

/** What a record holds: the newest of what was said, with who said it and when. */
export const healthRecordSchema = z.object({
  /** The edit that made it so: a change of it names what was seen. */
  version: z.uuid(),
  resource: resourceSchema,
  author: z.enum(['patient', 'clinic']),
  statedAt: instant,
  /** Of one's doctor: whether the clinic may write to them. */
  share: z.optional(z.boolean()),
});
export type HealthRecord = z.infer<typeof healthRecordSchema>;

/** "Still correct", said of a group: counts for what was on the screen, by version. */
export const confirmationSchema = z.object({ at: instant, versions: z.array(z.uuid()) });
export type Confirmation = z.infer<typeof confirmationSchema>;

/** An edit that the patient has to decide about. */
export const conflictSchema = z.object({
  /** The operation, whose overlay ends with this. */
  about: z.uuid(),
  record: recordIdSchema,
  /** What it says; what it would take the place of is in the record itself. */
  resource: resourceSchema,
  share: z.optional(z.boolean()),
  statedAt: instant,
  /**
   * `changed`: since it was looked at. `signed-out`: the device had been signed out. `not-none`: it says that there are none, and there are some.
   */
  why: z.enum(['changed', 'signed-out', 'not-none']),
});
export type Conflict = z.infer<typeof conflictSchema>;

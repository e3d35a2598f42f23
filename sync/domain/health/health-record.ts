/** The records of a health profile: what each is called, what may be said in it, and when it has to be asked again. */
import { z } from 'zod/mini';
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

export const GROUPS = [
  'body',
  'allergies',
  'medicines',
  'conditions',
  'pregnancy',
  'doctor',
  'contact',
] as const;
export type HealthGroup = (typeof GROUPS)[number];
export type ListGroup = 'allergies' | 'medicines' | 'conditions';

interface Named {
  readonly group: HealthGroup;
  readonly schema: z.ZodMiniType<HealthResource>;
  /** One of many, or the word that there are none. */
  readonly list?: 'item' | 'none';
}
const names: Readonly<Record<string, Named>> = {
  weight: { group: 'body', schema: weightSchema },
  height: { group: 'body', schema: heightSchema },
  pregnancy: { group: 'pregnancy', schema: pregnancySchema },
  doctor: { group: 'doctor', schema: doctorSchema },
  contact: { group: 'contact', schema: contactSchema },
  allergy: { group: 'allergies', schema: allergySchema, list: 'item' },
  medicine: { group: 'medicines', schema: medicineSchema, list: 'item' },
  condition: { group: 'conditions', schema: conditionSchema, list: 'item' },
  'no-allergies': { group: 'allergies', schema: allergySchema, list: 'none' },
  'no-medicines': { group: 'medicines', schema: medicineSchema, list: 'none' },
  'no-conditions': { group: 'conditions', schema: conditionSchema, list: 'none' },
};

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** `weight`, `no-allergies`, `allergy:<uuid>`. @returns undefined for what no record is called. */
export function namedRecord(id: string): Named | undefined {
  const [name = '', item, ...more] = id.split(':');
  const found = Object.hasOwn(names, name) ? names[name] : undefined;
  if (more.length > 0 || found === undefined) return undefined;
  return (found.list === 'item') === (item !== undefined && UUID.test(item)) &&
    (found.list === 'item' || item === undefined)
    ? found
    : undefined;
}
export const recordIdSchema = z.string().check(
  z.maxLength(60),
  z.refine((id) => namedRecord(id) !== undefined),
);

export const noneOf = (group: ListGroup) => `no-${group}` as const;

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
  namedRecord(id)?.schema.safeParse(resource).success === true;

const instant = z.iso.datetime({ offset: true });

/** What a record holds: the newest of what was said, with who said it and when. */
export const healthRecordSchema = z.object({
  /** The edit that made it so: whoever changes it names what they saw. */
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

/** Nothing that has ended is removed: it is shown as past. */
export function isActive(resource: HealthResource): boolean {
  switch (resource.resourceType) {
    case 'AllergyIntolerance':
    case 'Condition':
      return resource.clinicalStatus.coding[0].code === 'active';
    case 'MedicationStatement':
      return resource.status === 'active';
    default:
      return true;
  }
}

export const RECONFIRM_DAYS = 180;
const DAY_MS = 86_400_000;

/** When it was last said, or said to be still correct. */
export function saidAt({ version, statedAt }: HealthRecord, confirmation: Confirmation | undefined): string {
  if (!confirmation?.versions.includes(version)) return statedAt;
  return Date.parse(confirmation.at) > Date.parse(statedAt) ? confirmation.at : statedAt;
}

/** A day more than 180 days ago: it has to be asked again. */
export function isStale(record: HealthRecord, confirmation: Confirmation | undefined, now: Date): boolean {
  return now.getTime() - Date.parse(saidAt(record, confirmation)) > RECONFIRM_DAYS * DAY_MS;
}

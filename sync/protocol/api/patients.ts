/**
 * Patients as the clinic's staff find and see them: persons with an account, and guests by what they sent. Below `/console/{vendor}/api/`, as `staff.ts`
 * says.
 *
 * | request                                   | body                         | answer                       |
 * |-------------------------------------------|------------------------------|------------------------------|
 * | `GET    patients?q=&cursor=`              |                              | {@link PatientsResponse}     |
 * | `GET    patients/{id}`                    |                              | {@link PatientDetail}        |
 * | `GET    patients/{id}/timeline?cursor=`   |                              | {@link TimelineResponse}     |
 * | `POST   patients/{id}/merge`              | {@link MergeRequest}         | {@link PatientDetail} of the kept one |
 * | `POST   merges/{id}/undo`                 | {@link UndoMergeRequest}     | {@link PatientDetail} of the kept one |
 *
 * What is asked for travels in the address of a request, as in the inbox's search, and is in no log.
 */
import { z } from 'zod/mini';
import { GROUPS, healthRecordSchema } from '../../domain/health/health-record.ts';
import { localizedSchema } from '../../domain/localized.ts';
import { sentPatientSchema } from './cases.ts';
import { triageSchema } from './inbox.ts';
import { unshownSchema } from './rows.ts';

const instant = z.iso.datetime();
const count = z.int().check(z.nonnegative());

export const MAX_PATIENT_QUERY_LENGTH = 200;
/** Forms of a patient are counted so far. */
export const MAX_FORM_COUNT = 100;

export const patientLineSchema = z.object({
  /** Of the person, or of the guest. */
  id: z.uuid(),
  /** `account`: a person who can sign in. `guest`: who has sent something from one device, under one name and birth date. */
  kind: z.enum(['account', 'guest']),
  /** As in the newest form; null where none is there. */
  name: z.nullable(z.string()),
  birthDate: z.nullable(z.iso.date()),
  /** Full years today. */
  age: z.nullable(z.int()),
  /** Of an account, as the patient typed it. */
  email: z.nullable(z.string()),
  forms: count,
  /** Reference of the newest form. */
  code: z.nullable(z.string()),
  /** When the newest form or alert came. */
  lastAt: z.nullable(instant),
});
export type PatientLine = z.infer<typeof patientLineSchema>;

/**
 * By words of a name, a date of birth, a reference, or an email address; of words and a date all must fit. In the order of the word that was found. A
 * page may be short, and even empty, with a cursor: so much was looked at, and there is more.
 */
export const patientsResponseSchema = z.object({
  patients: z.array(patientLineSchema),
  unshown: unshownSchema,
  /** Opaque; null at the end. */
  cursor: z.nullable(z.string()),
  serverTime: instant,
});
export type PatientsResponse = z.infer<typeof patientsResponseSchema>;

/** What a health profile says, with who said it; `saidAt` is when it was last said, or said to be still correct. */
const entrySchema = z.object({ id: z.string(), record: healthRecordSchema, saidAt: z.string() });
export const healthSectionSchema = z.object({
  group: z.enum(GROUPS),
  /** What holds now; where the patient said that there is none, that. */
  entries: z.array(entrySchema),
  past: z.array(entrySchema),
  isNone: z.boolean(),
  /** It was last said more than 180 days ago. */
  isStale: z.boolean(),
});
export type HealthSectionView = z.infer<typeof healthSectionSchema>;

export const duplicateSchema = z.object({
  patient: patientLineSchema,
  /** `name`: the same birth date and a similar name. `contact`: a form names the email address of the account. */
  why: z.array(z.enum(['name', 'contact'])),
});
export type Duplicate = z.infer<typeof duplicateSchema>;

const reason = z.string().check(z.trim(), z.minLength(1), z.maxLength(1000));

export const mergeSchema = z.object({
  /** Who or what becomes part of the patient in the address: a person, or a guest. */
  other: z.uuid(),
  /** That staff have checked who both are: nothing is merged by likeness. */
  identityChecked: z.literal(true),
  reason,
});
export type MergeRequest = z.infer<typeof mergeSchema>;
export const undoMergeSchema = z.object({ reason });
export type UndoMergeRequest = z.infer<typeof undoMergeSchema>;

export const mergeViewSchema = z.object({
  id: z.uuid(),
  merged: z.uuid(),
  kind: z.enum(['account', 'guest']),
  at: instant,
  by: z.string(),
  reason: z.string(),
  undone: z.nullable(z.object({ at: instant, by: z.string(), reason: z.string() })),
  /** What came between the merge and its undoing, and stayed: staff look whose it is. */
  arisen: z.array(
    z.object({ what: z.enum(['form', 'health', 'profile', 'order']), id: z.uuid(), at: instant }),
  ),
});
export type MergeView = z.infer<typeof mergeViewSchema>;

export const patientDetailSchema = z.object({
  patient: patientLineSchema,
  /** Of the newest form that could be opened; null where there is none. */
  form: z.nullable(
    z.object({
      id: z.uuid(),
      receivedAt: instant,
      details: sentPatientSchema,
    }),
  ),
  /** Of an account, each proven by a code. */
  addresses: z.array(z.object({ shown: z.string(), verifiedAt: instant })),
  health: z.nullable(
    z.object({
      sections: z.array(healthSectionSchema),
      /** Edits that the patient has to decide about. */
      waiting: count,
    }),
  ),
  duplicates: z.array(duplicateSchema),
  /** Into this patient, newest first. */
  merges: z.array(mergeViewSchema),
});
export type PatientDetail = z.infer<typeof patientDetailSchema>;

/** What staff read of an account's trail, by the trail's own names. */
export const accountEvents = [
  'account-opened',
  'account-signed-in',
  'account-sign-in-failed',
  'account-sign-in-refused',
  'account-sessions-ended',
  'account-password-set',
  'account-password-removed',
  'account-claimed',
] as const;

export const timelineEventSchema = z.union([
  z.object({
    what: z.enum(['form', 'alert']),
    at: instant,
    id: z.uuid(),
    code: z.string(),
    title: z.nullable(localizedSchema),
    triage: triageSchema,
    /** When staff reviewed or acknowledged it. */
    resolvedAt: z.nullable(instant),
  }),
  z.object({ what: z.literal('account'), at: instant, id: z.string(), action: z.enum(accountEvents) }),
  z.object({
    what: z.literal('health'),
    at: instant,
    id: z.uuid(),
    /** Of the record or the group that it is about. */
    about: z.string(),
    does: z.enum(['state', 'confirm', 'keep']),
    outcome: z.enum(['applied', 'held', 'decided', 'refused']),
  }),
]);
export type TimelineEvent = z.infer<typeof timelineEventSchema>;

/** Newest first. */
export const timelineResponseSchema = z.object({
  events: z.array(timelineEventSchema),
  cursor: z.nullable(z.string()),
});
export type TimelineResponse = z.infer<typeof timelineResponseSchema>;

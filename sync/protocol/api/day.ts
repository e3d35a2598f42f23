/**
 * The clinic's day, as staff see and plan it: below `/console/{vendor}/api/`, as `staff.ts` says. Additive only.
 *
 * | route | takes | answers |
 * |---|---|---|
 * | `GET today` | | {@link todaySchema} |
 * | `POST today/appointments` | {@link newAppointmentSchema} | {@link todaySchema} |
 * | `DELETE today/appointments/{id}` | | {@link todaySchema} |
 * | `POST today/import` | {@link importRequestSchema} | {@link importAnswerSchema}; 400 with a pointer `/lines/{line}/{column}` for each fault |
 * | `POST paused/{id}/release` | | {@link todaySchema} |
 */
import { z } from 'zod/mini';
import { localizedSchema } from '../../domain/localized.ts';
import { unshownSchema } from './rows.ts';

const instant = z.iso.datetime();
const count = z.int().check(z.nonnegative());
const clock = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/));
const slug = z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,79}$/));

export const arrivalViewSchema = z.object({
  queueNumber: z.string(),
  /** When this server heard of it. */
  at: instant,
  kiosk: z.nullable(z.string()),
  language: z.string(),
  /** The case of the form that was handed in with it, once it is here. */
  caseId: z.nullable(z.uuid()),
});
export type ArrivalView = z.infer<typeof arrivalViewSchema>;

export const appointmentViewSchema = z.object({
  id: z.uuid(),
  time: clock,
  givenName: z.string(),
  familyName: z.string(),
  birthDate: z.iso.date(),
  code: z.nullable(z.string()),
  due: z.array(slug),
  source: z.enum(['import', 'hand', 'demo']),
  arrival: z.nullable(arrivalViewSchema),
});
export type AppointmentView = z.infer<typeof appointmentViewSchema>;

export const pausedViewSchema = z.object({
  id: z.uuid(),
  code: z.string(),
  form: z.string(),
  kiosk: z.nullable(z.string()),
  reason: z.enum(['patient', 'idle', 'staff', 'crash']),
  savedAt: instant,
  /** `locked`: too many wrong birth dates; staff may let it be tried again. */
  state: z.enum(['waiting', 'locked', 'resumed']),
  releasedUntil: z.nullable(instant),
});
export type PausedView = z.infer<typeof pausedViewSchema>;

export const walkInViewSchema = z.extend(arrivalViewSchema, { id: z.uuid() });

export const todaySchema = z.object({
  /** The clinic's day. */
  day: z.iso.date(),
  timeZone: z.string(),
  appointments: z.array(appointmentViewSchema),
  walkIns: z.array(walkInViewSchema),
  paused: z.array(pausedViewSchema),
  /** That may be due. */
  forms: z.array(z.object({ slug, title: localizedSchema })),
  /** Of any of these lists. An appointment's `code` is its time. */
  unshown: unshownSchema,
  serverTime: instant,
});
export type Today = z.infer<typeof todaySchema>;

export const newAppointmentSchema = z.object({
  time: clock,
  givenName: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)),
  familyName: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)),
  birthDate: z.iso.date(),
  code: z.optional(z.string().check(z.trim(), z.regex(/^[A-Za-z0-9 -]{4,40}$/))),
  due: z.array(slug).check(z.maxLength(20)),
});
export type NewAppointment = z.infer<typeof newAppointmentSchema>;

export const MAX_IMPORT_CHARACTERS = 500_000;
export const MAX_IMPORT_LINES = 1_000;
/** The columns of a file of appointments, by the words that a head line may use (case and `_` don't count). */
export const importColumns = {
  time: 'time',
  givenName: 'given name',
  familyName: 'family name',
  birthDate: 'birth date',
  code: 'code',
  forms: 'forms',
} as const;
export type ImportColumn = keyof typeof importColumns;
/** What can be wrong with a file; `line` 0 of a pointer is the file as a whole. */
export const importFaults = [
  'missing',
  'too-long',
  'not-a-time',
  'not-a-date',
  'ambiguous-date',
  'future-date',
  'not-a-name',
  'not-a-code',
  'unknown-form',
  'column-missing',
  'not-csv',
  'empty',
  'too-many-lines',
] as const;
export type ImportFault = (typeof importFaults)[number];
export const importRequestSchema = z.object({ csv: z.string().check(z.maxLength(MAX_IMPORT_CHARACTERS)) });
export type ImportRequest = z.infer<typeof importRequestSchema>;
export const importAnswerSchema = z.object({
  added: count,
  /** Lines that were there already: time, name and birth date alike. */
  known: count,
  today: todaySchema,
});
export type ImportAnswer = z.infer<typeof importAnswerSchema>;

/**
 * What staff see and do about the vendor's kiosks: below `/console/{vendor}/api/`, as in `console.ts`. Additive only.
 *
 * | route | takes | answers |
 * |---|---|---|
 * | `GET kiosks` | | {@link kioskListSchema} |
 * | `POST kiosks/enrolments` | {@link newKioskSchema} | {@link enrolmentCodeSchema}: the code is told this once |
 * | `POST kiosks/{id}/settings` | {@link kioskSettingsSchema} | {@link kioskListSchema} |
 * | `POST kiosks/{id}/restart`, `POST kiosks/{id}/sign-out` | | {@link kioskListSchema} |
 * | `POST kiosks/{id}/alarms/{alarm}/seen` | | {@link kioskListSchema} |
 * | `GET today` | | {@link todaySchema} |
 * | `POST today/appointments` | {@link newAppointmentSchema} | {@link todaySchema} |
 * | `DELETE today/appointments/{id}` | | {@link todaySchema} |
 * | `POST today/import` | {@link importRequestSchema} | {@link importAnswerSchema}; 400 with a pointer `/lines/{line}/{column}` for each fault |
 * | `POST paused/{id}/release` | | {@link todaySchema} |
 * | `GET help-calls` | | {@link helpListSchema} |
 * | `POST help-calls/seen` | {@link seenCallsSchema} | 204 |
 * | `POST help-calls/{id}/answer` | | {@link helpListSchema} |
 * | `GET events` | | `text/event-stream`: each event means that calls, arrivals or kiosks may have changed |
 */
import { z } from 'zod/mini';
import { localizedSchema } from '../../domain/localized.ts';
import { kioskHealthSchema } from './kiosk.ts';
import { kioskConfigSchema } from './kiosk-assignment.ts';
import { unshownSchema } from './rows.ts';

const instant = z.iso.datetime();
const count = z.int().check(z.nonnegative());
const name = z.string().check(z.trim(), z.minLength(1), z.maxLength(60));
const clock = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/));
const slug = z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,79}$/));
/** 6 to 12 digits, not all alike and not in a row: see `kiosk/pin.ts` of the server. */
const pin = z.string().check(z.regex(/^\d{6,12}$/));

export const alarmKinds = ['unsigned', 'forged', 'broken', 'replaced', 'missing'] as const;

export const kioskAlarmSchema = z.object({
  id: z.uuid(),
  kind: z.enum(alarmKinds),
  /** The link's number; of `missing`, how many the kiosk has sealed. */
  counter: count,
  /** Of `missing`: how many of those are here. */
  received: z.nullable(count),
  /** Human code of the operation; null for `missing`. */
  code: z.nullable(z.string()),
  raisedAt: instant,
});
export type KioskAlarm = z.infer<typeof kioskAlarmSchema>;

/** What staff may change: the assignment's configuration without the PIN, which is never shown. */
export const kioskConfigViewSchema = z.extend(
  z.pick(kioskConfigSchema, {
    idleSeconds: true,
    warningSeconds: true,
    languages: true,
    camera: true,
    maintenance: true,
  }),
  {
    /** Nobody begins outside of the clinic's hours. A page from before there was this says nothing of it, and leaves it as it is. */
    keepsHours: z.optional(z.boolean()),
  },
);
export type KioskConfigView = z.infer<typeof kioskConfigViewSchema>;

export const kioskViewSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  host: z.enum(['electron', 'chromium']),
  assignmentVersion: count,
  enrolledAt: instant,
  /** Signed out from here. */
  revokedAt: z.nullable(instant),
  /** A restart was asked for and has not been seen yet. */
  restarting: z.boolean(),
  health: z.nullable(kioskHealthSchema),
  healthAt: z.nullable(instant),
  config: kioskConfigViewSchema,
  alarms: z.array(kioskAlarmSchema),
});
export type KioskView = z.infer<typeof kioskViewSchema>;

export const kioskListSchema = z.object({
  kiosks: z.array(kioskViewSchema),
  /** Of kiosks; its `code` is the kiosk's name. */
  unshown: unshownSchema,
  /** Languages that the vendor's kiosks may offer, BCP 47. */
  languages: z.array(z.string()),
  /** The clinic's hours in words, where its pack has them in a shape that a kiosk can keep. */
  hours: z.optional(localizedSchema),
  serverTime: instant,
});
export type KioskList = z.infer<typeof kioskListSchema>;

export const newKioskSchema = z.object({ name, pin });
export type NewKiosk = z.infer<typeof newKioskSchema>;
export const enrolmentCodeSchema = z.object({
  /** `XXXXX-XXXXX`, Crockford's base 32. */
  code: z.string(),
  expiresAt: instant,
  serverTime: instant,
});
export type EnrolmentCode = z.infer<typeof enrolmentCodeSchema>;

export const kioskSettingsSchema = z.object({
  name,
  config: kioskConfigViewSchema,
  /** A new one; without it the old one stays. */
  pin: z.optional(pin),
});
export type KioskSettings = z.infer<typeof kioskSettingsSchema>;

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

export const helpCallSchema = z.object({
  id: z.uuid(),
  reason: z.enum(['help', 'crisis']),
  kiosk: z.string(),
  at: instant,
});
export type HelpCall = z.infer<typeof helpCallSchema>;
/** Calls that nobody has answered: `crisis` first, then the oldest. */
export const helpListSchema = z.object({ calls: z.array(helpCallSchema), serverTime: instant });
export type HelpList = z.infer<typeof helpListSchema>;
export const seenCallsSchema = z.object({ ids: z.array(z.uuid()).check(z.maxLength(100)) });

/**
 * What staff see and do about the vendor's kiosks: below `/console/{vendor}/api/`, as `staff.ts` says. Additive only.
 *
 * | route | takes | answers |
 * |---|---|---|
 * | `GET kiosks` | | {@link kioskListSchema} |
 * | `POST kiosks/enrolments` | {@link newKioskSchema} | {@link enrolmentCodeSchema}: the code is told this once |
 * | `POST kiosks/{id}/settings` | {@link kioskSettingsSchema} | {@link kioskListSchema} |
 * | `POST kiosks/{id}/restart`, `POST kiosks/{id}/sign-out` | | {@link kioskListSchema} |
 * | `POST kiosks/{id}/alarms/{alarm}/seen` | | {@link kioskListSchema} |
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

/**
 * What crosses between a kiosk and its vendor's server, beside the sync protocol. All below `/connect/{vendor}/kiosk/v1/`; JSON; every route but
 * `enrol` takes the proof of an enrolled kiosk's device key (DPoP, as in `wire.ts`), and answers 404 to any other device. Additive only.
 *
 * | route | takes | answers |
 * |---|---|---|
 * | `POST enrol` | {@link enrolRequestSchema}, with the proof of the key that is enrolled | a `KioskAssignment`; 404 for a code that is wrong, used or over, the same for all |
 * | `GET assignment?reads={v}` | the highest `v` of an assignment that the kiosk reads, 1 where it isn't said | the newest `KioskAssignment`, as a `v` that it reads can say it |
 * | `POST health` | {@link kioskHealthSchema} | {@link kioskOrdersSchema} |
 * | `GET check-in-list` | | {@link checkInListSchema}, of the clinic's day |
 * | `POST arrivals` | {@link arrivalRequestSchema} | {@link arrivalAnswerSchema}; the same for one id, one appointment and one session of a day, and what each call adds is kept |
 * | `POST help` | {@link helpRequestSchema} | {@link helpAnswerSchema}; asked again with the same id it tells whether anybody comes |
 * | `POST resume` | {@link resumeRequestSchema} | {@link resumeAnswerSchema}; 404 alike for a wrong code, a wrong birth date, and one that was used |
 * | `GET resumed/{sha256}` | | {@link resumedPhotoSchema}, for ten minutes and to the kiosk that resumed the intake alone; 404 otherwise |
 * | `PUT hand-offs/{id}` | `handOffSchema` (`hand-off.ts`) | 204 |
 */
import { z } from 'zod/mini';
import { base64url } from '../base/base64url.ts';
import { attachmentSchema } from '../operations/payloads/attachment.ts';

const uuid = z.uuid();
const instant = z.iso.datetime({ offset: true });
const hex256 = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const slug = z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,79}$/));
const count = z.int().check(z.nonnegative());

/** One-time, typed by staff: letters and digits of Crockford's base 32, with or without its dashes. Valid for 15 minutes. */
export const enrolRequestSchema = z.object({
  code: z.string().check(z.minLength(8), z.maxLength(20)),
  /** base64url of the raw P-256 point (65 bytes) of the device key whose proof comes with the request. */
  deviceKey: base64url,
  host: z.enum(['electron', 'chromium']),
  version: z.string().check(z.maxLength(40)),
});
export type EnrolRequest = z.infer<typeof enrolRequestSchema>;

/** How the kiosk is: figures and words from closed lists only, so that nothing of a patient can be in it. */
export const kioskHealthSchema = z.object({
  version: z.string().check(z.maxLength(40)),
  host: z.enum(['electron', 'chromium']),
  assignmentVersion: count,
  /** The highest `v` of an assignment that it reads; 1 where it isn't said. */
  readsAssignment: z.optional(count),
  state: z.enum(['attract', 'in-session', 'wiping', 'closed', 'recovery']),
  /** Operations that the clinic doesn't have yet. */
  queued: count,
  /** Highest counter of the chain of envelopes that this kiosk has signed; 0 before the first. */
  chained: count,
  uptimeSeconds: count,
  memoryMegabytes: count,
  freeDiskMegabytes: z.nullable(count),
  printer: z.enum(['ready', 'absent', 'failing']),
  speech: z.enum(['ready', 'absent']),
  lastUpdate: z.enum(['none', 'installed', 'taken-back']),
  viewFailures: count,
  wipesFailed: count,
});
export type KioskHealth = z.infer<typeof kioskHealthSchema>;

export const kioskOrdersSchema = z.object({
  serverTime: z.iso.datetime(),
  /** Newer than what the kiosk said: it asks for the assignment. */
  assignmentVersion: count,
  /** Changes with the list of the day. */
  checkInVersion: z.string().check(z.maxLength(80)),
  /** Remote sign-out: the kiosk seals what is open, sends what it can, forgets its enrolment and stays closed. */
  revoked: z.boolean(),
  restart: z.boolean(),
});
export type KioskOrders = z.infer<typeof kioskOrdersSchema>;

/**
 * Who comes today, without a name or birth date: hashes as `sync/seal/check-in-hash.ts` makes them under `secret`, which the kiosk keeps in memory
 * only. Two entries with a hash in common are two people: neither is told more than to go to the desk.
 */
export const checkInListSchema = z.object({
  version: z.string().check(z.maxLength(80)),
  /** The clinic's day, `YYYY-MM-DD`; over at its end, whatever the kiosk's own clock says. */
  day: z.iso.date(),
  /** base64url, 32 bytes. */
  secret: base64url,
  entries: z.array(
    z.object({
      /** Opaque. */
      id: uuid,
      /** Local time of the clinic, `10:40`. */
      time: z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/)),
      person: z.array(hex256),
      code: z.optional(hex256),
      /** Slugs of the forms that are due today. */
      due: z.array(slug),
    }),
  ),
});
export type CheckInList = z.infer<typeof checkInListSchema>;

export const arrivalRequestSchema = z.object({
  /** Minted by the kiosk; the same in every retry. */
  id: uuid,
  /** Of the check-in list; absent for a walk-in. */
  appointment: z.optional(uuid),
  /** Of the intake that goes with it, so that the desk finds the answers. Of several each is told, in a call of its own. */
  session: z.optional(uuid),
  /** Language that the person chose. */
  language: z.string().check(z.maxLength(35)),
  at: instant,
});
export type ArrivalRequest = z.infer<typeof arrivalRequestSchema>;
export const arrivalAnswerSchema = z.object({
  /** What is called out: a short number of the day, never a name. */
  queueNumber: z.string().check(z.regex(/^[A-Z]?\d{1,3}$/)),
});

export const helpRequestSchema = z.object({
  id: uuid,
  /** `crisis`: an answer on this kiosk says that somebody may be in danger. */
  reason: z.enum(['help', 'crisis']),
  at: instant,
});
export type HelpRequest = z.infer<typeof helpRequestSchema>;
export const helpAnswerSchema = z.object({
  /** The desk has it on its screen; `answered`: a person has pressed that they come. Nothing else may be told to the patient. */
  state: z.enum(['shown', 'waiting', 'answered']),
});
export type HelpAnswer = z.infer<typeof helpAnswerSchema>;

export const resumeRequestSchema = z.object({
  /** The human code that was given when the intake was paused, e.g. `K7-42QF`. */
  code: z.string().check(z.minLength(4), z.maxLength(12)),
  birthDate: z.iso.date(),
});
export type ResumeRequest = z.infer<typeof resumeRequestSchema>;
/** base64url: the photo as the kiosk that took it had sealed it. */
export const resumedPhotoSchema = z.object({ sealed: base64url });

export const resumeAnswerSchema = z.object({
  /** The draft's content as it was saved last: the renderer's `DraftContent`, which the server doesn't read beyond its head. */
  content: z.unknown(),
  /** Photos and documents of the draft, with the keys that the server has unsealed; absent where it has none. Their ciphertexts: `GET resumed/{sha256}`. */
  attachments: z.optional(z.array(attachmentSchema)),
});

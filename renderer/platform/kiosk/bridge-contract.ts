/**
 * The bridge between a kiosk's page and its shell: every call and event there is. The preload, the shell's handlers and the page's platform are all
 * derived from this; a channel that isn't here doesn't exist (S3). Generic machinery: `electron/bridge/`.
 *
 * Drafts and deliveries are those of the session that the calling page belongs to, and of no other: the shell never takes a page's word for whose
 * they are.
 */
import { z } from 'zod/mini';
import { intakeSubmitV1 } from '../../../sync/protocol/operations/payloads/intake-submit.ts';
import { safetyAlertV1 } from '../../../sync/protocol/operations/payloads/safety-alert.ts';
import { receiptSchema } from '../../../sync/protocol/wire.ts';
import { draftContentSchema } from '../contract/draft-content.ts';

const text = (most: number) => z.string().check(z.maxLength(most));
const word = z.string().check(z.regex(/^[a-z][a-z-]{0,39}$/));
const uuid = z.uuid();
const hex256 = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const nothing = z.undefined();
const instant = z.iso.datetime({ offset: true });
const count = z.int().check(z.nonnegative());
const bytes = z.instanceof(Uint8Array);

export { draftContentSchema };

/** Bytes of one draft as JSON: a form with very long answers is far below. Checked by the shell before it reads on. */
export const MAX_DRAFT_BYTES = 1_000_000;

export const draftSummarySchema = z.object({
  draftId: uuid,
  session: uuid,
  subjectId: uuid,
  questionnaireSlug: text(80),
  formHash: hex256,
  owner: z.enum(['own', 'shared']),
  updatedAt: instant,
});

/** See `Delivery` in `sync/client/outbox/delivery.ts`. */
export const deliverySchema = z.looseObject({
  opId: uuid,
  session: uuid,
  subjectId: uuid,
  kind: z.string(),
  about: z.record(z.string(), z.string()),
  owner: z.enum(['own', 'shared']),
  code: z.string(),
  queuedAt: z.string(),
  state: z.string(),
  receipt: z.optional(receiptSchema),
});

export const kioskStatusSchema = z.object({
  phase: z.enum(['attract', 'in-session', 'closed', 'not-enrolled']),
  reason: z.optional(z.enum(['hours', 'staff', 'revoked', 'no-key', 'update', 'wipe-failed'])),
  opensAt: z.optional(instant),
  languages: z.array(text(35)),
  online: z.boolean(),
  checkIn: z.boolean(),
  speech: z.boolean(),
  printer: z.boolean(),
  handOff: z.boolean(),
  now: instant,
});

const connectionSchema = z.object({
  state: z.enum(['online', 'offline', 'unknown']),
  clockSkewMs: z.optional(z.number()),
});

/** What the store was found to be: see `StorageReport`. */
const storageReportSchema = z.looseObject({ mode: z.string() });

export const healthPageSchema = z.object({
  version: text(40),
  host: z.enum(['electron', 'chromium']),
  name: text(60),
  configVersion: count,
  configRefused: z.optional(word),
  queued: count,
  lastSync: z.optional(instant),
  online: z.boolean(),
  keyValidUntil: z.optional(instant),
  checkInVersion: z.optional(text(80)),
  printer: z.enum(['ready', 'absent', 'failing']),
  speech: z.enum(['ready', 'absent']),
  memoryMegabytes: count,
  freeDiskMegabytes: z.optional(count),
  uptimeSeconds: count,
  viewFailures: count,
  lastWipe: z.optional(z.object({ complete: z.boolean(), at: instant })),
  lastUpdate: z.enum(['none', 'installed', 'taken-back']),
});

export const kioskBridge = {
  calls: {
    // What every platform can do (`Platform`), for the session of this page.
    start: {
      request: nothing,
      result: z.object({
        report: storageReportSchema,
        status: kioskStatusSchema,
        connection: connectionSchema,
      }),
    },
    'drafts.list': { request: nothing, result: z.array(draftSummarySchema) },
    'drafts.open': {
      request: z.object({ draftId: uuid }),
      result: z.union([
        z.object({ status: z.literal('open'), content: draftContentSchema }),
        z.object({ status: z.enum(['absent', 'unreadable', 'locked']) }),
      ]),
    },
    'drafts.save': { request: draftContentSchema, result: nothing },
    'drafts.discard': { request: z.object({ draftId: uuid }), result: nothing },
    'drafts.keep-definition': {
      request: z.object({ formHash: hex256, definition: z.unknown() }),
      result: nothing,
    },
    'drafts.definition': { request: z.object({ formHash: hex256 }), result: z.unknown() },
    'blobs.keep': {
      request: z.object({
        draftId: uuid,
        subjectId: uuid,
        bytes,
        contentType: text(127),
        title: z.optional(text(255)),
      }),
      result: z.object({ sha256: hex256, size: count }),
    },
    'blobs.read': {
      request: z.object({ sha256: hex256 }),
      result: z.optional(
        z.object({ bytes, contentType: text(127), title: z.optional(text(255)), size: count }),
      ),
    },
    'blobs.drop': { request: z.object({ sha256: hex256 }), result: nothing },
    'deliveries.submit': {
      request: z.object({ draftId: uuid, payload: intakeSubmitV1 }),
      result: deliverySchema,
    },
    'deliveries.alert': { request: z.object({ payload: safetyAlertV1 }), result: deliverySchema },
    'deliveries.list': { request: nothing, result: z.array(deliverySchema) },
    'deliveries.send-now': { request: nothing, result: nothing },

    // What only a kiosk can do (`Kiosk`).
    'session.begin': { request: z.object({ language: text(35) }), result: z.boolean() },
    'session.end': {
      request: z.object({ by: z.enum(['done', 'patient', 'idle', 'staff']) }),
      result: nothing,
    },
    'session.active': { request: nothing, result: nothing },
    'session.extend': { request: nothing, result: nothing },
    'check-in.find': {
      request: z.union([
        z.object({ birthDate: z.iso.date(), name: text(200) }),
        z.object({ code: text(40) }),
      ]),
      result: z.union([
        z.object({ status: z.literal('matched'), appointment: uuid, time: text(5), due: z.array(text(80)) }),
        z.object({ status: z.enum(['unmatched', 'paused']) }),
      ]),
    },
    'check-in.arrive': {
      request: z.object({ appointment: z.optional(uuid), session: z.optional(uuid) }),
      result: z.object({ told: z.boolean(), queueNumber: z.optional(text(5)) }),
    },
    'help.call': { request: z.object({ reason: z.enum(['help', 'crisis']) }), result: nothing },
    'intake.pause': {
      request: z.object({ draftId: uuid }),
      result: z.object({ code: text(12), sent: z.boolean() }),
    },
    'intake.resume': {
      request: z.object({ code: text(12), birthDate: z.iso.date() }),
      result: z.union([
        z.object({ status: z.literal('resumed'), draftId: uuid }),
        z.object({ status: z.enum(['not-found', 'offline']) }),
      ]),
    },
    'intake.hand-off': {
      request: z.object({ draftId: uuid }),
      result: z.union([
        z.object({
          status: z.literal('ready'),
          url: text(400),
          code: text(20),
          expiresAt: instant,
          toldDesk: z.boolean(),
        }),
        z.object({ status: z.literal('offline') }),
      ]),
    },
    'speech.say': {
      request: z.object({
        text: text(4_000),
        language: text(35),
        rate: z.number().check(z.minimum(0.5), z.maximum(2)),
        volume: z.number().check(z.minimum(0), z.maximum(1)),
      }),
      result: nothing,
    },
    'speech.stop': { request: nothing, result: nothing },
    'print.receipt': {
      request: z.object({
        title: text(120),
        lines: z.array(text(200)).check(z.maxLength(20)),
        language: text(35),
      }),
      result: z.boolean(),
    },
    'staff.unlock': {
      request: z.object({ pin: text(32) }),
      result: z.union([
        z.object({ status: z.literal('open') }),
        z.object({ status: z.literal('wrong'), triesLeft: count }),
        z.object({ status: z.literal('locked'), until: instant }),
      ]),
    },
    'staff.leave': { request: nothing, result: nothing },
    'staff.health': { request: nothing, result: healthPageSchema },
    'staff.act': {
      request: z.object({ action: z.enum(['restart', 'exit', 'close', 'open', 'sync-now', 'sign-out']) }),
      result: nothing,
    },
    'staff.enrol': {
      request: z.object({ code: text(24) }),
      result: z.object({ status: z.enum(['enrolled', 'refused', 'offline', 'wrong-vendor']) }),
    },

    // The watchdog's (K4): the first after the first paint, the other every `ALIVE_MS`.
    'watchdog.painted': { request: nothing, result: nothing },
    'watchdog.alive': { request: nothing, result: nothing },
  },
  events: {
    status: kioskStatusSchema,
    connection: connectionSchema,
    deliveries: z.array(deliverySchema),
    idle: z.nullable(z.object({ secondsLeft: count, extensionsLeft: count, held: z.boolean() })),
    help: z.enum(['none', 'asking', 'shown', 'answered', 'not-told']),
    speech: z.object({ speaking: z.boolean() }),
    hardware: z.enum(['headphones-in', 'headphones-out']),
    /** A wipe begins: no more is taken, media and speech stop. */
    ending: nothing,
  },
} as const;
export type KioskBridge = typeof kioskBridge;

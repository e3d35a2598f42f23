/**
 * What crosses the wire between the vendor's console and the server: everything below `/console/{vendor}/api/`.
 *
 * | request                                   | body                         | answer                       |
 * |-------------------------------------------|------------------------------|------------------------------|
 * | `GET    session`                          |                              | {@link ConsoleSession}       |
 * | `POST   session`                          | {@link SignInRequest}        | {@link ConsoleSession}       |
 * | `DELETE session`                          |                              | 204                          |
 * | `GET    inbox?filter=&cursor=`            |                              | {@link InboxResponse}        |
 * | `GET    search?q=&cursor=`                |                              | {@link SearchResponse}       |
 * | `GET    cases/{id}`                       |                              | {@link CaseDetail}           |
 * | `GET    cases/{id}/attachments/{sha256}`   |                              | the opened photo or document |
 * | `POST   cases/{id}/review`                | `{}`                         | {@link CaseDetail}           |
 * | `POST   alerts/{id}/acknowledge`          | {@link AcknowledgeRequest}   | {@link CaseDetail}           |
 * | `POST   cases/{id}/undo`                  | `{}`                         | {@link CaseDetail}           |
 * | `GET    floods/{id}?cursor=`              |                              | {@link FloodDetail}          |
 * | `POST   floods/{id}/dismiss`              | {@link DismissFloodRequest}  | {@link FloodDetail}          |
 * | `POST   floods/{id}/lift`                 | `{}`                         | {@link FloodDetail}          |
 *
 * What staff decide about a case or an alert is undone by `undo`, of either id, for some seconds: the patient is told of nothing before.
 *
 * Every body is JSON with `Content-Type: application/json`; every error is an RFC 9457 problem (`problemSchema` of `wire.ts`,
 * `application/problem+json`) with one of {@link consoleProblemCodes}. The cookie of the session travels by itself.
 */
import { z } from 'zod/mini';
import { localizedSchema } from '../domain/localized.ts';
import { unshownSchema } from './rows.ts';
import { problemSchema } from './wire.ts';

const instant = z.iso.datetime();
const claimed = z.iso.datetime({ offset: true });
const count = z.int().check(z.nonnegative());

/**
 * `SESSION_EXPIRED` 401: sign in (again). `SIGN_IN_FAILED` 401: the same for a wrong password, an unknown address and a disabled
 * account. `RATE_LIMITED` 429 with `Retry-After`. `ROLE_NOT_ALLOWED` 403: this role only reads. `ORIGIN_BLOCKED` 403.
 * `NOT_FOUND` 404: unknown, or another vendor's. `INVALID_REQUEST` 400 with pointers. `NOTE_REQUIRED` 400. `ALERT_OPEN` 409: alerts of the case are
 * open, named by the `detail` of its errors with pointers `/alerts/{id}`. `DECISION_NOT_YOURS` 403: someone else's to undo. `UNDO_TOO_LATE` 409.
 */
export const consoleProblemCodes = [
  'SESSION_EXPIRED',
  'SIGN_IN_FAILED',
  'RATE_LIMITED',
  'ROLE_NOT_ALLOWED',
  'ORIGIN_BLOCKED',
  'NOT_FOUND',
  'INVALID_REQUEST',
  'NOTE_REQUIRED',
  'ALERT_OPEN',
  'DECISION_NOT_YOURS',
  'UNDO_TOO_LATE',
] as const;

export const staffRoles = ['owner', 'clinician', 'auditor'] as const;
export type StaffRole = (typeof staffRoles)[number];

export const signInSchema = z.object({
  email: z.string().check(z.minLength(3), z.maxLength(254)),
  password: z.string().check(z.minLength(1), z.maxLength(1024)),
});
export type SignInRequest = z.infer<typeof signInSchema>;

export const consoleSessionSchema = z.object({
  staff: z.object({ email: z.string(), name: z.string(), role: z.enum(staffRoles) }),
  vendor: z.object({ slug: z.string(), name: z.string(), demo: z.boolean() }),
  /** Whether this role may mark cases as reviewed and acknowledge alerts. */
  mayDecide: z.boolean(),
  /** Without a request for so many seconds the session ends by itself; each request starts the count again. */
  idleSeconds: z.int(),
});
export type ConsoleSession = z.infer<typeof consoleSessionSchema>;

/** `red`: an URGENT rule holds or was met, or a safety alert. `amber`: REVIEW, or held. `routine`: the rest. */
export const triageSchema = z.enum(['red', 'amber', 'routine']);
export type Triage = z.infer<typeof triageSchema>;

export const reasonSchema = z.object({
  /** Id of the rule. */
  rule: z.string(),
  outcome: z.enum(['STOP', 'URGENT', 'REVIEW', 'INFO']),
  /** The vendor's words for staff; null where the vendor has withdrawn the rule since (show the id). */
  label: z.nullable(localizedSchema),
  /** The patient has changed the answers since. */
  withdrawn: z.boolean(),
});
export type Reason = z.infer<typeof reasonSchema>;

/** A decision that isn't final yet. */
export const pendingSchema = z.object({
  action: z.enum(['review', 'acknowledge']),
  by: z.string(),
  at: instant,
  /** Milliseconds in which it can still be undone, when this was sent; 0 or less where it is being made final. */
  remainingMs: z.int(),
  /** By the person who asks: nobody else can undo it. */
  mine: z.boolean(),
});
export type Pending = z.infer<typeof pendingSchema>;

/** What arrived beyond a quota, in one row. Counts end at {@link MAX_FLOOD_COUNT}. */
export const floodSchema = z.object({
  /** Whose quota it was. */
  scope: z.enum(['device', 'network', 'vendor']),
  /** Of devices that had submitted before, or of those that hadn't: their quotas are apart. Null where it may be either. */
  known: z.nullable(z.boolean()),
  alerts: count,
  cases: count,
  devices: count,
  /** Patients' names in it that differ. */
  names: z.optional(count),
  /** When the first and the last of it came. */
  firstAt: z.optional(instant),
  lastAt: z.optional(instant),
  /** Its devices are blocked: what they send is kept here, alerts below those of others, forms below everything. */
  blocked: z.boolean(),
});
export type Flood = z.infer<typeof floodSchema>;
export const MAX_FLOOD_COUNT = 10_000;

export const inboxItemSchema = z.object({
  /** Of the case or of the alert; both open at `/console/{vendor}/cases/{id}`. */
  id: z.uuid(),
  kind: z.enum(['case', 'alert']),
  /** The human code of the row: the case's, which the patient sees, once the form has come; before, the alert's. E.g. `K7-42QF`. */
  code: z.string(),
  /** Null where what arrived can't be read (a held case). */
  patientName: z.nullable(z.string()),
  /** Full years today. */
  age: z.nullable(z.int()),
  birthDate: z.optional(z.nullable(z.iso.date())),
  formTitle: z.nullable(localizedSchema),
  /** ISO 3166 code, e.g. `US-CA`. */
  place: z.nullable(z.string()),
  triage: triageSchema,
  reasons: z.array(reasonSchema),
  receivedAt: instant,
  /** When the patient finished, by the device's clock: a claim. */
  answeredAt: z.nullable(claimed),
  /** By when the vendor promised to have read it; alerts are due at once. */
  dueAt: instant,
  /** `open` and `acknowledged` are an alert's, `new` and `reviewed` a case's. */
  status: z.enum(['new', 'reviewed', 'open', 'acknowledged']),
  /** Kept, but it broke a rule: somebody has to look at it. */
  held: z.nullable(problemSchema),
  /** Answered longer ago than the form allows when it arrived. */
  late: z.boolean(),
  /** Of an alert: the case of the same session, once the form has come. */
  caseId: z.nullable(z.uuid()),
  /** Alerts of the same session that nobody has acknowledged: a case with one can't be closed. */
  openAlerts: count,
  /** Whether its device had submitted before, or is a kiosk. */
  known: z.boolean(),
  pending: z.nullable(pendingSchema),
  /** The row stands for a whole flood, and opens at `/console/{vendor}/floods/{id}`. */
  flood: z.nullable(floodSchema),
  /** The row is one of a flood's. */
  inFlood: z.optional(z.boolean()),
});
export type InboxItem = z.infer<typeof inboxItemSchema>;

/**
 * `open` (default): rows with an alert that isn't acknowledged, of devices that have submitted before first, then floods with alerts, then cases not
 * reviewed, red first, then by what is due first, then other floods. `alerts`, `red` and `held` are parts of it; `done` is what was
 * reviewed or acknowledged, newest first. A case and the alerts of its session are one row.
 */
export const inboxFilters = ['open', 'alerts', 'red', 'held', 'done'] as const;
export type InboxFilter = (typeof inboxFilters)[number];

export const inboxResponseSchema = z.object({
  items: z.array(inboxItemSchema),
  /** Of the same page. */
  unshown: unshownSchema,
  /** For the next page; null at the end. Opaque. */
  cursor: z.nullable(z.string()),
  /** Of the whole inbox, for the filters' badges. `done` isn't counted. */
  counts: z.object({ open: count, alerts: count, red: count, held: count }),
  serverTime: instant,
});
export type InboxResponse = z.infer<typeof inboxResponseSchema>;

/**
 * By words of a name, a date of birth (ISO, as the clinic's country writes it, or with the month's name) or a reference (`normaliseHumanCode`); of
 * several, all must fit. Newest first, what is part of a flood last.
 */
export const searchResponseSchema = z.object({
  items: z.array(inboxItemSchema),
  unshown: unshownSchema,
  cursor: z.nullable(z.string()),
  serverTime: instant,
});
export type SearchResponse = z.infer<typeof searchResponseSchema>;

export const acknowledgeSchema = z.object({
  /** What was done: required, since the alert leaves the inbox by it. */
  note: z.string().check(z.trim(), z.minLength(1), z.maxLength(4000)),
});
export type AcknowledgeRequest = z.infer<typeof acknowledgeSchema>;

/** Numbers of the server's: opaque. */
const seenTo = z.string().check(z.regex(/^\d{1,18}$/));

export const dismissFloodSchema = z.object({
  /** Why: one for all. */
  note: acknowledgeSchema.shape.note,
  /** Of the page that was looked at: what came after it stays open. */
  seenTo,
});
export type DismissFloodRequest = z.infer<typeof dismissFloodSchema>;

export const floodDetailSchema = z.object({
  flood: floodSchema,
  /** Something of it is neither acknowledged, reviewed nor dismissed. */
  open: z.boolean(),
  /** The note with which it was dismissed last. */
  note: z.nullable(z.string()),
  /** Oldest first: those that are open, or all where none is. */
  items: z.array(inboxItemSchema),
  unshown: unshownSchema,
  cursor: z.nullable(z.string()),
  /** How far it was read: see {@link DismissFloodRequest}. */
  seenTo,
  serverTime: instant,
});
export type FloodDetail = z.infer<typeof floodDetailSchema>;

/** A photo or document, at `cases/{id}/attachments/{sha256}`. */
export interface AttachmentView {
  readonly sha256: string;
  /** As the patient's device says: a claim. */
  readonly contentType: string;
  /** Bytes. */
  readonly size: number;
  /** Its name, as the patient picked it. */
  readonly title: string | null;
}

export interface AnswerView {
  /** As the patient read it; units included. */
  readonly text: string;
  readonly attachment?: AttachmentView | undefined;
  readonly score: number | null;
  /** Questions nested under this answer. */
  readonly children: readonly AnswerNode[];
}

/** One item of the response as it was frozen, in document order. */
export interface AnswerNode {
  readonly linkId: string;
  readonly kind: 'group' | 'question';
  /** As the patient read it, in the language of the form. */
  readonly text: string;
  /** Empty for a question that was shown and left open. */
  readonly answers: readonly AnswerView[];
  readonly children: readonly AnswerNode[];
  /** Ids of the rules that this answer met. */
  readonly rules: readonly string[];
  /** Unusual, and confirmed by the patient. */
  readonly confirmedImplausible: boolean;
}

const answerViewSchema: z.ZodMiniType<AnswerView> = z.object({
  text: z.string(),
  attachment: z.optional(
    z.object({ sha256: z.string(), contentType: z.string(), size: count, title: z.nullable(z.string()) }),
  ),
  score: z.nullable(z.number()),
  get children() {
    return z.array(answerNodeSchema);
  },
});
export const answerNodeSchema: z.ZodMiniType<AnswerNode> = z.object({
  linkId: z.string(),
  kind: z.enum(['group', 'question']),
  text: z.string(),
  get answers() {
    return z.array(answerViewSchema);
  },
  get children() {
    return z.array(answerNodeSchema);
  },
  rules: z.array(z.string()),
  confirmedImplausible: z.boolean(),
});

export const alertViewSchema = z.object({
  id: z.uuid(),
  code: z.string(),
  rule: z.string(),
  label: z.nullable(localizedSchema),
  panel: z.nullable(z.enum(['crisis', 'emergency'])),
  receivedAt: instant,
  /** By the device's clock: when the answer was given. */
  answeredAt: z.nullable(claimed),
  /** The questions and answers that met the rule, as they were shown. */
  evidence: z.array(z.object({ linkId: z.string(), question: z.string(), answers: z.array(z.string()) })),
  acknowledged: z.nullable(z.object({ at: instant, by: z.string(), note: z.string() })),
  /** Dismissed unread with its flood: the patient isn't told that anybody has seen it. */
  dismissed: z.boolean(),
  pending: z.nullable(pendingSchema),
});
export type AlertView = z.infer<typeof alertViewSchema>;

export const timelineActions = [
  'received',
  'judged',
  'viewed',
  'reviewed',
  'acknowledged',
  'alert-received',
  'undone',
  'review-withdrawn',
] as const;

/** `out-of-bounds`: nested too deeply or too large to open. `key-missing`: its key isn't there. `failed`: opening it came to no end. */
export const notShownReasons = ['out-of-bounds', 'key-missing', 'failed'] as const;

export const caseDetailSchema = z.object({
  /** The line of the inbox. With `kind: 'alert'` the form has not come (yet): `answers` is empty, `alerts` holds the alert. */
  item: inboxItemSchema,
  patient: z.nullable(
    z.object({
      givenName: z.string(),
      familyName: z.string(),
      birthDate: z.iso.date(),
      sexAtBirth: z.enum(['female', 'male', 'intersex', 'undisclosed']),
      answeredBy: z.enum(['self', 'proxy']),
      proxyName: z.nullable(z.string()),
      contact: z.object({
        method: z.enum(['phone', 'sms', 'email']),
        value: z.string(),
        mayLeaveMessage: z.boolean(),
      }),
    }),
  ),
  place: z.nullable(
    z.object({
      code: z.string(),
      confirmedAt: claimed,
      /** How care may be given there; null where the place is not served. */
      modality: z.nullable(z.enum(['async', 'live', 'unavailable'])),
    }),
  ),
  form: z.nullable(
    z.object({
      slug: z.string(),
      title: z.nullable(localizedSchema),
      canonical: z.string(),
      formHash: z.string(),
      /** BCP 47: in which the patient answered; set it as `lang` on questions and answers. */
      language: z.string(),
    }),
  ),
  /** Why what was sent isn't shown, where staff may read it: see {@link notShownReasons}. It is kept as it came. */
  notShown: z.optional(z.enum(notShownReasons)),
  /** The frozen questions and answers. */
  answers: z.array(answerNodeSchema),
  /** The answered questions that met a rule, in document order: what is shown on top. */
  flagged: z.array(answerNodeSchema),
  /** Sum of the scored answers; null for a form without scores. */
  score: z.nullable(z.object({ total: z.number(), answered: count, of: count })),
  rules: z.array(
    z.object({
      rule: z.string(),
      version: z.string(),
      outcome: z.enum(['STOP', 'URGENT', 'REVIEW', 'INFO']),
      label: z.nullable(localizedSchema),
      source: z.nullable(z.string()),
      /** `device`: met while answering. `server`: found when the form was judged, and not reported by the device. */
      foundBy: z.enum(['device', 'server']),
      at: z.nullable(claimed),
      withdrawnAt: z.nullable(claimed),
      evidence: z.array(z.string()),
    }),
  ),
  consents: z.array(
    z.object({
      document: z.string(),
      title: z.nullable(localizedSchema),
      version: z.string(),
      sha256: z.string(),
      language: z.string(),
      decision: z.enum(['active', 'rejected']),
      decidedAt: claimed,
      required: z.boolean(),
      /** The vendor has published exactly this text. */
      known: z.boolean(),
    }),
  ),
  attestation: z.nullable(z.object({ name: z.string(), at: claimed })),
  times: z.object({
    startedAt: z.nullable(claimed),
    completedAt: z.nullable(claimed),
    receivedAt: instant,
    /** The device's wall clock when it was finished, with its IANA zone. */
    claimed: z.object({ wall: claimed, tz: z.string() }),
    /** Seconds by which the device's clock was ahead of ours at the push (negative: behind); null where unknown. */
    skewSeconds: z.nullable(z.number()),
  }),
  receipt: z.object({
    opId: z.uuid(),
    code: z.string(),
    seq: z.int(),
    epoch: z.uuid(),
    sha256: z.string(),
    keyId: z.string(),
  }),
  reviewed: z.nullable(z.object({ at: instant, by: z.string() })),
  /** Alerts of the session, those without acknowledgement first; at most 50. */
  alerts: z.array(alertViewSchema),
  /** Alerts that keep the case open: somebody has to resolve them first. */
  blockedBy: z.array(z.object({ id: z.uuid(), code: z.string() })),
  /** What happened, oldest first. */
  timeline: z.array(
    z.object({
      at: instant,
      action: z.enum(timelineActions),
      actor: z.nullable(z.string()),
      note: z.nullable(z.string()),
    }),
  ),
});
export type CaseDetail = z.infer<typeof caseDetailSchema>;

/** All but the answers: the server has them as text, and puts that in as it is. */
export const caseHeadSchema = z.omit(caseDetailSchema, { answers: true, flagged: true });
export type CaseHead = z.infer<typeof caseHeadSchema>;

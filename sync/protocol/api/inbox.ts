/**
 * The clinic's inbox and the search in it. Below `/console/{vendor}/api/`, as `staff.ts` says.
 *
 * | request                                   | body                         | answer                       |
 * |-------------------------------------------|------------------------------|------------------------------|
 * | `GET    inbox?{@link InboxView}&cursor=`  |                              | {@link InboxResponse}        |
 * | `GET    search?q=&cursor=`                |                              | {@link SearchResponse}       |
 */
import { z } from 'zod/mini';
import { consultationStates } from '../../domain/care/consultation.ts';
import { localizedSchema } from '../../domain/localized.ts';
import { problemSchema } from '../base/problem.ts';
import { unshownSchema } from './rows.ts';

const instant = z.iso.datetime();
const claimed = z.iso.datetime({ offset: true });
const count = z.int().check(z.nonnegative());

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
  /** Of a case: how far its consultation is, and who has it. */
  care: z.optional(
    z.object({
      state: z.enum(consultationStates),
      assignee: z.nullable(z.object({ name: z.string(), mine: z.boolean() })),
    }),
  ),
});
export type InboxItem = z.infer<typeof inboxItemSchema>;

/**
 * `open` (default): rows with an alert that isn't acknowledged, of devices that have submitted before first, then floods with alerts, then cases not
 * reviewed, red first, then by what is due first, then other floods. `alerts`, `red` and `held` are parts of it; `done` is what was
 * reviewed or acknowledged, newest first. A case and the alerts of its session are one row.
 */
export const inboxFilters = ['open', 'alerts', 'red', 'held', 'done'] as const;
export type InboxFilter = (typeof inboxFilters)[number];

/** Of the cases that are open: what the list is narrowed to, and its order. None of it goes with `done`. */
export const inboxStates = ['waiting', 'in_review', 'needs_info', 'live_visit'] as const;
export const inboxSorts = ['urgent', 'oldest'] as const;
export const inboxViewSchema = z.object({
  filter: z._default(z.enum(inboxFilters), 'open'),
  state: z.optional(z.enum(inboxStates)),
  /** Whose turn it is. */
  waitingOn: z.optional(z.enum(['clinic', 'patient'])),
  /** `1`: those of the person who asks. */
  mine: z.optional(z.literal('1')),
  /** Slug of the form. */
  form: z.optional(z.string().check(z.minLength(1), z.maxLength(63))),
  sort: z._default(z.enum(inboxSorts), 'urgent'),
});
export type InboxView = z.infer<typeof inboxViewSchema>;

export const inboxResponseSchema = z.object({
  items: z.array(inboxItemSchema),
  /** Of the same page. */
  unshown: unshownSchema,
  /** For the next page; null at the end. Opaque. */
  cursor: z.nullable(z.string()),
  /** Of the whole inbox, for the filters' badges. `done` isn't counted. */
  counts: z.object({ open: count, alerts: count, red: count, held: count }),
  /** The vendor's forms, to narrow the list by. */
  forms: z.optional(z.array(z.object({ slug: z.string(), title: localizedSchema }))),
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

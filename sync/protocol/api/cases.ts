/**
 * A case or an alert as staff read and decide it. Below `/console/{vendor}/api/`, as `staff.ts` says.
 *
 * | request                                   | body                         | answer                       |
 * |-------------------------------------------|------------------------------|------------------------------|
 * | `GET    cases/{id}`                       |                              | {@link CaseDetail}           |
 * | `GET    cases/{id}/attachments/{sha256}`   |                              | the opened photo or document |
 * | `POST   cases/{id}/review`                | `{}`                         | {@link CaseDetail}           |
 * | `POST   alerts/{id}/acknowledge`          | {@link AcknowledgeRequest}   | {@link CaseDetail}           |
 * | `POST   cases/{id}/undo`                  | `{}`                         | {@link CaseDetail}           |
 *
 * What staff decide about a case or an alert is undone by `undo`, of either id, for some seconds: the patient is told of nothing before.
 */
import { z } from 'zod/mini';
import { localizedSchema } from '../../domain/localized.ts';
import { inboxItemSchema, pendingSchema } from './inbox.ts';

const instant = z.iso.datetime();
const claimed = z.iso.datetime({ offset: true });
const count = z.int().check(z.nonnegative());

export const acknowledgeSchema = z.object({
  /** What was done: required, since the alert leaves the inbox by it. */
  note: z.string().check(z.trim(), z.minLength(1), z.maxLength(4000)),
});
export type AcknowledgeRequest = z.infer<typeof acknowledgeSchema>;

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

/** Who the patient is, as they wrote it in a form. */
export const sentPatientSchema = z.object({
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
});

export const caseDetailSchema = z.object({
  /** The line of the inbox. With `kind: 'alert'` the form has not come (yet): `answers` is empty, `alerts` holds the alert. */
  item: inboxItemSchema,
  patient: z.nullable(sentPatientSchema),
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
  score: z.nullable(
    z.object({
      total: z.number(),
      /** The highest sum that its questions allow. */
      max: z.optional(z.number()),
      answered: count,
      of: count,
      /** As the vendor's scale names it. */
      name: z.optional(localizedSchema),
      /** What it means by that scale, once all of it is answered. */
      band: z.optional(localizedSchema),
    }),
  ),
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

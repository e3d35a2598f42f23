/** What operations of any feature leave for the inbox: a case or an alert. Imported by workers, and so free of routes and tables. */
import { z } from 'zod';
import { localizedSchema } from '../../../domain/localized.ts';
import { reasonSchema, type Triage } from '../../../protocol/api/inbox.ts';
import type { IntakeSubmit } from '../../../protocol/operations/payloads/intake-submit.ts';
import type { SafetyAlert } from '../../../protocol/operations/payloads/safety-alert.ts';
import type { OperationKind } from '../../core/judging/kinds.ts';
import { type Effects, effectNamed, type ReceivedOperation } from '../../core/judging/verdict.ts';

/** What the list of the inbox shows. Nulls where what arrived can't be read. */
export const summarySchema = z.object({
  patientName: z.string().nullable(),
  birthDate: z.string().nullable(),
  formTitle: z.nullable(localizedSchema),
  place: z.string().nullable(),
  answeredAt: z.string().nullable(),
  /** The patient wants no message to say who it is from. */
  isPrivate: z.boolean().optional(),
  reasons: z.array(reasonSchema),
});
export type Summary = z.infer<typeof summarySchema>;

/** What was found; with the envelope it makes the case. */
export const judgementSchema = z.object({
  /** Whether staff may see what the envelope holds: not where it was written for another vendor. */
  readable: z.boolean(),
  /** Without `max` where it was judged before that was kept. */
  score: z
    .object({ total: z.number(), max: z.number().optional(), answered: z.number(), of: z.number() })
    .nullable(),
  /** Rules that hold by this server's own reading. */
  met: z.array(z.object({ rule: z.string(), version: z.string(), evidence: z.array(z.string()) })),
  /** By opened form: what was published as required and known when it arrived, by document. */
  consents: z.array(z.object({ document: z.string(), required: z.boolean(), known: z.boolean() })),
});
export type Judgement = z.infer<typeof judgementSchema>;

export interface InboxDraft {
  readonly kind: 'case' | 'alert';
  readonly session: string | null;
  /** Slug of the form, where it is known. */
  readonly form?: string | undefined;
  readonly triage: Triage;
  readonly late: boolean;
  /** ISO 8601. */
  readonly dueAt: string;
  readonly summary: Summary;
  readonly judgement: Judgement;
}

/** Not there where nobody of the staff has anything to read. */
export const inboxItem = effectNamed<InboxDraft>('inbox');

/** What judging found that a shown case is marked with. */
export interface CaseMarks {
  readonly met: readonly { readonly rule: string; readonly evidence: readonly string[] }[];
}

/** A submission without its response. */
export type IntakeHead = Omit<IntakeSubmit, 'response'>;

/** What a kind shows to staff. */
export interface ShownItem {
  readonly intake?: IntakeHead;
  readonly alert?: SafetyAlert;
  readonly shown?: ShownAnswers;
}
/** JSON of `CaseDetail`'s fields of these names. */
export interface ShownAnswers {
  readonly answers: string;
  readonly flagged: string;
}

export const nothingKnown: Summary = {
  patientName: null,
  birthDate: null,
  formTitle: null,
  place: null,
  answeredAt: null,
  reasons: [],
};
/** Of what can't be read any more, nothing is known; the rest of the item is told all the same. */
export const readSummary = (text: string): Summary =>
  summarySchema.safeParse(JSON.parse(text)).data ?? nothingKnown;
export const nothingFound: Judgement = { readable: false, score: null, met: [], consents: [] };

const HOUR_MS = 3_600_000;
const UNREADABLE_HOURS = 4;

/** A case in which nothing can be read: shown to staff with the reason alone. */
export function unreadCase({ receivedAt }: ReceivedOperation): Effects {
  return inboxItem.of({
    kind: 'case',
    session: null,
    triage: 'amber',
    late: false,
    dueAt: new Date(receivedAt.getTime() + UNREADABLE_HOURS * HOUR_MS).toISOString(),
    summary: nothingKnown,
    judgement: nothingFound,
  });
}

/** The same of an alert: nothing that it may hold can wait. */
export function unreadAlert({ receivedAt }: ReceivedOperation): Effects {
  return inboxItem.of({
    kind: 'alert',
    session: null,
    triage: 'red',
    late: false,
    dueAt: receivedAt.toISOString(),
    summary: nothingKnown,
    judgement: nothingFound,
  });
}

/** The inbox has no kinds of its own. */
export const operations: readonly OperationKind[] = [];
/** Whatever is held reaches the inbox. */
export const unknownKind = unreadCase;

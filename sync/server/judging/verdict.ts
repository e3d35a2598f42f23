/** What judging an operation comes to, and what of it is stored for the inbox. */
import { z } from 'zod';
import { localizedSchema } from '../../domain/vendor/localized.ts';
import { reasonSchema, type Triage } from '../../protocol/api/inbox.ts';
import type { Problem } from '../../protocol/base/problem.ts';
import type { IntakePaused } from '../../protocol/operations/intake-paused.ts';
import type { Operation } from '../../protocol/wire.ts';

/** What the list of the inbox shows. Nulls where what arrived can't be read. */
export const summarySchema = z.object({
  patientName: z.string().nullable(),
  birthDate: z.string().nullable(),
  formTitle: z.nullable(localizedSchema),
  place: z.string().nullable(),
  answeredAt: z.string().nullable(),
  reasons: z.array(reasonSchema),
});
export type Summary = z.infer<typeof summarySchema>;

/** What was found; with the envelope it makes the case. */
export const judgementSchema = z.object({
  /** Whether staff may see what the envelope holds: not where it was written for another vendor. */
  readable: z.boolean(),
  score: z.object({ total: z.number(), answered: z.number(), of: z.number() }).nullable(),
  /** Rules that hold by this server's own reading. */
  met: z.array(z.object({ rule: z.string(), version: z.string(), evidence: z.array(z.string()) })),
  /** By opened form: what was published as required and known when it arrived, by document. */
  consents: z.array(z.object({ document: z.string(), required: z.boolean(), known: z.boolean() })),
});
export type Judgement = z.infer<typeof judgementSchema>;

export interface InboxDraft {
  readonly kind: 'case' | 'alert';
  readonly session: string | null;
  readonly triage: Triage;
  readonly late: boolean;
  readonly dueAt: Date;
  readonly summary: Summary;
  readonly judgement: Judgement;
}

/** An unfinished intake that waits for its patient: what is known of it without opening the draft's key. */
export interface PausedDraft {
  readonly session: string;
  /** Slug. */
  readonly form: string;
  readonly reason: IntakePaused['reason'];
  readonly savedAt: string;
}

export interface Verdict {
  readonly outcome: 'applied' | 'held';
  /** Why it is held. */
  readonly problem: Problem | undefined;
  /** Undefined where nobody of the staff has anything to read. */
  readonly item: InboxDraft | undefined;
  readonly paused?: PausedDraft;
}

export interface ReceivedOperation {
  readonly vendor: string;
  readonly opId: string;
  readonly device: string;
  readonly lane: string;
  readonly kind: string;
  readonly v: number;
  readonly envelope: Uint8Array;
  /** Names of the blobs that it waited for: they are all there. */
  readonly blobs: readonly string[];
  /** Its human code. */
  readonly code: string;
  readonly capturedAt: Operation['capturedAt'];
  readonly skewSeconds: number | null;
  readonly receivedAt: Date;
  /** An operation that it names in `after` is held. */
  readonly followsHeld: boolean;
}

/** A verdict for each operation, in its place; undefined where there can be none now, e.g. while the vendor's keys can't be had. */
export type Decide = (operations: readonly ReceivedOperation[]) => Promise<readonly (Verdict | undefined)[]>;

export const nothingKnown: Summary = {
  patientName: null,
  birthDate: null,
  formTitle: null,
  place: null,
  answeredAt: null,
  reasons: [],
};
export const nothingFound: Judgement = { readable: false, score: null, met: [], consents: [] };

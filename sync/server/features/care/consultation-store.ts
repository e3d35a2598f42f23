/** Consultations as they are stored: read, moved along the table of transitions, with a line of history for each step. */
import { z } from 'zod';
import {
  type ConsultationState,
  type ConsultationView,
  consultationViewSchema,
} from '../../../domain/care/consultation.ts';
import { afterEvent, type ConsultationEvent } from '../../../domain/care/transitions.ts';
import type { Sql, Transaction } from '../../base/database/database.ts';
import { ProblemError } from '../../base/problems.ts';

export interface CaseName {
  readonly vendor: string;
  readonly id: string;
}
export interface Clinician {
  readonly email: string;
  readonly name: string;
}

export interface Consultation extends CaseName {
  readonly state: ConsultationState;
  readonly changedAt: Date;
  readonly clinician: Clinician | null;
  readonly asked: ConsultationView['asked'];
  readonly prescription: ConsultationView['prescription'];
  readonly decision: ConsultationView['decision'];
  /** JSON of what can still be undone. */
  readonly draft: string | null;
}

interface Row {
  vendor: string;
  id: string;
  state: ConsultationState;
  changed_at: string;
  clinician: string | null;
  clinician_name: string | null;
  asked: string | null;
  prescription: string | null;
  decision: string | null;
  draft: string | null;
}

const { asked, prescription, decision } = consultationViewSchema.shape;
const partsSchema = z.object({ asked, prescription, decision });
const parsed = (text: string | null): unknown => (text === null ? undefined : JSON.parse(text));

function consultationOf(row: Row): Consultation {
  const { vendor, id, state, draft } = row;
  const parts = partsSchema.parse({
    asked: parsed(row.asked),
    prescription: parsed(row.prescription),
    decision: parsed(row.decision),
  });
  return {
    ...{ vendor, id, state, draft, changedAt: new Date(row.changed_at) },
    clinician:
      row.clinician === null ? null : { email: row.clinician, name: row.clinician_name ?? row.clinician },
    ...{ asked: parts.asked, prescription: parts.prescription, decision: parts.decision },
  };
}

export async function findConsultation(
  sql: Sql | Transaction,
  { vendor, id }: CaseName,
): Promise<Consultation | undefined> {
  const [row] = await sql<[Row?]>`
    select vendor, id, state, changed_at, clinician, clinician_name, asked, prescription, decision, draft
    from consultations where vendor = ${vendor} and id = ${id}`;
  return row && consultationOf(row);
}

/** To be called after `orderFeed`. @returns undefined where there is no such case; its consultation is begun otherwise, and locked. */
export async function lockConsultation(
  transaction: Transaction,
  { vendor, id }: CaseName,
  at: Date,
): Promise<Consultation | undefined> {
  await transaction`
    insert into consultations (vendor, id, state, changed_at)
    select vendor, id, 'waiting', ${at.toISOString()} from inbox_items where vendor = ${vendor} and id = ${id} and kind = 'case'
    on conflict do nothing`;
  const [row] = await transaction<[Row?]>`
    select vendor, id, state, changed_at, clinician, clinician_name, asked, prescription, decision, draft
    from consultations where vendor = ${vendor} and id = ${id} for update`;
  return row && consultationOf(row);
}

/** What the patient sees. Who only waits has nobody yet. */
export function viewOf({ state, changedAt, clinician, ...parts }: Consultation): ConsultationView {
  return consultationViewSchema.parse({
    ...{ state, changedAt: changedAt.toISOString() },
    ...(clinician && { clinician: clinician.name }),
    ...(parts.asked && state === 'needs_info' && { asked: parts.asked }),
    ...(parts.prescription && { prescription: parts.prescription }),
    ...(parts.decision && { decision: parts.decision }),
  });
}

export interface HistoryLine {
  readonly does: ConsultationEvent | 'note' | 'attest' | 'contact' | 'late-reply';
  readonly by: 'staff' | 'patient' | 'system';
  readonly actor?: Clinician | null;
  readonly about?: string | undefined;
  readonly text?: string | undefined;
}

export async function addHistory(
  transaction: Transaction,
  { vendor, id }: CaseName,
  { does, by, actor, about, text }: HistoryLine,
  at: Date,
): Promise<void> {
  await transaction`
    insert into consultation_events (vendor, consultation, no, at, does, by, actor, actor_name, about, text)
    select ${vendor}, ${id}, coalesce(max(no), 0) + 1, ${at.toISOString()}, ${does}, ${by}, ${actor?.email ?? null},
      ${actor?.name ?? null}, ${about ?? null}, ${text === undefined ? null : JSON.stringify(text)}
    from consultation_events where vendor = ${vendor} and consultation = ${id}`;
}

export interface StoredLine {
  no: number;
  at: string;
  does: string;
  by: 'staff' | 'patient' | 'system';
  actor: string | null;
  actor_name: string | null;
  about: string | null;
  text: string | null;
}

export const readHistory = (sql: Sql | Transaction, { vendor, id }: CaseName) =>
  sql<StoredLine[]>`
    select no, at, does, by, actor, actor_name, about, text from consultation_events
    where vendor = ${vendor} and consultation = ${id} order by no`;

/** Of a step, besides the state. */
export type Changes = Partial<Pick<Consultation, 'clinician' | 'asked' | 'prescription' | 'decision'>>;

/** @throws ProblemError `NOT_NOW` where the table doesn't allow it. */
export async function step(
  transaction: Transaction,
  before: Consultation,
  { changes = {}, ...line }: HistoryLine & { readonly does: ConsultationEvent; readonly changes?: Changes },
  at: Date,
): Promise<Consultation> {
  const state = afterEvent(before.state, line.does);
  if (!state) throw new ProblemError('NOT_NOW');
  const after: Consultation = { ...before, ...changes, state, changedAt: at, draft: null };
  const json = (value: unknown) => (value === undefined ? null : JSON.stringify(value));
  const dueAt = state === 'needs_info' ? (after.asked?.until ?? null) : null;
  await transaction`
    update consultations set state = ${state}, changed_at = ${at.toISOString()}, clinician = ${after.clinician?.email ?? null},
      clinician_name = ${after.clinician?.name ?? null}, asked = ${json(after.asked)}, prescription = ${json(after.prescription)},
      decision = ${json(after.decision)}, due_at = ${dueAt}, draft = null
    where vendor = ${before.vendor} and id = ${before.id}`;
  await addHistory(transaction, before, line, at);
  return after;
}

/** What becomes of submitted forms, and how it came to that. */
import { sql } from 'drizzle-orm';
import { index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { ConsultationState } from '../../../domain/care/consultation.ts';
import { instant } from '../../base/database/columns.ts';

/** There is a row once staff have done something about the case; until then it is waiting. */
export const consultations = pgTable(
  'consultations',
  {
    vendor: text('vendor').notNull(),
    /** The case's: the operation that sent the form. */
    id: uuid('id').notNull(),
    state: text('state').$type<ConsultationState>().notNull(),
    changedAt: instant('changed_at').notNull(),
    /** Who of the staff has it: address and name. */
    clinician: text('clinician'),
    clinicianName: text('clinician_name'),
    /** As JSON, each as `ConsultationView` has it. */
    asked: text('asked'),
    prescription: text('prescription'),
    decision: text('decision'),
    /** When it ends unless the patient has answered. */
    dueAt: instant('due_at'),
    /** What was decided and can still be undone, as JSON: it counts once the inbox makes it final. */
    draft: text('draft'),
  },
  (table) => [
    primaryKey({ columns: [table.vendor, table.id] }),
    index('consultations_due').on(table.vendor, table.dueAt).where(sql`${table.dueAt} is not null`),
  ],
);

/** Everything that happened to one, in order: never changed. */
export const consultationEvents = pgTable(
  'consultation_events',
  {
    vendor: text('vendor').notNull(),
    consultation: uuid('consultation').notNull(),
    no: integer('no').notNull(),
    at: instant('at').notNull(),
    /** An event of the table of transitions, or `note`, `attest`, `contact`, `late-reply`. */
    does: text('does').notNull(),
    by: text('by').$type<'staff' | 'patient' | 'system'>().notNull(),
    /** Of the staff: address and name. */
    actor: text('actor'),
    actorName: text('actor_name'),
    /** What was vouched for, asked for by its id, or to whom it was given. */
    about: text('about'),
    /** JSON: a string of what somebody wrote. */
    text: text('text'),
  },
  (table) => [primaryKey({ columns: [table.vendor, table.consultation, table.no] })],
);

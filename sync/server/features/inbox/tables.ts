/** The inbox: what it lists, what that is found by, and what exceeds the quotas. */
import { sql } from 'drizzle-orm';
import {
  boolean,
  doublePrecision,
  index,
  pgTable,
  primaryKey,
  smallint,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import type { ConsultationState } from '../../../domain/care/consultation.ts';
import { instant, term } from '../../base/database/columns.ts';

/** The work of the vendor's staff: a case for each submitted form, an alert for each safety operation. The id is the opId. */
export const inboxItems = pgTable(
  'inbox_items',
  {
    vendor: text('vendor').notNull(),
    id: uuid('id').notNull(),
    kind: text('kind').$type<'case' | 'alert'>().notNull(),
    device: text('device').notNull(),
    /** Null where what arrived can't be read. */
    session: uuid('session'),
    code: text('code').notNull(),
    triage: text('triage').$type<'red' | 'amber' | 'routine'>().notNull(),
    held: boolean('held').notNull(),
    late: boolean('late').notNull(),
    receivedAt: instant('received_at').notNull(),
    dueAt: instant('due_at').notNull(),
    /** What the list shows of it, as JSON. */
    summary: text('summary').notNull(),
    /** What judging found, as JSON. */
    judgement: text('judgement').notNull(),
    /** When it was marked as reviewed or acknowledged, by whom, with which note. */
    resolvedAt: instant('resolved_at'),
    resolvedBy: text('resolved_by'),
    note: text('note'),
    /** Dismissed with its whole flood, unread: its device is told nothing. */
    dismissed: boolean('dismissed').notNull().default(false),
    /** Whether its device had submitted before, or is a kiosk. */
    known: boolean('known').notNull().default(false),
    /** The flood that it is part of; null where it is within the quotas. See `standing.ts`. */
    flood: text('flood'),
    /** Its place in the list (`inbox-rows.ts`); null where another item's row stands for it. What names none is listed. */
    listRank: smallint('list_rank').default(6),
    listDue: instant('list_due').default(sql`now()`),
    /** A decision that can still be undone: when, until when, by whom (name and address), from where, with which note. */
    pendingAt: instant('pending_at'),
    pendingUntil: instant('pending_until'),
    pendingBy: text('pending_by'),
    pendingActor: text('pending_actor'),
    pendingNote: text('pending_note'),
    /** Slug of the form; null where it isn't known, or was judged before this was kept. */
    form: text('form'),
    /** State of its consultation, and who of the staff has it: address and name. */
    careState: text('care_state').$type<ConsultationState>().notNull().default('waiting'),
    assignee: text('assignee'),
    assigneeName: text('assignee_name'),
    /** Version of the rules by which its search terms were made; 0 for none: what a migration sets to 0 is indexed again. */
    searchVersion: smallint('search_version').notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.vendor, table.id] }),
    // Those of open rows end with what a view is narrowed by, so that a page is found in the index alone.
    index('inbox_items_rows')
      .on(
        table.vendor,
        table.listRank,
        table.listDue,
        table.id,
        table.careState,
        table.assignee,
        table.form,
        table.held,
      )
      .where(sql`${table.resolvedAt} is null and ${table.listRank} is not null`),
    index('inbox_items_held_rows')
      .on(table.vendor, table.listRank, table.listDue, table.id, table.careState, table.assignee, table.form)
      .where(sql`${table.resolvedAt} is null and ${table.listRank} is not null and ${table.held}`),
    index('inbox_items_done_rows')
      .on(table.vendor, table.resolvedAt, table.id)
      .where(sql`${table.resolvedAt} is not null and ${table.listRank} is not null`),
    index('inbox_items_care_rows')
      .on(
        table.vendor,
        table.careState,
        table.listRank,
        table.listDue,
        table.id,
        table.assignee,
        table.form,
        table.held,
      )
      .where(sql`${table.resolvedAt} is null and ${table.listRank} is not null`),
    index('inbox_items_own_rows')
      .on(
        table.vendor,
        table.assignee,
        table.listRank,
        table.listDue,
        table.id,
        table.careState,
        table.form,
        table.held,
      )
      .where(
        sql`${table.resolvedAt} is null and ${table.listRank} is not null and ${table.assignee} is not null`,
      ),
    index('inbox_items_form_rows')
      .on(
        table.vendor,
        table.form,
        table.listRank,
        table.listDue,
        table.id,
        table.careState,
        table.assignee,
        table.held,
      )
      .where(sql`${table.resolvedAt} is null and ${table.listRank} is not null`),
    index('inbox_items_oldest_rows')
      .on(
        table.vendor,
        table.receivedAt,
        table.id,
        table.listRank,
        table.careState,
        table.assignee,
        table.form,
        table.held,
      )
      .where(sql`${table.resolvedAt} is null and ${table.listRank} is not null`),
    index('inbox_items_oldest_held_rows')
      .on(
        table.vendor,
        table.receivedAt,
        table.id,
        table.listRank,
        table.careState,
        table.assignee,
        table.form,
      )
      .where(sql`${table.resolvedAt} is null and ${table.listRank} is not null and ${table.held}`),
    index('inbox_items_oldest_own_rows')
      .on(
        table.vendor,
        table.assignee,
        table.receivedAt,
        table.id,
        table.listRank,
        table.careState,
        table.form,
        table.held,
      )
      .where(
        sql`${table.resolvedAt} is null and ${table.listRank} is not null and ${table.assignee} is not null`,
      ),
    index('inbox_items_flood')
      .on(table.vendor, table.flood, table.receivedAt, table.id)
      .where(sql`${table.flood} is not null`),
    index('inbox_items_device').on(table.vendor, table.device).where(sql`${table.resolvedAt} is null`),
    index('inbox_items_pending')
      .on(table.vendor, table.pendingUntil)
      .where(sql`${table.pendingUntil} is not null`),
    index('inbox_items_unindexed').on(table.vendor, table.id).where(sql`${table.searchVersion} = 0`),
    index('inbox_items_code').on(table.vendor, table.code),
    index('inbox_items_session').on(table.vendor, table.session),
  ],
);

/**
 * What staff search by: folded words of a name, a birth date, a reference. Derived from `inbox_items.summary`, which holds the same in clear: what
 * protects the one (the disk's encryption, the database's access) protects the other.
 */
export const inboxTerms = pgTable(
  'inbox_terms',
  {
    vendor: text('vendor').notNull(),
    term: term('term').notNull(),
    item: uuid('item').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.vendor, table.term, table.item] }),
    index('inbox_terms_item').on(table.vendor, table.item),
  ],
);

/** What arrived beyond the quotas, by device, network or vendor: one row of the inbox each. */
export const inboxFloods = pgTable(
  'inbox_floods',
  {
    vendor: text('vendor').notNull(),
    key: text('key').notNull(),
    beganAt: instant('began_at').notNull(),
    /** The item whose place in the list is the flood's. */
    lead: uuid('lead').notNull(),
    /** Of the staff, when all of it was dismissed last. */
    note: text('note'),
  },
  (table) => [primaryKey({ columns: [table.vendor, table.key] })],
);

/** Devices whose alerts and forms are kept in one row: below the alerts of others, and without any, below everything. */
export const blockedDevices = pgTable(
  'blocked_devices',
  {
    vendor: text('vendor').notNull(),
    device: text('device').notNull(),
    blockedAt: instant('blocked_at').notNull(),
    blockedBy: text('blocked_by').notNull(),
    /** With which flood it was blocked. */
    flood: text('flood').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.vendor, table.device] }),
    index('blocked_devices_flood').on(table.vendor, table.flood),
  ],
);

/** Devices of which staff have reviewed a submission. Nobody becomes one by sending: see `standing.ts`. */
export const reviewedDevices = pgTable(
  'reviewed_devices',
  {
    vendor: text('vendor').notNull(),
    device: text('device').notNull(),
    reviewedAt: instant('reviewed_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.vendor, table.device] })],
);

/** How much of each quota is used: levels that fall with time, see `quotas.ts`. */
export const inboxQuotas = pgTable(
  'inbox_quotas',
  {
    vendor: text('vendor').notNull(),
    key: text('key').notNull(),
    alerts: doublePrecision('alerts').notNull(),
    cases: doublePrecision('cases').notNull(),
    bytes: doublePrecision('bytes').notNull(),
    at: instant('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.vendor, table.key] })],
);

/** The list of what the vendor's staff have to look at, and of what they have looked at. A row each: see `inbox-rows.ts`. */

import { z } from 'zod';
import { ageOn } from '../../../domain/person/age.ts';
import {
  type InboxItem,
  type InboxResponse,
  type InboxView,
  inboxItemSchema,
  type Pending,
  type SearchResponse,
} from '../../../protocol/api/inbox.ts';
import { type ReadRows, readRows } from '../../../protocol/api/rows.ts';
import { problemSchema } from '../../../protocol/base/problem.ts';
import { clinicDay } from '../../base/clinic-day.ts';
import { decodeCursor, encodeCursor, pageOf } from '../../base/cursor.ts';
import type { Sql } from '../../base/database/database.ts';
import type { Fragment } from '../../base/database/statement.ts';
import { storedInstantSchema } from '../../base/database/stored-instant.ts';

import { type InboxRow, inboxColumns } from './inbox-row.ts';
import { LIST_RANK } from './inbox-rows.ts';
import { summarySchema } from './operations.ts';
import { createRelated, type Related } from './related.ts';
import { itemsFoundBy, readFoundCursor } from './search/find-items.ts';
import type { SearchQuery } from './search/search-query.ts';

export const PAGE_SIZE = 50;
/** Of `inbox_items.list_rank`, a smallint. */
const MAX_RANK = 32_767;
/** Badges need no more than this, and a queue that has so many is not read by its number. */
const COUNT_AT_MOST = 1_000;
/** Of one session. */
const MAX_OF_SESSION = 50;

export interface InboxDependencies {
  readonly sql: Sql;
  readonly now: () => Date;
  readonly formsOf?: (vendor: string) => NonNullable<InboxResponse['forms']>;
  /** The vendor's time zone, in which a patient's age is counted. */
  readonly timeZoneOf: (vendor: string) => string;
}

export interface Inbox {
  /** @param actor address of the person who asks: see {@link Pending}. */
  page(vendor: string, view: InboxView, cursor: string | undefined, actor: string): Promise<InboxResponse>;
  /** The same as a condition on `inbox_items i`. */
  narrowed(view: InboxView, actor: string): Fragment;
  search(
    vendor: string,
    query: SearchQuery,
    cursor: string | undefined,
    actor: string,
  ): Promise<SearchResponse>;
  find(vendor: string, id: string): Promise<InboxRow | undefined>;
  /** Of a device's session, alerts that nobody has acknowledged first; the first 50. */
  ofSession(vendor: string, device: string, session: string): Promise<readonly InboxRow[]>;
  /** The list's lines for rows: with the alerts and the case of the same session, and the flood that a row represents. */
  describe(vendor: string, rows: readonly InboxRow[], actor: string): Promise<ReadRows<InboxItem>>;
}

const page = z.number().int().positive();
const openCursor = z.tuple([z.number().int().min(0).max(MAX_RANK), storedInstantSchema, z.uuid(), page]);
const oldestCursor = z.tuple([storedInstantSchema, z.uuid(), page]);
const doneCursor = z.tuple([storedInstantSchema, z.uuid(), page]);

const iso = (stored: string) => new Date(stored).toISOString();

export function pendingOf(
  { kind, pending_at, pending_by, pending_actor, pending_ms }: InboxRow,
  actor: string,
): Pending | null {
  if (pending_at === null) return null;
  return {
    action: kind === 'case' ? 'review' : 'acknowledge',
    by: pending_by ?? '',
    at: iso(pending_at),
    remainingMs: Math.round(pending_ms ?? 0),
    mine: pending_actor === actor,
  };
}

/** Alerts stay open and cases new until the decision about them is final. */
function statusOf({ kind, resolved_at }: InboxRow): InboxItem['status'] {
  if (kind === 'case') return resolved_at === null ? 'new' : 'reviewed';
  return resolved_at === null ? 'open' : 'acknowledged';
}

function itemOf(row: InboxRow, related: Related, today: string, actor: string): InboxItem {
  const summary = summarySchema.parse(JSON.parse(row.summary));
  const session = related.sessionOf(row);
  const isCase = row.kind === 'case';
  const hasCase = !isCase && session !== undefined && session.caseId !== null;
  return {
    id: row.id,
    kind: row.kind,
    code: (hasCase ? session.caseCode : null) ?? row.code,
    patientName: summary.patientName,
    age: summary.birthDate === null ? null : (ageOn(summary.birthDate, today) ?? null),
    birthDate: summary.birthDate,
    formTitle: summary.formTitle,
    place: summary.place,
    triage: row.triage,
    reasons: summary.reasons,
    receivedAt: iso(row.received_at),
    answeredAt: summary.answeredAt,
    dueAt: iso(row.due_at),
    status: statusOf(row),
    held: row.problem === null ? null : problemSchema.parse(JSON.parse(row.problem)),
    late: row.late,
    caseId: hasCase ? session.caseId : null,
    openAlerts: session?.openAlerts ?? (!isCase && row.resolved_at === null ? 1 : 0),
    known: row.known,
    pending: pendingOf(row, actor),
    flood: related.floodOf(row) ?? null,
    inFlood: row.flood !== null,
    ...(isCase && {
      care: {
        state: row.care_state,
        assignee:
          row.assignee === null
            ? null
            : { name: row.assignee_name ?? row.assignee, mine: row.assignee === actor },
      },
    }),
  };
}

export function createInbox({ sql, now, timeZoneOf, formsOf }: InboxDependencies): Inbox {
  const columns = inboxColumns(sql);
  const readRelated = createRelated(sql);

  /** @param actor whose own ones are meant. */
  function narrowed({ filter, state, waitingOn, mine, form }: InboxView, actor: string) {
    const part = {
      open: sql``,
      alerts: sql`and i.list_rank <= ${LIST_RANK.alertFlood}`,
      red: sql`and i.list_rank <= ${LIST_RANK.red}`,
      held: sql`and i.held`,
      done: sql``,
    }[filter];
    const states =
      waitingOn && { clinic: ['waiting', 'in_review'], patient: ['needs_info', 'live_visit'] }[waitingOn];
    return sql`${part}
      ${state ? sql`and i.care_state = ${state}` : sql``}
      ${states ? sql`and i.care_state = any(${states}::text[])` : sql``}
      ${mine ? sql`and i.assignee = ${actor}` : sql``}
      ${form ? sql`and i.form = ${form}` : sql``}`;
  }

  async function openPage(vendor: string, view: InboxView, actor: string, cursor: string | undefined) {
    if (view.sort === 'oldest') {
      const after = decodeCursor(oldestCursor, cursor);
      const from = after
        ? sql`and (i.received_at, i.id) > (${after[0]}::timestamptz, ${after[1]}::uuid)`
        : sql``;
      return sql<InboxRow[]>`
        select ${columns} from inbox_items i
        where i.vendor = ${vendor} and i.resolved_at is null and i.list_rank is not null ${narrowed(view, actor)} ${from}
        order by i.received_at, i.id limit ${PAGE_SIZE + 1}`;
    }
    const after = decodeCursor(openCursor, cursor);
    const from = after
      ? sql`and (i.list_rank, i.list_due, i.id) > (${after[0]}::smallint, ${after[1]}::timestamptz, ${after[2]}::uuid)`
      : sql``;
    return sql<InboxRow[]>`
      select ${columns} from inbox_items i
      where i.vendor = ${vendor} and i.resolved_at is null and i.list_rank is not null ${narrowed(view, actor)} ${from}
      order by i.list_rank, i.list_due, i.id limit ${PAGE_SIZE + 1}`;
  }

  async function donePage(vendor: string, after: z.infer<typeof doneCursor> | undefined) {
    const from = after
      ? sql`and (i.resolved_at, i.id) < (${after[0]}::timestamptz, ${after[1]}::uuid)`
      : sql``;
    return sql<InboxRow[]>`
      select ${columns} from inbox_items i
      where i.vendor = ${vendor} and i.resolved_at is not null and i.list_rank is not null ${from}
      order by i.resolved_at desc, i.id desc limit ${PAGE_SIZE + 1}`;
  }

  async function counts(vendor: string): Promise<InboxResponse['counts']> {
    const [row] = await sql<[{ open: number; alerts: number; red: number; held: number }]>`
      with open as (select list_rank from inbox_items where vendor = ${vendor} and resolved_at is null and list_rank is not null
        order by list_rank, list_due, id limit ${COUNT_AT_MOST}),
      held as (select 1 from inbox_items where vendor = ${vendor} and resolved_at is null and list_rank is not null and held
        limit ${COUNT_AT_MOST})
      select count(*)::int as open, count(*) filter (where list_rank <= ${LIST_RANK.alertFlood})::int as alerts,
        count(*) filter (where list_rank <= ${LIST_RANK.red})::int as red, (select count(*)::int from held) as held
      from open`;
    return { open: row.open, alerts: row.alerts, red: row.red, held: row.held };
  }

  async function describe(
    vendor: string,
    rows: readonly InboxRow[],
    actor: string,
  ): Promise<ReadRows<InboxItem>> {
    const related = await readRelated(vendor, rows);
    const today = clinicDay(timeZoneOf(vendor))(now());
    return readRows(rows, inboxItemSchema, (row) => itemOf(row, related, today, actor));
  }

  /** With its part of an answer: what can't be shown is named beside it. */
  async function answer(vendor: string, rows: readonly InboxRow[], actor: string) {
    const { rows: items, unshown } = await describe(vendor, rows, actor);
    return { items, ...(unshown.length > 0 ? { unshown } : {}), serverTime: now().toISOString() };
  }

  return {
    ...{ describe, narrowed },

    async page(vendor, view, cursor, actor) {
      const isDone = view.filter === 'done';
      const rows = await (isDone
        ? donePage(vendor, decodeCursor(doneCursor, cursor))
        : openPage(vendor, view, actor, cursor));
      const shown = rows.slice(0, PAGE_SIZE);
      const last = rows.length > PAGE_SIZE ? shown.at(-1) : undefined;
      const number = pageOf(cursor) + 1;
      const place = (row: InboxRow) => {
        if (isDone) return [row.resolved_position ?? ''];
        return view.sort === 'oldest'
          ? [row.received_position]
          : [row.list_rank ?? 0, row.list_position ?? ''];
      };
      return {
        ...(await answer(vendor, shown, actor)),
        cursor: last ? encodeCursor([...place(last), last.id, number]) : null,
        counts: await counts(vendor),
        ...(formsOf && { forms: formsOf(vendor) }),
      };
    },

    async search(vendor, query, cursor, actor) {
      const rows = await sql<InboxRow[]>`
        select ${columns} from inbox_items i
        where i.vendor = ${vendor} and ${itemsFoundBy(sql, vendor, query)} ${readFoundCursor(sql, cursor)}
        order by i.flood is not null, i.received_at desc, i.id desc limit ${PAGE_SIZE + 1}`;
      const shown = rows.slice(0, PAGE_SIZE);
      const last = rows.length > PAGE_SIZE ? shown.at(-1) : undefined;
      const found = await answer(vendor, shown, actor);
      const cases = new Set(found.items.map(({ id }) => id));
      return {
        ...found,
        // Found by its own reference, and by its case's: one row.
        items: found.items.filter(({ caseId }) => caseId === null || !cases.has(caseId)),
        cursor: last
          ? encodeCursor([last.flood !== null, last.received_position, last.id, pageOf(cursor) + 1])
          : null,
      };
    },

    async find(vendor, id) {
      const [row] = await sql<
        [InboxRow?]
      >`select ${columns} from inbox_items i where i.vendor = ${vendor} and i.id = ${id}`;
      return row;
    },

    async ofSession(vendor, device, session) {
      return sql<InboxRow[]>`
        select ${columns} from inbox_items i where i.vendor = ${vendor} and i.session = ${session} and i.device = ${device}
        order by i.resolved_at is not null, i.received_at, i.id limit ${MAX_OF_SESSION}`;
    },
  };
}

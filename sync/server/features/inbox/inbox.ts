/** The list of what the vendor's staff have to look at, and of what they have looked at. A row each: see `inbox-rows.ts`. */

import { z } from 'zod';
import { ageOn } from '../../../domain/person/age.ts';
import { clinicDay } from '../../../domain/time/clinic-day.ts';
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
import { decodeCursor, encodeCursor, pageOf } from '../../base/cursor.ts';
import type { Sql } from '../../base/database/database.ts';
import type { Fragment } from '../../base/database/statement.ts';
import { storedInstantSchema } from '../../base/database/stored-instant.ts';

import { type InboxRow, inboxColumns, type ListedRow, listedColumns } from './inbox-row.ts';
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
/** Whose turn it is in which states. */
const TURNS = { clinic: ['waiting', 'in_review'], patient: ['needs_info', 'live_visit'] } as const;

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
  /** The statement that finds the rows of an open page, in their order, by an index alone. */
  openKeys(vendor: string, view: InboxView, actor: string, cursor: string | undefined): Fragment;
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
  describe(vendor: string, rows: readonly ListedRow[], actor: string): Promise<ReadRows<InboxItem>>;
}

const page = z.number().int().positive();
const openCursor = z.tuple([z.number().int().min(0).max(MAX_RANK), storedInstantSchema, z.uuid(), page]);
const oldestCursor = z.tuple([storedInstantSchema, z.uuid(), page]);
const doneCursor = z.tuple([storedInstantSchema, z.uuid(), page]);

const iso = (stored: string) => new Date(stored).toISOString();

export function pendingOf(
  { kind, pending_at, pending_by, pending_actor, pending_ms }: ListedRow,
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
function statusOf({ kind, resolved_at }: ListedRow): InboxItem['status'] {
  if (kind === 'case') return resolved_at === null ? 'new' : 'reviewed';
  return resolved_at === null ? 'open' : 'acknowledged';
}

function itemOf(row: ListedRow, related: Related, today: string, actor: string): InboxItem {
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
  const columns = listedColumns(sql);
  // As text: the planner has to know that it is a page.
  const oneMore = sql`limit 51`;
  const readRelated = createRelated(sql);

  /** @param actor whose own ones are meant. */
  function narrowed({ filter, mine, form }: InboxView, actor: string) {
    const part = {
      open: sql``,
      alerts: sql`and list_rank <= ${LIST_RANK.alertFlood}`,
      red: sql`and list_rank <= ${LIST_RANK.red}`,
      held: sql`and held`,
      done: sql``,
    }[filter];
    return sql`${part} ${mine ? sql`and assignee = ${actor}` : sql``} ${form ? sql`and form = ${form}` : sql``}`;
  }

  function after(sort: InboxView['sort'], cursor: string | undefined) {
    if (sort === 'oldest') {
      const found = decodeCursor(oldestCursor, cursor);
      return found ? sql`and (received_at, id) > (${found[0]}::timestamptz, ${found[1]}::uuid)` : sql``;
    }
    const found = decodeCursor(openCursor, cursor);
    return found
      ? sql`and (list_rank, list_due, id) > (${found[0]}::smallint, ${found[1]}::timestamptz, ${found[2]}::uuid)`
      : sql``;
  }

  const orders = { urgent: sql`list_rank, list_due, id`, oldest: sql`received_at, id` } as const;

  function openKeys(vendor: string, view: InboxView, actor: string, cursor: string | undefined): Fragment {
    const order = orders[view.sort];
    const keysOf = (state: string | undefined) => sql`
      (select ${order} from inbox_items
      where vendor = ${vendor} and resolved_at is null and list_rank is not null ${narrowed(view, actor)}
        ${state ? sql`and care_state = ${state}` : sql``} ${after(view.sort, cursor)}
      order by ${order} ${oneMore})`;
    if (view.waitingOn === undefined || view.state !== undefined) return keysOf(view.state);
    // Each in the order of an index: they are merged, and not sorted.
    const [first, second] = TURNS[view.waitingOn];
    return sql`${keysOf(first)} union all ${keysOf(second)} order by ${order} ${oneMore}`;
  }

  async function openPage(vendor: string, view: InboxView, actor: string, cursor: string | undefined) {
    return sql<ListedRow[]>`
      select ${columns} from (${openKeys(vendor, view, actor, cursor)}) k
      join inbox_items i on i.vendor = ${vendor} and i.id = k.id
      order by ${view.sort === 'oldest' ? sql`k.received_at, k.id` : sql`k.list_rank, k.list_due, k.id`}`;
  }

  async function donePage(vendor: string, after: z.infer<typeof doneCursor> | undefined) {
    const from = after
      ? sql`and (i.resolved_at, i.id) < (${after[0]}::timestamptz, ${after[1]}::uuid)`
      : sql``;
    return sql<ListedRow[]>`
      select ${columns} from inbox_items i
      where i.vendor = ${vendor} and i.resolved_at is not null and i.list_rank is not null ${from}
      order by i.resolved_at desc, i.id desc ${oneMore}`;
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
    rows: readonly ListedRow[],
    actor: string,
  ): Promise<ReadRows<InboxItem>> {
    const related = await readRelated(vendor, rows);
    const today = clinicDay(timeZoneOf(vendor))(now());
    return readRows(rows, inboxItemSchema, (row) => itemOf(row, related, today, actor));
  }

  /** With its part of an answer: what can't be shown is named beside it. */
  async function answer(vendor: string, rows: readonly ListedRow[], actor: string) {
    const { rows: items, unshown } = await describe(vendor, rows, actor);
    return { items, ...(unshown.length > 0 ? { unshown } : {}), serverTime: now().toISOString() };
  }

  return {
    ...{ describe, openKeys },

    async page(vendor, view, cursor, actor) {
      const isDone = view.filter === 'done';
      const [rows, counted] = await Promise.all([
        isDone ? donePage(vendor, decodeCursor(doneCursor, cursor)) : openPage(vendor, view, actor, cursor),
        counts(vendor),
      ]);
      const shown = rows.slice(0, PAGE_SIZE);
      const last = rows.length > PAGE_SIZE ? shown.at(-1) : undefined;
      const number = pageOf(cursor) + 1;
      const place = (row: ListedRow) => {
        if (isDone) return [row.resolved_position ?? ''];
        return view.sort === 'oldest'
          ? [row.received_position]
          : [row.list_rank ?? 0, row.list_position ?? ''];
      };
      return {
        ...(await answer(vendor, shown, actor)),
        cursor: last ? encodeCursor([...place(last), last.id, number]) : null,
        counts: counted,
        ...(formsOf && { forms: formsOf(vendor) }),
      };
    },

    async search(vendor, query, cursor, actor) {
      const rows = await sql<ListedRow[]>`
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
      >`select ${inboxColumns(sql)} from inbox_items i where i.vendor = ${vendor} and i.id = ${id}`;
      return row;
    },

    async ofSession(vendor, device, session) {
      return sql<InboxRow[]>`
        select ${inboxColumns(sql)} from inbox_items i where i.vendor = ${vendor} and i.session = ${session} and i.device = ${device}
        order by i.resolved_at is not null, i.received_at, i.id limit ${MAX_OF_SESSION}`;
    },
  };
}

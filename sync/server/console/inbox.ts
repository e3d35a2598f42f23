/** The list of what the vendor's staff have to look at, and of what they have looked at. */
import { z } from 'zod';
import { ageOn } from '../../domain/age.ts';
import type { InboxFilter, InboxItem, InboxResponse, Triage } from '../../protocol/console.ts';
import { problemSchema } from '../../protocol/wire.ts';
import { clinicDay } from '../clinic-day.ts';
import type { Sql } from '../database/database.ts';
import { summarySchema } from '../judging/verdict.ts';

export const PAGE_SIZE = 50;
const MOST_FOUND = 50;
/** Of `inbox_items.rank`, a smallint. */
const MAX_RANK = 32_767;
/** Badges need no more than this, and a queue that has so many is not read by its number. */
const COUNT_AT_MOST = 1_000;

export interface InboxRow {
  id: string;
  kind: 'case' | 'alert';
  device: string;
  session: string | null;
  code: string;
  rank: number;
  triage: Triage;
  held: boolean;
  late: boolean;
  received_at: string;
  due_at: string;
  summary: string;
  judgement: string;
  resolved_at: string | null;
  resolved_by: string | null;
  note: string | null;
  problem: string | null;
}

export interface InboxDependencies {
  readonly sql: Sql;
  readonly now: () => Date;
  /** The vendor's time zone, in which a patient's age is counted. */
  readonly timeZoneOf: (vendor: string) => string;
}

export interface Inbox {
  page(vendor: string, filter: InboxFilter, cursor: string | undefined): Promise<InboxResponse>;
  /** @param code normalised. */
  search(vendor: string, code: string): Promise<InboxItem[]>;
  find(vendor: string, id: string): Promise<InboxRow | undefined>;
  /** Of a device's session, alerts that nobody has acknowledged first. */
  ofSession(vendor: string, device: string, session: string): Promise<readonly InboxRow[]>;
  /** The list's lines for rows: with the alerts and the case of the same session. */
  describe(vendor: string, rows: readonly InboxRow[]): Promise<InboxItem[]>;
}

/** Times that PostgreSQL can compare: it has no year 0. */
const instant = z.iso.datetime().refine((text) => !text.startsWith('0000'));
const openCursor = z.tuple([z.number().int().min(0).max(MAX_RANK), instant, z.uuid()]);
const doneCursor = z.tuple([instant, z.uuid()]);

function encodeCursor(parts: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

/** A cursor that can't be read starts again at the top, rather than leaving the console with an error that it can't repair. */
function decodeCursor<Parts>(schema: z.ZodType<Parts>, cursor: string | undefined): Parts | undefined {
  if (cursor === undefined) return undefined;
  try {
    return schema.safeParse(JSON.parse(Buffer.from(cursor, 'base64url').toString())).data;
  } catch {
    return undefined;
  }
}

const iso = (stored: string) => new Date(stored).toISOString();

export function createInbox({ sql, now, timeZoneOf }: InboxDependencies): Inbox {
  const columns = sql`
    i.id, i.kind, i.device, i.session, i.code, i.rank, i.triage, i.held, i.late, i.received_at, i.due_at, i.summary, i.judgement,
    i.resolved_at, i.resolved_by, i.note,
    case when i.held then (select l.problem from op_ledger l where l.vendor = i.vendor and l.op_id = i.id) end as problem`;

  async function openPage(vendor: string, filter: Exclude<InboxFilter, 'done'>, cursor: string | undefined) {
    const after = decodeCursor(openCursor, cursor);
    const part = {
      open: sql``,
      alerts: sql`and i.rank = 0`,
      red: sql`and i.rank <= 1`,
      held: sql`and i.held`,
    }[filter];
    const from = after
      ? sql`and (i.rank, i.due_at, i.id) > (${after[0]}::smallint, ${after[1]}::timestamptz, ${after[2]}::uuid)`
      : sql``;
    return sql<InboxRow[]>`
      select ${columns} from inbox_items i
      where i.vendor = ${vendor} and i.resolved_at is null ${part} ${from}
      order by i.rank, i.due_at, i.id limit ${PAGE_SIZE + 1}`;
  }

  async function donePage(vendor: string, cursor: string | undefined) {
    const after = decodeCursor(doneCursor, cursor);
    const from = after
      ? sql`and (i.resolved_at, i.id) < (${after[0]}::timestamptz, ${after[1]}::uuid)`
      : sql``;
    return sql<InboxRow[]>`
      select ${columns} from inbox_items i
      where i.vendor = ${vendor} and i.resolved_at is not null ${from}
      order by i.resolved_at desc, i.id desc limit ${PAGE_SIZE + 1}`;
  }

  async function counts(vendor: string): Promise<InboxResponse['counts']> {
    const [row] = await sql<[{ open: number; alerts: number; red: number; held: number }]>`
      with open as (select rank, held from inbox_items where vendor = ${vendor} and resolved_at is null
        order by rank, due_at, id limit ${COUNT_AT_MOST}),
      held as (select 1 from inbox_items where vendor = ${vendor} and resolved_at is null and held limit ${COUNT_AT_MOST})
      select count(*)::int as open, count(*) filter (where rank = 0)::int as alerts, count(*) filter (where rank <= 1)::int as red,
        (select count(*)::int from held) as held
      from open`;
    return { open: row.open, alerts: row.alerts, red: row.red, held: row.held };
  }

  async function describe(vendor: string, rows: readonly InboxRow[]): Promise<InboxItem[]> {
    const sessions = rows.flatMap(({ session }) => session ?? []);
    const related = await sql<{ id: string; kind: string; device: string; session: string; open: boolean }[]>`
      select id, kind, device, session, resolved_at is null as open from inbox_items
      where vendor = ${vendor} and session = any(${sessions}::uuid[])
      order by received_at`;
    const today = clinicDay(timeZoneOf(vendor))(now());
    return rows.map((row) => {
      const summary = summarySchema.parse(JSON.parse(row.summary));
      const others = related.filter(
        ({ session, device }) => session === row.session && device === row.device,
      );
      const isCase = row.kind === 'case';
      return {
        id: row.id,
        kind: row.kind,
        code: row.code,
        patientName: summary.patientName,
        age: summary.birthDate === null ? null : (ageOn(summary.birthDate, today) ?? null),
        formTitle: summary.formTitle,
        place: summary.place,
        triage: row.triage,
        reasons: summary.reasons,
        receivedAt: iso(row.received_at),
        answeredAt: summary.answeredAt,
        dueAt: iso(row.due_at),
        status: row.resolved_at === null ? (isCase ? 'new' : 'open') : isCase ? 'reviewed' : 'acknowledged',
        held: row.problem === null ? null : problemSchema.parse(JSON.parse(row.problem)),
        late: row.late,
        caseId: isCase ? null : (others.find(({ kind }) => kind === 'case')?.id ?? null),
        openAlerts: isCase ? others.filter(({ kind, open }) => kind === 'alert' && open).length : 0,
      };
    });
  }

  return {
    describe,

    async page(vendor, filter, cursor) {
      const rows = await (filter === 'done' ? donePage(vendor, cursor) : openPage(vendor, filter, cursor));
      const shown = rows.slice(0, PAGE_SIZE);
      const last = rows.length > PAGE_SIZE ? shown.at(-1) : undefined;
      const next =
        last &&
        (filter === 'done'
          ? [iso(last.resolved_at ?? last.received_at), last.id]
          : [last.rank, iso(last.due_at), last.id]);
      return {
        items: await describe(vendor, shown),
        cursor: next ? encodeCursor(next) : null,
        counts: await counts(vendor),
        serverTime: now().toISOString(),
      };
    },

    async search(vendor, code) {
      const rows = await sql<InboxRow[]>`
        select ${columns} from inbox_items i where i.vendor = ${vendor} and i.code = ${code}
        order by i.received_at desc limit ${MOST_FOUND}`;
      return describe(vendor, rows);
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
        order by i.resolved_at is not null, i.received_at`;
    },
  };
}

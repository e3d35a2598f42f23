/** What has happened with a patient, newest first: what they sent, how they signed in, what they said of their health. */
import { z } from 'zod';
import {
  accountEvents,
  type TimelineEvent,
  type TimelineResponse,
  timelineEventSchema,
} from '../../../protocol/api/patients.ts';
import { decodeCursor, encodeCursor } from '../../base/cursor.ts';
import type { Sql } from '../../base/database/database.ts';
import type { Fragment } from '../../base/database/statement.ts';
import { storedInstantSchema } from '../../base/database/stored-instant.ts';
import { readSummary } from '../inbox/feature.ts';

export const TIMELINE_PAGE = 30;
const cursorSchema = z.tuple([storedInstantSchema, z.string().max(60), z.number().int()]);

interface Found {
  /** To the microsecond, as PostgreSQL writes it in one time zone: in order as text, too. */
  readonly at: string;
  /** Tells apart what happened at once. */
  readonly key: string;
  readonly event: unknown;
}

const iso = (stored: string) => new Date(stored).toISOString();

interface Wanted {
  readonly vendor: string;
  readonly patient: string;
  /** A condition on columns `at` and `key`. */
  readonly before: (at: Fragment, key: Fragment) => Fragment;
}

async function readSent(sql: Sql, { vendor, patient, before }: Wanted): Promise<readonly Found[]> {
  const rows = await sql<
    {
      at: string;
      key: string;
      id: string;
      kind: 'case' | 'alert';
      code: string;
      triage: string;
      summary: string;
      resolved_at: string | null;
      dismissed: boolean;
    }[]
  >`
    select x.at::text as at, 'sent ' || x.item as key, i.id, i.kind, i.code, i.triage, i.summary, i.resolved_at, i.dismissed
    from patient_items x join inbox_items i on i.vendor = x.vendor and i.id = x.item
    where x.vendor = ${vendor} and x.patient = ${patient} ${before(sql`x.at`, sql`'sent ' || x.item`)}
    order by x.at desc, x.item desc limit ${TIMELINE_PAGE + 1}`;
  return rows.map(({ at, key, id, kind, code, triage, summary, resolved_at, dismissed }) => ({
    ...{ at, key },
    event: {
      ...{ id, code, triage, at: iso(at) },
      what: kind === 'case' ? 'form' : 'alert',
      title: readSummary(summary).formTitle,
      resolvedAt: resolved_at === null || dismissed ? null : iso(resolved_at),
    },
  }));
}

async function readAccount(sql: Sql, { vendor, patient, before }: Wanted): Promise<readonly Found[]> {
  const rows = await sql<{ at: string; key: string; no: number; action: string }[]>`
    select e.at::text as at, 'trail ' || lpad(e.no::text, 10, '0') as key, e.no, e.action from audit_events e
    where e.vendor = ${vendor} and e.subject = ${patient} and e.action = any(${[...accountEvents]}::text[])
      ${before(sql`e.at`, sql`'trail ' || lpad(e.no::text, 10, '0')`)}
    order by e.at desc, key desc limit ${TIMELINE_PAGE + 1}`;
  return rows.map(({ at, key, no, action }) => ({
    ...{ at, key },
    event: { what: 'account', at: iso(at), id: String(no), action },
  }));
}

/** As much of an edit as is told. */
const changeSchema = z.looseObject({
  does: z.enum(['state', 'confirm', 'keep']),
  record: z.string().optional(),
  group: z.string().optional(),
});

async function readHealth(sql: Sql, { vendor, patient, before }: Wanted): Promise<readonly Found[]> {
  const rows = await sql<{ at: string; key: string; id: string; change: string; outcome: string }[]>`
    select e.at::text as at, 'health ' || e.op_id as key, e.op_id as id, e.change, e.outcome from health_edits e
    where e.vendor = ${vendor} and e.person = ${patient} and e.outcome <> 'refused' ${before(sql`e.at`, sql`'health ' || e.op_id`)}
    order by e.at desc, e.op_id desc limit ${TIMELINE_PAGE + 1}`;
  return rows.map(({ at, key, id, change, outcome }) => {
    const read = changeSchema.safeParse(JSON.parse(change)).data;
    const about = read?.record ?? read?.group ?? '';
    return { at, key, event: { what: 'health', at: iso(at), id, about, does: read?.does, outcome } };
  });
}

export async function readTimeline(
  sql: Sql,
  vendor: string,
  patient: string,
  cursor: string | undefined,
): Promise<TimelineResponse> {
  const position = decodeCursor(cursorSchema, cursor);
  const wanted: Wanted = {
    ...{ vendor, patient },
    before: (at, key) =>
      position
        ? sql`and ${at} <= ${position[0]}::timestamptz and (${at} < ${position[0]}::timestamptz or (${key}) collate "C" < ${position[1]})`
        : sql``,
  };
  const found = (
    await Promise.all([readSent(sql, wanted), readAccount(sql, wanted), readHealth(sql, wanted)])
  )
    .flat()
    .toSorted((one, other) =>
      one.at === other.at ? (one.key < other.key ? 1 : -1) : one.at < other.at ? 1 : -1,
    );
  const shown = found.slice(0, TIMELINE_PAGE);
  const last = found.length > TIMELINE_PAGE ? shown.at(-1) : undefined;
  return {
    // What this version can't read any more is left out.
    events: shown.flatMap(({ event }): TimelineEvent[] => {
      const read = timelineEventSchema.safeParse(event);
      return read.success ? [read.data] : [];
    }),
    cursor: last ? encodeCursor([last.at, last.key, (position?.[2] ?? 1) + 1]) : null,
  };
}

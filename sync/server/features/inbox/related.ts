/** What belongs to rows of the inbox: the case and the open alerts of a session, and what a flood has in it. */
import { type Flood, MAX_FLOOD_COUNT } from '../../../protocol/api/inbox.ts';
import type { Sql } from '../../base/database/database.ts';
import type { ListedRow } from './inbox-row.ts';
import { floodOfKnown, floodScope, isBlockedFlood } from './standing/standing.ts';

export interface SessionFacts {
  /** The newest case. */
  readonly caseId: string | null;
  readonly caseCode: string | null;
  readonly openAlerts: number;
}

export interface Related {
  sessionOf(row: Pick<ListedRow, 'device' | 'session'>): SessionFacts | undefined;
  /** Of a row that represents one. */
  floodOf(row: Pick<ListedRow, 'flood' | 'list_rank'>): Flood | undefined;
}

interface SessionRow {
  device: string;
  session: string;
  case_id: string | null;
  case_code: string | null;
  open_alerts: number;
}

/** In a list, names are counted among so many: a page of floods would read half a million summaries. */
const MAX_LISTED_NAMES = 1_000;

/** Of its open items, or of all where none is open. @param maxNames items whose names are counted. */
export async function readFlood(
  sql: Sql,
  vendor: string,
  key: string,
  maxNames = MAX_FLOOD_COUNT,
): Promise<{ readonly flood: Flood; readonly open: boolean }> {
  const count = async (part: 'open' | 'all') => {
    const [row] = await sql<
      [
        {
          alerts: number;
          cases: number;
          devices: number;
          names: number;
          first: Date | null;
          last: Date | null;
        },
      ]
    >`
      with of_flood as materialized (
        select kind, device, summary, received_at from inbox_items i
        where i.vendor = ${vendor} and i.flood = ${key} ${part === 'open' ? sql`and i.resolved_at is null` : sql``}
        limit ${MAX_FLOOD_COUNT}
      )
      select count(*) filter (where kind = 'alert')::int as alerts, count(*) filter (where kind = 'case')::int as cases,
        count(distinct device)::int as devices, min(received_at) as first, max(received_at) as last,
        (select count(distinct summary::jsonb ->> 'patientName')::int
          from (select summary from of_flood limit ${maxNames}) named) as names
      from of_flood`;
    return row;
  };
  const waiting = await count('open');
  const open = waiting.devices > 0;
  const { alerts, cases, devices, names, first, last } = open ? waiting : await count('all');
  const [blocked] = isBlockedFlood(key)
    ? [true]
    : await sql`select 1 from blocked_devices where vendor = ${vendor} and flood = ${key} limit 1`;
  return {
    flood: {
      scope: floodScope(key),
      known: floodOfKnown(key),
      alerts,
      cases,
      devices,
      names,
      ...(first && last
        ? { firstAt: new Date(first).toISOString(), lastAt: new Date(last).toISOString() }
        : {}),
      blocked: blocked !== undefined,
    },
    open,
  };
}

const nameOf = (device: string, session: string) => `${device} ${session}`;

export function createRelated(sql: Sql) {
  async function readSessions(
    vendor: string,
    rows: readonly ListedRow[],
  ): Promise<ReadonlyMap<string, SessionFacts>> {
    const named = rows.filter((row) => row.session !== null);
    if (named.length === 0) return new Map();
    const found = await sql<SessionRow[]>`
      select i.device, i.session, (array_agg(i.id order by i.received_at desc, i.id desc) filter (where i.kind = 'case'))[1] as case_id,
        (array_agg(i.code order by i.received_at desc, i.id desc) filter (where i.kind = 'case'))[1] as case_code,
        count(*) filter (where i.kind = 'alert' and i.resolved_at is null)::int as open_alerts
      from (
        select distinct * from unnest(${named.map(({ device }) => device)}::text[], ${named.map(({ session }) => session)}::uuid[])
          as u (device, session)
      ) n
      join inbox_items i on i.vendor = ${vendor} and i.session = n.session and i.device = n.device
      group by i.device, i.session`;
    return new Map(
      found.map((one) => [
        nameOf(one.device, one.session),
        { caseId: one.case_id, caseCode: one.case_code, openAlerts: one.open_alerts },
      ]),
    );
  }

  return async (vendor: string, rows: readonly ListedRow[]): Promise<Related> => {
    const keys = [
      ...new Set(
        rows.flatMap(({ flood, list_rank }) => (flood !== null && list_rank !== null ? [flood] : [])),
      ),
    ];
    const [sessions, floods] = await Promise.all([
      readSessions(vendor, rows),
      Promise.all(
        keys.map(async (key) => [key, (await readFlood(sql, vendor, key, MAX_LISTED_NAMES)).flood] as const),
      ),
    ]);
    const byKey = new Map(floods);
    return {
      sessionOf: ({ device, session }) =>
        session === null ? undefined : sessions.get(nameOf(device, session)),
      floodOf: ({ flood, list_rank }) =>
        flood === null || list_rank === null ? undefined : byKey.get(flood),
    };
  };
}

/** A flood as staff see it, and what they decide about it: dismissed with one note, its devices blocked, and a block lifted. */

import { z } from 'zod';
import type { FloodDetail } from '../../../protocol/api/floods.ts';
import { decodeCursor, encodeCursor } from '../../base/cursor.ts';
import type { Sql } from '../../base/database/database.ts';
import { storedInstantSchema } from '../../base/database/stored-instant.ts';
import { recordAudit } from '../../core/audit/audit-log.ts';
import { orderFeed } from '../../core/ingest/feed-order.ts';
import type { PublishWithin } from '../../core/records/publishing.ts';
import type { SignedInStaff } from '../../http/access/access.ts';
import type { Decisions } from './decisions.ts';
import { type Inbox, PAGE_SIZE } from './inbox.ts';
import { type ListedRow, listedColumns } from './inbox-row.ts';
import { settleFloods, settleSessions } from './inbox-rows.ts';
import { readFlood } from './related.ts';
import { baseFlood, blockedFlood, floodScope } from './standing/standing.ts';

export interface Floods {
  /** @param id of any item in it. */
  read(
    vendor: string,
    id: string,
    cursor: string | undefined,
    actor: string,
  ): Promise<FloodDetail | undefined>;
  /**
   * Takes what is open of it out of the list, up to where its page had read, and blocks the device of a device's flood. Of a network's or the vendor's
   * nobody is blocked: their devices were within their own quotas, and a patient may be among them. Kiosks are never blocked. No device is told
   * anything: nobody has read what it sent. What one of the staff has in hand, or has decided and may undo, stays theirs, with its
   * alerts, and is in the list by itself from then on.
   * @param seenTo as `read` said.
   * @returns what is left of it; undefined where there is no such flood.
   */
  dismiss(
    staff: SignedInStaff,
    id: string,
    { note, seenTo }: { readonly note: string; readonly seenTo: string },
    from: string,
  ): Promise<FloodDetail | undefined>;
  /** What its devices send is listed like anybody's again. @returns whether there is such a flood. */
  lift(staff: SignedInStaff, id: string, from: string): Promise<boolean>;
}

const cursorSchema = z.tuple([storedInstantSchema, z.uuid(), z.number().int()]);

export interface FloodsDependencies {
  readonly sql: Sql;
  readonly now: () => Date;
  readonly publishWithin: PublishWithin;
  readonly inbox: Pick<Inbox, 'describe'>;
  readonly decisions: Pick<Decisions, 'dismissed'>;
}

export function createFloods({ sql, now, publishWithin, inbox, decisions }: FloodsDependencies): Floods {
  const columns = listedColumns(sql);

  async function keyOf(query: Sql | Parameters<typeof recordAudit>[0], vendor: string, id: string) {
    const [row] = await query<[{ flood: string | null }?]>`
      select flood from inbox_items where vendor = ${vendor} and id = ${id}`;
    return row?.flood ?? undefined;
  }

  /** Numbers are given and become visible in one order (`orderFeed`); an item that arrived earlier may well be judged, and shown, later. */
  async function lastJudged(vendor: string, key: string): Promise<string> {
    const [row] = await sql<[{ last: string }]>`
      select coalesce(max(l.judged_seq), 0)::text as last
      from inbox_items i join op_ledger l on l.vendor = i.vendor and l.op_id = i.id
      where i.vendor = ${vendor} and i.flood = ${key} and i.resolved_at is null`;
    return row.last;
  }

  async function describe(vendor: string, key: string, cursor: string | undefined, actor: string) {
    // Before the rest: what comes meanwhile is shown or not, and stays open.
    const seenTo = await lastJudged(vendor, key);
    const { flood, open } = await readFlood(sql, vendor, key);
    const after = decodeCursor(cursorSchema, cursor);
    const rows = await sql<ListedRow[]>`
        select ${columns} from inbox_items i
        where i.vendor = ${vendor} and i.flood = ${key} ${open ? sql`and i.resolved_at is null` : sql``}
          ${after ? sql`and (i.received_at, i.id) > (${after[0]}::timestamptz, ${after[1]}::uuid)` : sql``}
        order by i.received_at, i.id limit ${PAGE_SIZE + 1}`;
    const shown = rows.slice(0, PAGE_SIZE);
    const last = rows.length > PAGE_SIZE ? shown.at(-1) : undefined;
    // Each by itself: the whole is what this is.
    const { rows: items, unshown } = await inbox.describe(
      vendor,
      shown.map((row) => ({ ...row, list_rank: null })),
      actor,
    );
    const [noted] = await sql<[{ note: string | null }?]>`
        select note from inbox_floods where vendor = ${vendor} and key = any(${[key, baseFlood(key)]}::text[]) and note is not null
        order by key = ${key} desc limit 1`;
    return {
      ...{ flood, open, items },
      note: noted?.note ?? null,
      ...(unshown.length > 0 ? { unshown } : {}),
      cursor: last ? encodeCursor([last.received_position, last.id, 1]) : null,
      seenTo,
      serverTime: now().toISOString(),
    };
  }

  return {
    async read(vendor, id, cursor, actor) {
      const key = await keyOf(sql, vendor, id);
      return key === undefined ? undefined : describe(vendor, key, cursor, actor);
    },

    async dismiss({ vendor, email, name }, id, { note, seenTo }, from) {
      const dismissed = await publishWithin(async (transaction, publish) => {
        await orderFeed(transaction);
        const key = await keyOf(transaction, vendor, id);
        if (key === undefined) return undefined;
        const at = now();
        const shown = transaction`
          i.vendor = ${vendor} and i.flood = ${key} and i.resolved_at is null and exists (
            select 1 from op_ledger l where l.vendor = i.vendor and l.op_id = i.id and l.judged_seq <= ${seenTo}::bigint)`;
        const blocked = await transaction`
          insert into blocked_devices (vendor, device, blocked_at, blocked_by, flood)
          select distinct i.vendor, i.device, ${at.toISOString()}::timestamptz, ${name}, ${baseFlood(key)}
          from inbox_items i
          where ${shown} and ${floodScope(key) === 'device'}
            and not exists (select 1 from kiosks k where k.vendor = i.vendor and k.device = i.device and k.revoked_at is null)
          on conflict do nothing returning device`;
        const dismissed = await transaction<{ id: string; kind: 'case' | 'alert' }[]>`
          update inbox_items i set resolved_at = ${at.toISOString()}, resolved_by = ${name}, dismissed = true
          where ${shown} and not exists (
            select 1 from inbox_items h
            where h.vendor = i.vendor and h.resolved_at is null and (h.pending_until is not null or h.care_state <> 'waiting' or h.assignee is not null)
              and (h.id = i.id or (h.kind = 'case' and h.device = i.device and h.session = i.session)))
          returning i.id, i.kind`;
        const inHand = await transaction<{ vendor: string; device: string; session: string }[]>`
          update inbox_items i set flood = null, list_rank = null where ${shown} returning i.vendor, i.device, i.session`;
        const cases = dismissed.filter(({ kind }) => kind === 'case');
        await decisions.dismissed(transaction, publish, { vendor, ids: cases.map((one) => one.id) });
        // What has come since stands in the list by itself now.
        await settleFloods(transaction, [{ vendor, key }]);
        await settleSessions(transaction, inHand);
        await transaction`
          update inbox_floods set note = ${note} where vendor = ${vendor} and key = ${key}`;
        const event = { vendor, actor: email, subject: id, from };
        await recordAudit(transaction, { ...event, action: 'flood-dismissed' }, at);
        if (blocked.length > 0)
          await recordAudit(
            transaction,
            { ...event, action: 'device-blocked', detail: `devices=${blocked.length}` },
            at,
          );
        return key;
      });
      return dismissed === undefined ? undefined : describe(vendor, dismissed, undefined, email);
    },

    lift: ({ vendor, email }, id, from) =>
      sql.begin(async (transaction) => {
        await orderFeed(transaction);
        const key = await keyOf(transaction, vendor, id);
        if (key === undefined) return false;
        const base = baseFlood(key);
        const lifted = await transaction`
          delete from blocked_devices where vendor = ${vendor} and flood = ${base} returning device`;
        // What they have sent meanwhile is one row again, above the forms where alerts are in it.
        await transaction`
          update inbox_items set flood = ${base}, list_rank = null
          where vendor = ${vendor} and flood = ${blockedFlood(base)} and resolved_at is null`;
        await settleFloods(transaction, [{ vendor, key: base }]);
        if (lifted.length > 0)
          await recordAudit(
            transaction,
            {
              vendor,
              action: 'devices-unblocked',
              actor: email,
              subject: id,
              from,
              detail: `devices=${lifted.length}`,
            },
            now(),
          );
        return true;
      }),
  };
}

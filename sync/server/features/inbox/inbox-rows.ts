/**
 * Which items the inbox lists, and where. One row represents all that belongs together:
 * - a case, with the open alerts of its session: it ranks as they do until they are resolved;
 * - the first of a session's alerts while no open case of it is there;
 * - a flood, by the first of its open items.
 * Everything else has no `list_rank`. To be called after `orderFeed`, in the transaction that changes the items.
 */
import type { ConsultationState } from '../../../domain/care/consultation.ts';
import type { Transaction } from '../../base/database/database.ts';
import type { InboxDraft } from './operations.ts';
import { deviceFlood, isBlockedFlood, type Trust } from './standing/standing.ts';

/**
 * The order of the list. A stranger's alert stands above everything that is none; so does a flood that has one in it, even of blocked devices: nobody
 * has looked at what they have sent since.
 */
export const LIST_RANK = {
  reviewedAlert: 0,
  knownAlert: 1,
  alert: 2,
  alertFlood: 3,
  red: 4,
  amber: 5,
  other: 6,
  caseFlood: 7,
  blocked: 8,
} as const;

export interface SessionName {
  readonly vendor: string;
  readonly device: string;
  readonly session: string;
}
export interface FloodName {
  readonly vendor: string;
  readonly key: string;
}

/** Of an item by itself. @param trust as `standing.ts` finds it. */
export function ownListRank({ kind, triage }: Pick<InboxDraft, 'kind' | 'triage'>, trust: Trust): number {
  if (kind === 'alert')
    return { reviewed: LIST_RANK.reviewedAlert, known: LIST_RANK.knownAlert, new: LIST_RANK.alert }[trust];
  return { red: LIST_RANK.red, amber: LIST_RANK.amber, routine: LIST_RANK.other }[triage];
}

function distinct<Name extends object>(names: readonly Name[]): readonly Name[] {
  return [...new Map(names.map((name) => [JSON.stringify(name), name])).values()];
}

/** Places the items of these sessions again. */
export async function settleSessions(sql: Transaction, names: readonly SessionName[]): Promise<void> {
  const all = distinct(names.map(({ vendor, device, session }) => ({ vendor, device, session })));
  if (all.length === 0) return;
  await sql`
    with item as (
      select i.vendor, i.id, i.device, i.session, i.kind, i.resolved_at is null as open, i.due_at,
        case
          when i.kind = 'alert' and (
            exists (select 1 from reviewed_devices r where r.vendor = i.vendor and r.device = i.device)
            or exists (select 1 from kiosks k where k.vendor = i.vendor and k.device = i.device and k.revoked_at is null)
          ) then ${LIST_RANK.reviewedAlert}::int
          when i.kind = 'alert' then case when i.known then ${LIST_RANK.knownAlert}::int else ${LIST_RANK.alert}::int end
          when i.triage = 'red' then ${LIST_RANK.red}::int
          when i.triage = 'amber' then ${LIST_RANK.amber}::int else ${LIST_RANK.other}::int end as own_rank,
        row_number() over (partition by i.vendor, i.device, i.session, i.kind, i.resolved_at is null
          order by i.received_at, i.id) as first,
        row_number() over (partition by i.vendor, i.device, i.session, i.kind, i.resolved_at is null
          order by i.received_at desc, i.id desc) as last
      from unnest(${all.map(({ vendor }) => vendor)}::text[], ${all.map(({ device }) => device)}::text[],
        ${all.map(({ session }) => session)}::uuid[]) as n (vendor, device, session)
      join inbox_items i on i.vendor = n.vendor and i.session = n.session and i.device = n.device and i.flood is null
    ), whole as (
      select vendor, device, session, bool_or(kind = 'case') as has_case, bool_or(kind = 'case' and open) as has_open_case,
        min(own_rank) filter (where kind = 'alert' and open) as alert_rank,
        min(due_at) filter (where kind = 'alert' and open) as alert_due
      from item group by vendor, device, session
    ), placed as (
      select i.vendor, i.id,
        case
          when i.kind = 'case' and i.open and i.last = 1 then coalesce(w.alert_rank, i.own_rank)
          when i.kind = 'case' then i.own_rank
          when i.open and not w.has_open_case and i.first = 1 then w.alert_rank
          when not i.open and not w.has_case and w.alert_rank is null and i.last = 1 then i.own_rank
        end as list_rank,
        case when i.kind = 'case' and i.open and i.last = 1 then coalesce(w.alert_due, i.due_at)
          when i.kind = 'alert' and i.open then w.alert_due else i.due_at end as list_due
      from item i join whole w on w.vendor = i.vendor and w.device = i.device and w.session = i.session
    )
    update inbox_items i set list_rank = p.list_rank, list_due = p.list_due
    from placed p
    where i.vendor = p.vendor and i.id = p.id and (i.list_rank, i.list_due) is distinct from (p.list_rank::smallint, p.list_due)`;
}

/**
 * Takes what a flooding device has sent before into its row, save alerts that a case stands for.
 */
export async function gatherFlood(sql: Transaction, vendor: string, device: string): Promise<void> {
  await sql`
    update inbox_items i set flood = ${deviceFlood(device)}, list_rank = null
    where i.vendor = ${vendor} and i.device = ${device} and i.resolved_at is null and i.kind = 'alert' and i.flood is null
      and i.pending_until is null and not exists (
        select 1 from inbox_items c where c.vendor = i.vendor and c.session = i.session and c.device = i.device
          and c.kind = 'case' and c.resolved_at is null
      )`;
}

async function settleFlood(sql: Transaction, { vendor, key }: FloodName): Promise<void> {
  const [led] = await sql<[{ lead: string }?]>`
    select f.lead from inbox_floods f join inbox_items i on i.vendor = f.vendor and i.id = f.lead
    where f.vendor = ${vendor} and f.key = ${key} and i.flood = f.key and i.resolved_at is null`;
  const [first] = led
    ? [{ id: led.lead }]
    : await sql<[{ id: string }?]>`
        select id from inbox_items where vendor = ${vendor} and flood = ${key} and resolved_at is null
        order by received_at, id limit 1`;
  // All of it is resolved: the last that stood for it does so among what is done.
  if (!first) return;
  if (!led) {
    await sql`
      update inbox_items set list_rank = null
      where vendor = ${vendor} and id = (select lead from inbox_floods where vendor = ${vendor} and key = ${key})`;
    await sql`
      insert into inbox_floods (vendor, key, began_at, lead) values (${vendor}, ${key}, now(), ${first.id})
      on conflict (vendor, key) do update set lead = excluded.lead`;
  }
  await sql`
    update inbox_items i set list_due = i.due_at, list_rank = case
      when exists (select 1 from inbox_items a where a.vendor = ${vendor} and a.flood = ${key} and a.kind = 'alert' and a.resolved_at is null)
        then ${LIST_RANK.alertFlood}::int
      when ${isBlockedFlood(key)} then ${LIST_RANK.blocked}::int
      else ${LIST_RANK.caseFlood}::int end
    where i.vendor = ${vendor} and i.id = ${first.id}`;
}

/** Has each of these floods stand in the list by one of its open items, where it has any. */
export async function settleFloods(sql: Transaction, names: readonly FloodName[]): Promise<void> {
  for (const name of distinct(names.map(({ vendor, key }) => ({ vendor, key }))))
    await settleFlood(sql, name);
}

/** What the list shows and is narrowed by, of a case's consultation. */
export interface CaseMark {
  readonly vendor: string;
  readonly id: string;
  readonly state: ConsultationState;
  /** Who of the staff has it. */
  readonly assignee: { readonly email: string; readonly name: string } | null;
}

export async function markCase(
  transaction: Transaction,
  { vendor, id, state, assignee }: CaseMark,
): Promise<void> {
  await transaction`
    update inbox_items set care_state = ${state}, assignee = ${assignee?.email ?? null}, assignee_name = ${assignee?.name ?? null}
    where vendor = ${vendor} and id = ${id} and kind = 'case'`;
}

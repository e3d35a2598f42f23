/** An item that staff decide about: read and locked, resolved, and placed in the list again. */
import type { Sql, Transaction } from '../../base/database/database.ts';
import { settleFloods, settleSessions } from './inbox-rows.ts';

const MAX_NAMED_ALERTS = 20;

export interface ItemRow {
  vendor: string;
  id: string;
  kind: 'case' | 'alert';
  device: string;
  session: string | null;
  flood: string | null;
  resolved_at: string | null;
  pending_at: string | null;
  pending_by: string | null;
  pending_actor: string | null;
  pending_note: string | null;
  held: boolean;
  is_due: boolean;
}

/**
 * Alerts that keep a case of this session open, by the one reference of the session where their form is there.
 * @param isFinal those that are being acknowledged, too.
 */
export function openAlertsOf(
  sql: Sql | Transaction,
  { vendor, session }: { readonly vendor: string; readonly session: string | null },
  isFinal: boolean,
) {
  return sql<{ id: string; code: string }[]>`
    select a.id, coalesce((
        select c.code from inbox_items c
        where c.vendor = a.vendor and c.session = a.session and c.device = a.device and c.kind = 'case'
        order by c.received_at desc, c.id desc limit 1
      ), a.code) as code
    from inbox_items a
    where a.vendor = ${vendor} and a.session = ${session}::uuid and a.kind = 'alert' and a.resolved_at is null
      and (${isFinal} or a.pending_until is null)
    order by a.received_at, a.id limit ${MAX_NAMED_ALERTS}`;
}

export async function readItem(
  transaction: Transaction,
  vendor: string,
  id: string,
): Promise<ItemRow | undefined> {
  const [row] = await transaction<[ItemRow?]>`
    select vendor, id, kind, device, session, flood, resolved_at, pending_at, pending_by, pending_actor, pending_note, held,
      coalesce(pending_until <= clock_timestamp(), false) as is_due
    from inbox_items where vendor = ${vendor} and id = ${id} for update`;
  return row;
}

export const notPending = (transaction: Transaction) => transaction`
  pending_at = null, pending_until = null, pending_by = null, pending_actor = null, pending_note = null`;

async function insertFeed(
  transaction: Transaction,
  { vendor, device, id }: Pick<ItemRow, 'vendor' | 'device' | 'id'>,
  data: Readonly<Record<string, string>>,
): Promise<void> {
  await transaction`
    insert into feed (vendor, device, seq, type, id, data)
    values (${vendor}, ${device}, nextval('operation_seq'), 'operation', ${id}, ${JSON.stringify(data)})`;
}

/** Resolves an item, and tells its device. */
export async function resolve(
  transaction: Transaction,
  { vendor, id, kind, device }: Pick<ItemRow, 'vendor' | 'id' | 'kind' | 'device'>,
  at: string,
): Promise<void> {
  await transaction`
    update inbox_items set resolved_at = ${at}, resolved_by = pending_by, note = pending_note, ${notPending(transaction)}
    where vendor = ${vendor} and id = ${id}`;
  // What nobody could read says nothing of its device.
  if (kind === 'case')
    await transaction`
      insert into reviewed_devices (vendor, device, reviewed_at)
      select vendor, device, ${at} from inbox_items where vendor = ${vendor} and id = ${id} and not held
      on conflict do nothing`;
  await insertFeed(
    transaction,
    { vendor, device, id },
    kind === 'case' ? { reviewedAt: at } : { acknowledgedAt: at },
  );
}

const rowsOf = (items: readonly ItemRow[]) => ({
  sessions: items.flatMap(({ vendor, device, session }) =>
    session === null ? [] : [{ vendor, device, session }],
  ),
  floods: items.flatMap(({ vendor, flood }) => (flood === null ? [] : [{ vendor, key: flood }])),
});

export async function settle(transaction: Transaction, items: readonly ItemRow[]): Promise<void> {
  const { sessions, floods } = rowsOf(items);
  await settleSessions(transaction, sessions);
  await settleFloods(transaction, floods);
}

/** Writes the items of a batch: each with its place in the list, what it is found by, and the rows that stand for it. */
import type { Transaction } from '../../base/database/database.ts';
import type { ApplyBatch, Decided } from '../../core/judging/verdict.ts';
import { type CaseRecords, noCaseRecords } from './case-records.ts';
import { gatherFlood, ownListRank, settleFloods, settleSessions } from './inbox-rows.ts';
import { type InboxDraft, inboxItem } from './operations.ts';
import { storeSearchTerms } from './search/search-index.ts';
import { INBOX_QUOTAS, type InboxQuotas } from './standing/quotas.ts';
import { deviceFlood, type NewItem, type Placed, placeItems } from './standing/standing.ts';

interface Item extends Decided {
  readonly item: InboxDraft;
}

const keyOf = ({ operation: { vendor, opId } }: Decided) => `${vendor} ${opId}`;

function newItemOf({ operation, verdict, item, network, isImported }: Item): NewItem {
  const { vendor, opId, device, receivedAt, envelope } = operation;
  return {
    ...{ vendor, opId, device, receivedAt, network, isImported },
    kind: item.kind,
    isApplied: item.kind === 'case' && verdict.outcome === 'applied',
    bytes: envelope.length,
  };
}

async function insertItems(
  sql: Transaction,
  items: readonly Item[],
  standings: Placed['standings'],
): Promise<void> {
  const column = <Value>(read: (one: Item) => Value) => items.map(read);
  const standingOf = (one: Item) => standings.get(keyOf(one)) ?? { trust: 'new' as const, flood: null };
  await sql`
    insert into inbox_items (vendor, id, kind, device, session, code, triage, held, late, received_at, due_at, summary, judgement,
      known, flood, list_rank, list_due, form)
    select vendor, id, kind, device, session, code, triage, held::boolean, late::boolean, received_at::timestamptz,
      due_at::timestamptz, summary, judgement, known::boolean, flood, list_rank, due_at::timestamptz, form
    from unnest(
      ${column(({ operation }) => operation.vendor)}::text[],
      ${column(({ operation }) => operation.opId)}::uuid[],
      ${column(({ item }) => item.kind)}::text[],
      ${column(({ operation }) => operation.device)}::text[],
      ${column(({ item }) => item.session)}::uuid[],
      ${column(({ operation }) => operation.code)}::text[],
      ${column(({ item }) => item.triage)}::text[],
      ${column(({ verdict }) => String(verdict.outcome === 'held'))}::text[],
      ${column(({ item }) => String(item.late))}::text[],
      ${column(({ operation }) => operation.receivedAt.toISOString())}::text[],
      ${column(({ item }) => item.dueAt)}::text[],
      ${column(({ item }) => JSON.stringify(item.summary))}::text[],
      ${column(({ item }) => JSON.stringify(item.judgement))}::text[],
      ${column((one) => String(standingOf(one).trust !== 'new'))}::text[],
      ${column((one) => standingOf(one).flood)}::text[],
      ${column((one) => {
        const { trust, flood } = standingOf(one);
        return flood === null ? ownListRank(one.item, trust) : null;
      })}::smallint[],
      ${column(({ item }) => item.form ?? null)}::text[]
    ) as r (vendor, id, kind, device, session, code, triage, held, late, received_at, due_at, summary, judgement, known, flood,
      list_rank, form)
    -- Judged again, since it can be read now: staff who handled it before haven't read it, and their decision doesn't hold.
    on conflict (vendor, id) do update set session = excluded.session, triage = excluded.triage,
      held = excluded.held, late = excluded.late, due_at = excluded.due_at, summary = excluded.summary, judgement = excluded.judgement, form = excluded.form,
      list_rank = case when inbox_items.flood is null then excluded.list_rank else inbox_items.list_rank end,
      list_due = case when inbox_items.flood is null then excluded.list_due else inbox_items.list_due end,
      resolved_at = null, dismissed = false, pending_at = null, pending_until = null, pending_by = null, pending_actor = null,
      pending_note = null`;
}

/** Each of them in the row that represents it now. */
async function settleRows(
  sql: Transaction,
  items: readonly Item[],
  { standings, flooding }: Placed,
): Promise<void> {
  for (const { vendor, device } of flooding) await gatherFlood(sql, vendor, device);
  await settleSessions(
    sql,
    items.flatMap(({ operation: { vendor, device }, item: { session } }) =>
      session === null ? [] : [{ vendor, device, session }],
    ),
  );
  await settleFloods(sql, [
    ...flooding.map(({ vendor, device }) => ({ vendor, key: deviceFlood(device) })),
    ...items.flatMap((one) => {
      const key = standings.get(keyOf(one))?.flood;
      return key ? [{ vendor: one.operation.vendor, key }] : [];
    }),
  ]);
}

/** They were held for want of their key before, and there is nothing in them for staff to read. */
async function withdrawItems(
  sql: Transaction,
  decided: readonly Decided[],
  at: Date,
): Promise<readonly { readonly vendor: string; readonly id: string }[]> {
  if (decided.length === 0) return [];
  return sql<{ vendor: string; id: string }[]>`
    update inbox_items i set held = false, resolved_at = ${at.toISOString()}, pending_at = null, pending_until = null,
      pending_by = null, pending_actor = null, pending_note = null
    from unnest(${decided.map(({ operation }) => operation.vendor)}::text[],
      ${decided.map(({ operation }) => operation.opId)}::uuid[]) as n (vendor, id)
    where i.vendor = n.vendor and i.id = n.id
    returning i.vendor, i.id`;
}

export function createItemStore(
  quotasOf: (vendor: string) => InboxQuotas = () => INBOX_QUOTAS,
  records: CaseRecords = noCaseRecords,
): ApplyBatch {
  return async (sql, decided, { at, publish }) => {
    const items = decided.flatMap((one): Item[] => {
      const item = inboxItem.in(one.verdict);
      return item ? [{ ...one, item }] : [];
    });
    const withdrawn = await withdrawItems(
      sql,
      decided.filter(({ verdict }) => !inboxItem.in(verdict)),
      at,
    );
    if (withdrawn.length > 0) await records.withdraw(sql, publish, withdrawn);
    if (items.length === 0) return;
    const placed = await placeItems(sql, items.map(newItemOf), quotasOf);
    await insertItems(sql, items, placed.standings);
    await settleRows(sql, items, placed);
    await storeSearchTerms(
      sql,
      items.map(({ operation: { vendor, opId, code }, item: { summary } }) => ({
        ...{ vendor, id: opId, code, summary },
      })),
    );
    await records.publishJudged(sql, publish, items);
  };
}

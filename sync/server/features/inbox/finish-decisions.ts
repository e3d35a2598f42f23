/** How what can't be undone any more is made final: by whichever process gets to it first, each item in one transaction with all that follows from it. */
import type { Sql, Transaction } from '../../base/database/database.ts';
import type { Logger } from '../../base/process/log.ts';
import { recordAudit } from '../../core/audit/audit-log.ts';
import { orderFeed } from '../../core/ingest/feed-order.ts';
import type { Publish, PublishWithin } from '../../core/records/publishing.ts';
import type { CaseRecords } from './case-records.ts';
import { type ItemRow, notPending, openAlertsOf, resolve, settle } from './decided-items.ts';

export interface CaseName {
  readonly vendor: string;
  readonly id: string;
}

/** One feature that decides more about a case than that it was read. */
export interface DecisionFollower {
  /**
   * A case's decision is final: within the transaction that makes it so.
   * @returns `open` where the case stays in the inbox: it is waited for.
   */
  finalized(
    transaction: Transaction,
    publish: Publish,
    decided: CaseName & { readonly at: Date; readonly actor: string | null; readonly by: string | null },
  ): Promise<'open' | 'closed'>;
  /** A case is only read. @throws ProblemError where that would end something that waits for a decision. */
  onlyRead(transaction: Transaction, name: CaseName): Promise<void>;
  /** Cases were dismissed with their flood: nobody has read them, or will. */
  dismissed(
    transaction: Transaction,
    publish: Publish,
    dismissed: { readonly vendor: string; readonly ids: readonly string[] },
  ): Promise<void>;
  /** What was pending about it is nothing any more. */
  dropped(transaction: Transaction, name: CaseName): Promise<void>;
}

export interface FinishDependencies {
  readonly sql: Sql;
  readonly now: () => Date;
  readonly publishWithin: PublishWithin;
  /** What patients see of the cases that are reviewed: only what is final, as with the device that sent them. */
  readonly records: Pick<CaseRecords, 'publishChanged'>;
  /** Tells a device that something of it is new. */
  readonly wake: (vendor: string, device: string) => void;
  readonly logger: Logger;
}

const BATCH = 100;

export function createFinishing({
  sql,
  now,
  publishWithin,
  records,
  wake,
  logger,
  follower,
}: FinishDependencies & {
  readonly follower: () => DecisionFollower | undefined;
}) {
  /** Takes a case's review back that isn't final: an alert is open again, or something new has come. */
  async function withdrawReview(transaction: Transaction, { vendor, id }: CaseName): Promise<void> {
    await transaction`
      update inbox_items set ${notPending(transaction)} where vendor = ${vendor} and id = ${id}`;
    await follower()?.dropped(transaction, { vendor, id });
    await recordAudit(transaction, { vendor, action: 'review-withdrawn', actor: null, subject: id }, now());
  }

  /** @returns whether its device has something new. */
  async function finishOne(transaction: Transaction, publish: Publish, item: ItemRow): Promise<boolean> {
    const { vendor, id, kind, pending_at, pending_actor, pending_by } = item;
    if (kind === 'case' && (await openAlertsOf(transaction, item, true)).length > 0) {
      await withdrawReview(transaction, item);
      return false;
    }
    const at = new Date(pending_at ?? now());
    const decided = { vendor, id, at, actor: pending_actor, by: pending_by };
    const outcome =
      kind === 'case' ? ((await follower()?.finalized(transaction, publish, decided)) ?? 'closed') : 'closed';
    if (outcome === 'open')
      await transaction`
        update inbox_items set resolved_at = null, resolved_by = null, ${notPending(transaction)}
        where vendor = ${vendor} and id = ${id}`;
    else await resolve(transaction, item, at.toISOString());
    return true;
  }

  /** @param only this one. @returns how many were due. */
  async function finishBatch(only?: CaseName): Promise<number> {
    const told: Pick<ItemRow, 'vendor' | 'id' | 'kind' | 'device'>[] = [];
    const count = await publishWithin(async (transaction, publish) => {
      await orderFeed(transaction);
      // Alerts before cases: a case is closed only where its alerts are.
      const due = await transaction<ItemRow[]>`
        select vendor, id, kind, device, session, flood, resolved_at, pending_at, pending_by, pending_actor, pending_note, held,
          true as is_due
        from inbox_items where pending_until <= clock_timestamp()
          ${only ? transaction`and vendor = ${only.vendor} and id = ${only.id}` : transaction``}
        order by kind, pending_until, id limit ${BATCH} for update`;
      for (const item of due) {
        if (await finishOne(transaction, publish, item)) told.push(item);
      }
      await settle(transaction, due);
      await records.publishChanged(
        transaction,
        publish,
        told.filter(({ kind }) => kind === 'case'),
      );
      return due.length;
    });
    for (const { vendor, device } of told) wake(vendor, device);
    return count;
  }

  /** One that can't be made final holds up no other, of whichever vendor. */
  async function finishEach(): Promise<void> {
    const due = await sql<CaseName[]>`
      select vendor, id from inbox_items where pending_until <= clock_timestamp() order by kind, pending_until, id`;
    for (const { vendor, id } of due)
      await finishBatch({ vendor, id }).catch((error: unknown) =>
        logger.error({ err: error, vendor, id }, 'DECISION_POSTPONED'),
      );
  }

  async function finish(): Promise<void> {
    // Without a lock first: mostly there is nothing.
    const [due] = await sql`select 1 from inbox_items where pending_until <= clock_timestamp() limit 1`;
    if (!due) return;
    try {
      for (let count = BATCH; count === BATCH; ) count = await finishBatch();
    } catch (error) {
      await finishEach();
      throw error;
    }
  }

  return { withdrawReview, finish };
}

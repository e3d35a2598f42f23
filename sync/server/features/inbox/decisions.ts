/**
 * What staff decide on a case or an alert. For some seconds a decision is pending: stored, seen by everybody, and undone by the person who made it. Then it is
 * made final, by whichever process gets to it first: only now the item is resolved and the device told, in one transaction. The database's
 * clock alone counts those seconds, so that processes whose clocks differ agree.
 */

import type { Sql, Transaction } from '../../base/database/database.ts';
import { ProblemError } from '../../base/problems.ts';
import type { Logger } from '../../base/process/log.ts';
import { recordAudit } from '../../core/audit/audit-log.ts';
import { orderFeed } from '../../core/ingest/feed-order.ts';
import type { Publish, PublishWithin } from '../../core/records/publishing.ts';
import type { SignedInStaff } from '../../http/access/access.ts';
import type { CaseRecords } from './case-records.ts';
import { settleFloods, settleSessions } from './inbox-rows.ts';

interface CaseName {
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
  /** What was pending about it is nothing any more. */
  dropped(transaction: Transaction, name: CaseName): Promise<void>;
}

export interface Decisions {
  /**
   * @param prepare of another feature's decision, stored with it. It may throw; a case that was only read before can still be decided.
   * @returns whether there is such a case. One that is reviewed already, or is being, stays as it is.
   * @throws ProblemError `ALERT_OPEN` where an alert of its session is, `DECISION_MADE` where a `prepare` comes too late.
   */
  review(
    staff: SignedInStaff,
    id: string,
    from: string,
    prepare?: (transaction: Transaction) => Promise<void>,
  ): Promise<boolean>;
  /** @returns whether there is such an alert. One that is acknowledged already, or is being, stays as it is. */
  acknowledge(staff: SignedInStaff, id: string, note: string, from: string): Promise<boolean>;
  /**
   * @returns whether there is such a case or alert.
   * @throws ProblemError `DECISION_NOT_YOURS`, or `UNDO_TOO_LATE` where it is final.
   */
  undo(staff: SignedInStaff, id: string, from: string): Promise<boolean>;
  /** There is one at most. */
  follow(follower: DecisionFollower): void;
  /** Closes a case that nobody has to look at any more, within a transaction that has called `orderFeed`. @returns its device. */
  close(
    transaction: Transaction,
    publish: Publish,
    closed: CaseName & { readonly at: Date },
  ): Promise<string | undefined>;
  /** Lists a closed case again: something new has come. */
  reopen(transaction: Transaction, publish: Publish, name: CaseName): Promise<void>;
  /** Makes final what can't be undone any more. Safe at any time, and in several processes at once. */
  finish(): Promise<void>;
  /** Finishes also what processes that have ended have left. */
  start(): void;
  stop(): Promise<void>;
}

export interface DecisionsDependencies {
  readonly sql: Sql;
  readonly now: () => Date;
  readonly publishWithin: PublishWithin;
  /** What patients see of the cases that are reviewed: only what is final, as with the device that sent them. */
  readonly records: Pick<CaseRecords, 'publishChanged'>;
  /** Tells a device that something of it is new. */
  readonly wake: (vendor: string, device: string) => void;
  readonly undoSecondsOf: (vendor: string) => number;
  readonly logger: Logger;
}

export const UNDO_SECONDS = 10;
const LOOK_MS = 2_000;
/** After the time has come by the database's clock. */
const SLACK_MS = 50;
const BATCH = 100;
const MAX_NAMED_ALERTS = 20;

interface ItemRow {
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

async function readItem(transaction: Transaction, vendor: string, id: string): Promise<ItemRow | undefined> {
  const [row] = await transaction<[ItemRow?]>`
    select vendor, id, kind, device, session, flood, resolved_at, pending_at, pending_by, pending_actor, pending_note, held,
      coalesce(pending_until <= clock_timestamp(), false) as is_due
    from inbox_items where vendor = ${vendor} and id = ${id} for update`;
  return row;
}

const notPending = (transaction: Transaction) => transaction`
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
async function resolve(
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

async function settle(transaction: Transaction, items: readonly ItemRow[]): Promise<void> {
  const { sessions, floods } = rowsOf(items);
  await settleSessions(transaction, sessions);
  await settleFloods(transaction, floods);
}

/** How what can't be undone any more is made final. */
function createFinishing({
  sql,
  now,
  publishWithin,
  records,
  wake,
  logger,
  follower,
}: Omit<DecisionsDependencies, 'undoSecondsOf'> & {
  readonly follower: () => DecisionFollower | undefined;
}) {
  /** Takes a case's review back that isn't final: an alert is open again. */
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

export function createDecisions({
  sql,
  now,
  publishWithin,
  records,
  wake,
  undoSecondsOf,
  logger,
}: DecisionsDependencies): Decisions {
  const timers = new Set<NodeJS.Timeout>();
  let follower: DecisionFollower | undefined;
  let running: Promise<unknown> = Promise.resolve();
  let isStopped = false;

  const { withdrawReview, finish } = createFinishing({
    ...{ sql, now, publishWithin, records, wake, logger },
    follower: () => follower,
  });

  async function decide(
    { vendor, email, name }: SignedInStaff,
    { id, kind, note, from }: { id: string; kind: 'case' | 'alert'; note: string | null; from: string },
    prepare?: (transaction: Transaction) => Promise<void>,
  ): Promise<boolean> {
    const undoMs = undoSecondsOf(vendor) * 1000;
    const isThere = await sql.begin(async (transaction) => {
      await orderFeed(transaction);
      const item = await readItem(transaction, vendor, id);
      if (item?.kind !== kind) return false;
      if (prepare && item.pending_at !== null) throw new ProblemError('DECISION_MADE');
      if (!prepare && (item.resolved_at !== null || item.pending_at !== null)) return true;
      if (kind === 'case') {
        const open = await openAlertsOf(transaction, item, false);
        if (open.length > 0)
          throw new ProblemError('ALERT_OPEN', {
            errors: open.map((alert) => ({ pointer: `/alerts/${alert.id}`, detail: alert.code })),
          });
      }
      if (prepare) await prepare(transaction);
      else {
        if (kind === 'case') await follower?.onlyRead(transaction, { vendor, id });
        await follower?.dropped(transaction, { vendor, id });
      }
      await transaction`
        update inbox_items set pending_at = ${now().toISOString()}, pending_by = ${name}, pending_actor = ${email},
          pending_note = ${note}, pending_until = clock_timestamp() + ${undoMs}::float8 * interval '1 millisecond'
        where vendor = ${vendor} and id = ${id}`;
      const action = kind === 'case' ? 'reviewed' : 'acknowledged';
      await recordAudit(transaction, { vendor, action, actor: email, subject: id, from }, now());
      return true;
    });
    if (isThere) await finishIn(undoMs);
    return isThere;
  }

  async function finishIn(ms: number): Promise<void> {
    if (ms === 0) return finish();
    if (isStopped) return;
    const timer = setTimeout(() => {
      timers.delete(timer);
      finishSafely();
    }, ms + SLACK_MS);
    timer.unref();
    timers.add(timer);
  }

  function finishSafely(): void {
    running = running
      .then(finish)
      .catch((error: unknown) => logger.error({ err: error }, 'DECISIONS_POSTPONED'));
  }

  async function undo({ vendor, email }: SignedInStaff, id: string, from: string): Promise<boolean> {
    return sql.begin(async (transaction) => {
      await orderFeed(transaction);
      const item = await readItem(transaction, vendor, id);
      if (!item) return false;
      if (item.pending_at === null && item.resolved_at === null) return true;
      if (item.pending_at === null || item.is_due) throw new ProblemError('UNDO_TOO_LATE');
      if (item.pending_actor !== email) throw new ProblemError('DECISION_NOT_YOURS');
      await transaction`
        update inbox_items set ${notPending(transaction)} where vendor = ${vendor} and id = ${id}`;
      if (item.kind === 'case') await follower?.dropped(transaction, { vendor, id });
      await recordAudit(transaction, { vendor, action: 'undone', actor: email, subject: id, from }, now());
      if (item.kind === 'alert') {
        const reviews = await transaction<{ id: string }[]>`
          select id from inbox_items where vendor = ${vendor} and session = ${item.session}::uuid and kind = 'case'
            and pending_until is not null`;
        for (const review of reviews) await withdrawReview(transaction, { vendor, id: review.id });
      }
      return true;
    });
  }

  return {
    review: (staff, id, from, prepare) => decide(staff, { id, kind: 'case', note: null, from }, prepare),
    acknowledge: (staff, id, note, from) => decide(staff, { id, kind: 'alert', note, from }),
    undo,
    follow(one) {
      follower = one;
    },
    async close(transaction, publish, { vendor, id, at }) {
      const item = await readItem(transaction, vendor, id);
      if (item?.kind !== 'case') return undefined;
      if (item.resolved_at === null) {
        await resolve(transaction, item, at.toISOString());
        await settle(transaction, [item]);
      }
      await records.publishChanged(transaction, publish, [{ vendor, id }]);
      return item.device;
    },
    async reopen(transaction, publish, { vendor, id }) {
      await transaction`
        update inbox_items set resolved_at = null, resolved_by = null, note = null, dismissed = false where vendor = ${vendor} and id = ${id} and kind = 'case'`;
      const item = await readItem(transaction, vendor, id);
      if (item) await settle(transaction, [item]);
      await records.publishChanged(transaction, publish, [{ vendor, id }]);
    },
    finish,
    start() {
      if (isStopped) return;
      const timer = setInterval(finishSafely, LOOK_MS);
      timer.unref();
      timers.add(timer);
      finishSafely();
    },
    async stop() {
      isStopped = true;
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
      await running;
    },
  };
}

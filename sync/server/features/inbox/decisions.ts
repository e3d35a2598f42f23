/**
 * What staff decide on a case or an alert. For some seconds a decision is pending: stored, seen by everybody, and undone by the person who made it. Then it is
 * made final, by whichever process gets to it first: only now the item is resolved and the device told, in one transaction. The database's
 * clock alone counts those seconds, so that processes whose clocks differ agree.
 */

import type { Transaction } from '../../base/database/database.ts';
import { ProblemError } from '../../base/problems.ts';
import { recordAudit } from '../../core/audit/audit-log.ts';
import { orderFeed } from '../../core/ingest/feed-order.ts';
import type { Publish } from '../../core/records/publishing.ts';
import type { SignedInStaff } from '../../http/access/access.ts';
import { notPending, openAlertsOf, readItem, resolve, settle } from './decided-items.ts';
import {
  type CaseName,
  createFinishing,
  type DecisionFollower,
  type FinishDependencies,
} from './finish-decisions.ts';

export interface Decisions extends Pick<DecisionFollower, 'dismissed'> {
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
  /** Lists a case again that is closed, or is being: something new has come, and what was decided without it isn't made final. */
  reopen(transaction: Transaction, publish: Publish, name: CaseName): Promise<void>;
  /** Makes final what can't be undone any more. Safe at any time, and in several processes at once. */
  finish(): Promise<void>;
  /** Finishes also what processes that have ended have left. */
  start(): void;
  stop(): Promise<void>;
}

export interface DecisionsDependencies extends FinishDependencies {
  readonly undoSecondsOf: (vendor: string) => number;
}

export const UNDO_SECONDS = 10;
const LOOK_MS = 2_000;
/** After the time has come by the database's clock. */
const SLACK_MS = 50;
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
    dismissed: async (...dismissed) => follower?.dismissed(...dismissed),
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
      const item = await readItem(transaction, vendor, id);
      if (item?.kind !== 'case') return;
      if (item.pending_at !== null) await withdrawReview(transaction, item);
      if (item.resolved_at === null) return;
      await transaction`
        update inbox_items set resolved_at = null, resolved_by = null, note = null, dismissed = false
        where vendor = ${vendor} and id = ${id}`;
      await settle(transaction, [item]);
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

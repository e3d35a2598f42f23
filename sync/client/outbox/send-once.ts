/** Operations that tell of something once, however often it is met: such as a safety rule that a patient's answers meet. */
import type { Submission } from '../../protocol/operations/operation.ts';
import { laneName } from '../../protocol/operations/registry.ts';
import { fromUtf8, utf8 } from '../base/bytes.ts';
import type { SealedBox } from '../base/sealed-box.ts';
import { ruleBinding } from '../keys/bindings.ts';
import type { Sealer, SubjectKeys } from '../keys/subject-keys.ts';
import type { OutboxRow } from '../store/rows.ts';
import type { Store } from '../store/store.ts';
import { type Enqueue, enqueueTables, type PreparedOperation, untilChained } from './enqueue.ts';

export interface SendOnceDependencies {
  readonly vendor: string;
  readonly store: Store;
  readonly keys: SubjectKeys;
  readonly enqueue: Enqueue;
}

export function createSendOnce({ vendor, store, keys, enqueue }: SendOnceDependencies) {
  /** Those of the first version are under the key that the patient's lock may close: then it is told once more. */
  async function openMark(row: OutboxRow, mark: SealedBox) {
    const boundTo = ruleBinding(vendor, row);
    const sealed = await keys.neverLocked.open(row.subjectId, mark, boundTo);
    return sealed ?? (await keys.open(row.subjectId, mark, boundTo).catch(() => undefined));
  }

  /**
   * The operation that tells of this already, where there is one, and how many its lane holds: its own after a restart, or
   * one of the same that nobody has acknowledged yet. Met again after that, it is told again.
   */
  async function findSame(lane: string, once: NonNullable<Submission['once']>) {
    const rows = await store.read(['outbox'], (transaction) => transaction.by('outbox', 'lane', lane));
    for (const row of rows) {
      if (row.rule === undefined) continue;
      const sealed = await openMark(row, row.rule);
      if (sealed === undefined) continue;
      const [of, at] = fromUtf8(sealed).split('@');
      if (of === once.of && (at === once.at || row.acknowledgedAt === undefined))
        return { found: row, count: rows.length };
    }
    return { found: undefined, count: rows.length };
  }

  /** Queues it where it is told for the first time. */
  return async (
    submission: Submission,
    once: NonNullable<Submission['once']>,
    prepare: (sealer: Sealer) => Promise<PreparedOperation>,
  ): Promise<OutboxRow> => {
    const lane = laneName(submission.operation, submission.session);
    for (;;) {
      const { found, count } = await findSame(lane, once);
      if (found !== undefined) return found;
      const written = await untilChained(() =>
        keys.neverLocked.sealThenWrite(
          submission.subjectId,
          async (sealer) => {
            const prepared = await prepare(sealer);
            const mark = utf8(`${once.of}@${once.at}`);
            return { ...prepared, rule: await sealer.seal(mark, ruleBinding(vendor, prepared.row)) };
          },
          enqueueTables,
          async (transaction, { rule, ...prepared }) => {
            const { row } = prepared;
            // Another tab has queued one meanwhile: it may be this one.
            const present = await transaction.by('outbox', 'lane', lane);
            const own = present.find((each) => each.opId === row.opId);
            if (own !== undefined) return own;
            if (present.length !== count) return undefined;
            return await enqueue.put(transaction, { ...prepared, row: { ...row, rule } });
          },
        ),
      );
      if (written !== undefined) return written;
    }
  };
}

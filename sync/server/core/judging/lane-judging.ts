/** Judging by the workers of a lane: whichever operation ends a worker is found, and held. */
import { heldUnread } from './judge.ts';
import type { Kinds } from './kinds.ts';
import { ownBytes } from './opening.ts';
import type { ReceivedOperation, Verdict } from './verdict.ts';
import { readVerdict } from './verdict-text.ts';
import { WorkerDiedError, type WorkerPool } from './worker-pool.ts';

export interface LaneJudgingDependencies {
  readonly kinds: Kinds;
  readonly onFault: (opId: string, error: unknown) => void;
}

export function createLaneJudging({ kinds, onFault }: LaneJudgingDependencies) {
  /**
   * @returns a verdict, or undefined where the worker gave none, by operation; and whether it is there still, so that there will be one later
   * @throws where nothing at all could be judged
   */
  async function judgeOnce(
    lane: WorkerPool,
    operations: readonly ReceivedOperation[],
  ): Promise<{ readonly verdicts: readonly (Verdict | undefined)[]; readonly isAlive: boolean }> {
    const copies = operations.map((one) => ({ ...one, envelope: ownBytes(one.envelope) }));
    const verdicts: (Verdict | undefined)[] = operations.map(() => undefined);
    const onPart = (index: number, text: string) => {
      verdicts[index] = readVerdict(text);
    };
    try {
      const transfer = copies.map(({ envelope }) => envelope.buffer);
      await lane.run({ kind: 'judge', operations: copies }, { transfer, onPart });
    } catch (error) {
      const isAlive = !(error instanceof WorkerDiedError);
      // A key or a form of one vendor's can't be had just now: what others sent in the same batch doesn't wait for it.
      if (isAlive && verdicts.every((verdict) => verdict === undefined)) throw error;
      onFault('', error);
      return { verdicts, isAlive };
    }
    return { verdicts, isAlive: true };
  }

  /** An operation that ends a second worker by itself is the cause: it is held, so that it is neither lost nor ends a third. */
  async function judgeAlone(lane: WorkerPool, operation: ReceivedOperation): Promise<Verdict> {
    const { verdicts } = await judgeOnce(lane, [operation]);
    const [verdict] = verdicts;
    if (verdict) return verdict;
    onFault(operation.opId, new WorkerDiedError('It has ended two workers.'));
    return heldUnread(kinds, operation, 'JUDGING_FAILED');
  }

  return async (
    lane: WorkerPool,
    operations: readonly ReceivedOperation[],
  ): Promise<readonly (Verdict | undefined)[]> => {
    if (operations.length === 0) return [];
    const { verdicts, isAlive } = await judgeOnce(lane, operations);
    if (isAlive) return verdicts;
    // One of those that are left may be why: each is judged again by itself.
    return Promise.all(
      operations.map(async (operation, index) => verdicts[index] ?? (await judgeAlone(lane, operation))),
    );
  };
}

/** Judges and stores batches. An operation whose verdict can't be stored fails by itself, and not with the batch that it came in. */
import type { JudgedOperation, JudgeStore, OperationName } from './judge-store.ts';
import type { Decide } from './verdict.ts';

export interface BatchJudgingDependencies {
  readonly store: Pick<JudgeStore, 'judge'>;
  /** Verdicts in the order of the operations; rejects where none can be given now. */
  readonly judge: Decide;
  /** Holds what the database, or a feature, refuses to store the verdict of. */
  readonly giveUp: Decide;
  /** Whether an error of the store is one operation's, which others mustn't share. */
  readonly isFaultOfOne: (error: unknown) => boolean;
  /** Tells a device that there is news of its operations. */
  readonly wake?: (vendor: string, device: string) => void;
  /** Told of faults of the database, and of workers that don't start: operations stay unjudged, and the sweep tries again. */
  readonly onError: (error: unknown) => void;
}

export const keyOf = ({ vendor, opId }: Pick<OperationName, 'vendor' | 'opId'>) => `${vendor} ${opId}`;

/**
 * @param settle told of each that was judged, or that couldn't be and is left to the sweep.
 * @returns judges a batch, and says which of it the store left alone, because something else is to be judged before.
 */
export function createBatchJudging<Waiting extends { readonly name: OperationName }>(
  { store, judge, giveUp, isFaultOfOne, wake, onError }: BatchJudgingDependencies,
  settle: (one: Waiting, isJudged: boolean) => void,
): (batch: readonly Waiting[]) => Promise<readonly Waiting[]> {
  function wakeAll(judged: readonly JudgedOperation[]): void {
    if (!wake) return;
    const devices = new Map(judged.map(({ vendor, device }) => [`${vendor} ${device}`, { vendor, device }]));
    for (const { vendor, device } of devices.values()) wake(vendor, device);
  }

  async function judgeWith(batch: readonly Waiting[], decide: Decide): Promise<readonly Waiting[]> {
    const judged = await store.judge(
      batch.map(({ name }) => name),
      decide,
    );
    wakeAll(judged);
    const done = new Set(judged.map(keyOf));
    for (const one of batch) if (done.has(keyOf(one.name))) settle(one, true);
    return batch.filter(({ name }) => !done.has(keyOf(name)));
  }

  function leave(batch: readonly Waiting[], error: unknown): readonly Waiting[] {
    onError(error);
    for (const one of batch) settle(one, false);
    return [];
  }

  /** Judged by itself, an operation harms no other; one that can't be stored even so is held, or it would come back for ever. */
  async function judgeAlone(one: Waiting): Promise<readonly Waiting[]> {
    try {
      return await judgeWith([one], judge);
    } catch (error) {
      if (!isFaultOfOne(error)) return leave([one], error);
      onError(error);
      return judgeWith([one], giveUp).catch((fault: unknown) => leave([one], fault));
    }
  }

  return async (batch) => {
    try {
      return await judgeWith(batch, judge);
    } catch (error) {
      if (!isFaultOfOne(error)) return leave(batch, error);
      const left: Waiting[] = [];
      for (const one of batch) left.push(...(await judgeAlone(one)));
      return left;
    }
  };
}

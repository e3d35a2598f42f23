/** A process's sweeps of the ledger. The queue's own timer would tick through weeks in which nothing happens. */
import type { JudgeQueue } from '../../server/core/judging/judge-queue.ts';
import type { Life } from '../base/life.ts';
import type { Scheduler } from '../base/scheduler.ts';
import type { MemoryDatabase } from '../stand-ins/memory-database.ts';

const SWEEP_EVERY_MS = 15_000;

export interface LedgerSweepsDependencies {
  readonly scheduler: Scheduler;
  readonly life: Life;
  readonly judging: Pick<JudgeQueue, 'sweep'>;
  readonly database: Pick<MemoryDatabase, 'isUnjudged'>;
  /** To be called when something was stored; of all processes that live. */
  readonly wakes: Set<() => void>;
}

export function sweepWhileUnjudged({ scheduler, life, judging, database, wakes }: LedgerSweepsDependencies) {
  const sweepUntilJudged = () => {
    scheduler.in(SWEEP_EVERY_MS, () => {
      if (!life.alive) return;
      void judging.sweep().catch(() => undefined);
      if (database.isUnjudged()) sweepUntilJudged();
      else sweeping = false;
    });
  };
  let sweeping = true;
  const wake = () => {
    if (sweeping || !life.alive) return;
    sweeping = true;
    sweepUntilJudged();
  };
  wakes.add(wake);
  life.onDeath(() => wakes.delete(wake));
  void judging.sweep().catch(() => undefined);
  sweepUntilJudged();
}

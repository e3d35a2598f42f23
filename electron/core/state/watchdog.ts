/** Keeps the ladder's memory on the disk, and puts down what failed. What is then done is the kiosk's. */

import type { SmallFiles } from '../../clinic/small-file.ts';
import type { ViewFailure } from '../../hosts/host.ts';
import type { KioskLog } from '../../log/events.ts';
import { createLadder, type Decision, type LadderMemory, readLadderMemory } from './ladder.ts';

export const LADDER_FILE = 'ladder.json';

export const readLadder = async (files: SmallFiles): Promise<LadderMemory> =>
  readLadderMemory(await files.read(LADDER_FILE));

export interface Watchdog {
  /** Resolves when what has to outlive a relaunch is on the disk. */
  viewFailed(failure: ViewFailure): Promise<Decision>;
  gpuDied(): Promise<Decision>;
  calm(): Promise<void>;
  softwareRendering(): boolean;
  /** Since the start. */
  failures(): number;
}

export async function openWatchdog(options: {
  readonly files: SmallFiles;
  readonly log: KioskLog;
  /** ms since 1970. */
  readonly now: () => number;
}): Promise<Watchdog> {
  const { files, log, now } = options;
  const ladder = createLadder(await readLadder(files));
  let failures = 0;
  let isCalm = false;

  async function keep(): Promise<void> {
    await files.write(LADDER_FILE, ladder.memory()).catch((error: unknown) => log.fault('ladder', error));
  }

  return {
    async viewFailed(failure) {
      isCalm = false;
      failures += 1;
      log.write('view.failed', { failure });
      if (failure === 'integrity-failure') log.write('file.tampered', {});
      const decision = ladder.viewFailed(failure, now());
      if (decision.do !== 'recreate-view') await keep();
      return decision;
    },
    async gpuDied() {
      isCalm = false;
      log.write('gpu.died', {});
      const decision = ladder.gpuDied(now());
      await keep();
      return decision;
    },
    async calm() {
      if (isCalm) return;
      isCalm = true;
      ladder.calm();
      await keep();
    },
    softwareRendering: () => ladder.memory().softwareRendering,
    failures: () => failures,
  };
}

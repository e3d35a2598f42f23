/** Lets go of what the device needn't keep any more, at the start and every hour. */
import type { Clock, Unsubscribe } from '../base/ports.ts';
import type { Store } from '../store/store.ts';
import type { Push } from '../wire/push.ts';
import { awaitsProof, sweep } from './retention.ts';
import type { Settle, Settled } from './settle.ts';

/** Tidying goes on while the page stays open. */
export const SWEEP_MS = 60 * 60_000;

export interface Housekeeping {
  tidy(): Promise<void>;
  /** Resolves after the first tidying. */
  start(): Promise<void>;
  stop(): void;
}

export interface HousekeepingDependencies {
  readonly store: Store;
  readonly clock: Clock;
  readonly copyDays: number;
  readonly push: Push;
  readonly settle: Settle;
  /** The server was asked whether it has everything still. */
  readonly onReleased: (settled: Settled) => void;
}

export function createHousekeeping(dependencies: HousekeepingDependencies): Housekeeping {
  const { store, clock, copyDays, push, settle, onReleased } = dependencies;
  let cancelTimer: Unsubscribe = () => undefined;

  const tidy = async () => {
    await sweep({ store, clock }, copyDays).catch(() => undefined);
  };

  /** What a device with nothing to send has kept would stay for ever: it asks whether the server has it still. */
  async function releaseConfirmed(): Promise<void> {
    if (!(await awaitsProof({ store, clock }))) return;
    const verdict = await push([]);
    if (verdict.kind !== 'answer') return;
    const settled = await settle([], verdict.body);
    await tidy();
    onReleased(settled);
  }
  const releaseSafely = () => releaseConfirmed().catch(() => undefined);

  function tidyLater(): void {
    cancelTimer = clock.setTimer(SWEEP_MS, () => {
      void tidy().then(releaseSafely);
      tidyLater();
    });
  }

  return {
    tidy,
    async start() {
      await tidy();
      tidyLater();
      void releaseSafely();
    },
    stop: () => cancelTimer(),
  };
}

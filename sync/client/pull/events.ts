/**
 * The stream that only wakes: each event means "ask for the changes". One per device, held by the tab that has the lock.
 *
 *   closed --wanted, lock--> opening --an event--> alive --over--> waiting --backoff, a pull--> opening ...
 *
 * The first event comes when the server has answered, so that what happened while nobody listened is asked for too. A stream that has
 * never told anything isn't alive: the feed is then polled as if there were none.
 */
import { backoff } from '../base/backoff.ts';
import type { Clock, Locks, Random, Unsubscribe } from '../base/ports.ts';

/** A stream that lasted that long has failed for no reason of its own. */
export const STEADY_MS = 30_000;

export interface Listening {
  readonly ended: Promise<void>;
  abort(): void;
}
export interface Events {
  /** Something is open at the clinic and the page is to be seen; or not any more. */
  want(wanted: boolean): void;
  isAlive(): boolean;
  /** The feed had news that the stream didn't tell of: it is reopened. */
  isDeaf(): void;
  stop(): void;
}

export function createEvents(dependencies: {
  /** Opens a stream; undefined where there is none to be had. */
  readonly listen: (onEvent: () => void) => Promise<Listening | undefined>;
  readonly locks: Locks;
  readonly lock: string;
  readonly clock: Pick<Clock, 'setTimer' | 'monotonic'>;
  readonly random: Random;
  readonly onEvent: () => void;
  /** It was alive and is no longer: polling takes over. */
  readonly onOver: () => void;
  /** Before each further try: a request that tells of missed news, and brings the nonce that the next proof needs. */
  readonly beforeRetry: () => Promise<void>;
}): Events {
  const { listen, locks, lock, clock, random, onEvent, onOver, beforeRetry } = dependencies;
  let wanted = false;
  let stopped = false;
  let aliveSince: number | undefined;
  let failures = 0;
  let current: Listening | undefined;
  let opening = false;
  let cancelTimer: Unsubscribe | undefined;

  const isWanted = () => wanted && !stopped;

  async function hold(): Promise<void> {
    const release = await locks.tryHold(lock);
    // Another tab listens, and tells this one of each change; this one polls, and takes over should the other be closed.
    if (release === undefined) return;
    let over = false;
    try {
      if (!isWanted()) return;
      const listening = await listen(() => {
        if (over) return;
        aliveSince ??= clock.monotonic();
        onEvent();
      });
      if (listening === undefined) return;
      current = listening;
      if (!isWanted()) listening.abort();
      await listening.ended;
    } finally {
      over = true;
      current = undefined;
      release();
    }
  }

  async function open(): Promise<void> {
    if (opening || cancelTimer !== undefined || !isWanted()) return;
    opening = true;
    try {
      await hold();
    } catch {
      // The store or the device key failed: as if nobody had answered.
    } finally {
      opening = false;
    }
    const lasted = aliveSince === undefined ? undefined : clock.monotonic() - aliveSince;
    aliveSince = undefined;
    if (!isWanted()) return;
    // A proxy that cuts each stream off at once must not be asked without a pause.
    failures = lasted !== undefined && lasted >= STEADY_MS ? 1 : failures + 1;
    cancelTimer = clock.setTimer(backoff(failures, random), () => {
      void beforeRetry()
        .catch(() => undefined)
        .then(() => {
          cancelTimer = undefined;
          return open();
        });
    });
    if (lasted !== undefined) onOver();
  }

  return {
    want(next) {
      wanted = next;
      if (next) void open();
      else {
        cancelTimer?.();
        cancelTimer = undefined;
        current?.abort();
      }
    },
    isAlive: () => aliveSince !== undefined,
    isDeaf: () => current?.abort(),
    stop() {
      stopped = true;
      cancelTimer?.();
      current?.abort();
    },
  };
}

import { turns } from '../../sync/client/testing/turns.ts';

/** A clock that stands still until a test moves it, for what the kiosk's core does in its own time. */

/** A Friday, at nine in the morning of no zone in particular. */
export const FAKE_START = Date.UTC(2026, 10, 20, 9);

/** Lets what is on its way come to rest. */
export async function settle(most = 12): Promise<void> {
  await turns(most);
}

export interface FakeClock {
  now(): number;
  monotonic(): number;
  after(ms: number, run: () => void): () => void;
  /** Moves both readings, timer by timer, letting each come to rest. */
  advance(ms: number): Promise<void>;
  /** Sets the wall clock; the monotonic one doesn't notice. */
  set(now: number): void;
  timers(): number;
}

export function createFakeClock(start = FAKE_START): FakeClock {
  let wall = start;
  let mono = 0;
  const timers = new Set<{ readonly at: number; readonly run: () => void }>();
  return {
    now: () => wall,
    monotonic: () => mono,
    after(ms, run) {
      const timer = { at: mono + ms, run };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    async advance(ms) {
      const end = mono + ms;
      for (;;) {
        await settle();
        let next: { readonly at: number; readonly run: () => void } | undefined;
        for (const timer of timers)
          if (timer.at <= end && (next === undefined || timer.at < next.at)) next = timer;
        if (next === undefined) break;
        timers.delete(next);
        wall += Math.max(0, next.at - mono);
        mono = Math.max(mono, next.at);
        next.run();
      }
      wall += end - mono;
      mono = end;
      await settle();
    },
    set(now) {
      wall = now;
    },
    timers: () => timers.size,
  };
}

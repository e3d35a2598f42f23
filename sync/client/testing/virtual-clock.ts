/** A clock that stands still until a test moves it. */
import type { Clock } from '../base/ports.ts';

export interface VirtualClock extends Clock {
  /** Moves both readings on, running the timers that fall due. */
  advance(milliseconds: number): void;
  /** Sets the wall clock by hand, as a patient may; the monotonic one doesn't notice. */
  setBy(milliseconds: number): void;
  /** Timers that are waiting. */
  timers(): number;
  /** How long each of them still waits, in milliseconds. */
  waits(): readonly number[];
}

let runs = 0;

export function createVirtualClock(start = Date.UTC(2026, 10, 20, 9)): VirtualClock {
  let wall = start;
  let mono = 0;
  runs += 1;
  const boot = `00000000-0000-4000-8000-${String(runs).padStart(12, '0')}`;
  const timers = new Set<{ readonly at: number; readonly run: () => void }>();
  return {
    boot,
    now: () => wall,
    monotonic: () => mono,
    offsetMinutes: () => 60,
    zone: () => 'Europe/Madrid',
    setTimer(milliseconds, run) {
      const timer = { at: mono + milliseconds, run };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    advance(milliseconds) {
      const end = mono + milliseconds;
      for (;;) {
        const next = [...timers]
          .filter((timer) => timer.at <= end)
          .toSorted((one, other) => one.at - other.at)[0];
        if (next === undefined) break;
        timers.delete(next);
        wall += Math.max(0, next.at - mono);
        mono = Math.max(mono, next.at);
        next.run();
      }
      wall += end - mono;
      mono = end;
    },
    setBy(milliseconds) {
      wall += milliseconds;
    },
    timers: () => timers.size,
    waits: () => [...timers].map(({ at }) => at - mono),
  };
}

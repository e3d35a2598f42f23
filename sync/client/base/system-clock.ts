import type { Clock, Random } from './ports.ts';

/** For callers that only wait. */
export const systemTimers: Pick<Clock, 'setTimer'> = {
  setTimer(milliseconds, run) {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
};

/** The clock of a browser or of Node: both have these globals. */
export function createSystemClock(): Clock {
  return {
    now: () => Date.now(),
    monotonic: () => performance.now(),
    boot: crypto.randomUUID(),
    offsetMinutes: (at) => -new Date(at).getTimezoneOffset(),
    zone: () => Intl.DateTimeFormat().resolvedOptions().timeZone,
    ...systemTimers,
  };
}

export function createSystemRandom(): Random {
  return { bytes: (count) => crypto.getRandomValues(new Uint8Array(count)), fraction: () => Math.random() };
}

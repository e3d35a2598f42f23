/** Milliseconds before the end in which the warning is shown. */
export const WARNING_MS = 60_000;

export type IdlePhase =
  | { readonly name: 'active' }
  | { readonly name: 'warning'; readonly secondsLeft: number }
  | { readonly name: 'over' };

export interface IdleWatch {
  /** Somebody is there. In the warning only {@link IdleWatch.stay} counts: a passing hand is no answer. */
  touch(now: number): void;
  stay(now: number): void;
  /** Wall-clock time, so that a laptop that slept is over when it wakes. */
  phase(now: number): IdlePhase;
}

export function createIdleWatch(idleMs: number, start: number): IdleWatch {
  let last = start;
  const watch: IdleWatch = {
    touch(now) {
      if (watch.phase(now).name === 'active') last = now;
    },
    stay(now) {
      if (watch.phase(now).name !== 'over') last = now;
    },
    phase(now) {
      const left = last + idleMs - now;
      if (left <= 0) return { name: 'over' };
      return left <= WARNING_MS
        ? { name: 'warning', secondsLeft: Math.ceil(left / 1000) }
        : { name: 'active' };
    },
  };
  return watch;
}

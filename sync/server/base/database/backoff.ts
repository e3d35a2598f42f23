/** Waiting times between attempts at something that fails: they double up to a limit, with jitter so that processes don't move in step. */

export interface Backoff {
  /** Milliseconds to wait before the next attempt. */
  next(): number;
  /** After an attempt that succeeded. */
  reset(): void;
}

export interface BackoffOptions {
  readonly firstMs: number;
  readonly maxMs: number;
  /** From 0 to below 1; `Math.random` where none is given. */
  readonly random?: () => number;
}

/** Each time is between half of its step and all of it. */
export function createBackoff({ firstMs, maxMs, random = Math.random }: BackoffOptions): Backoff {
  let step = firstMs;
  return {
    next() {
      const milliseconds = step / 2 + (random() * step) / 2;
      step = Math.min(maxMs, step * 2);
      return milliseconds;
    },
    reset() {
      step = firstMs;
    },
  };
}

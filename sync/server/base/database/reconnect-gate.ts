/**
 * Keeps a database that is down, or only just starting, from a storm of attempts: after one that failed, the next waits its time, and
 * goes alone. A caller that needs a connection meanwhile is refused at once and can say so, instead of waiting for a timeout.
 */
import { createBackoff } from './backoff.ts';

export interface ReconnectGate {
  /** Whether an attempt may begin now; one that was allowed is to be followed by {@link succeeded} or {@link failed}. */
  tryPass(): boolean;
  succeeded(): void;
  failed(): void;
}

const FIRST_MS = 100;
const MAX_MS = 2_000;

/** @param now milliseconds that only rise. */
export function createReconnectGate(
  now: () => number = () => performance.now(),
  random: () => number = Math.random,
): ReconnectGate {
  const backoff = createBackoff({ firstMs: FIRST_MS, maxMs: MAX_MS, random });
  let closedUntil: number | undefined;
  let isProbing = false;
  return {
    tryPass() {
      if (closedUntil === undefined) return true;
      if (isProbing || now() < closedUntil) return false;
      isProbing = true;
      return true;
    },
    succeeded() {
      closedUntil = undefined;
      isProbing = false;
      backoff.reset();
    },
    failed() {
      // Attempts that were under way together fail together: they count as one.
      if (closedUntil !== undefined && !isProbing) return;
      isProbing = false;
      closedUntil = now() + backoff.next();
    },
  };
}

/** Starts a database server again after it ended by itself, for as long as that takes: a disk that is full now may have room in an hour. */
import { setTimeout as delay } from 'node:timers/promises';
import { createBackoff } from '../database/backoff.ts';

const FIRST_RETRY_MS = 500;
const MAX_RETRY_MS = 30_000;

export interface RestartOptions<Server> {
  /** Rejects where it doesn't start this time. */
  readonly start: () => Promise<Server>;
  /** Aborted where it isn't wanted any more. */
  readonly signal: AbortSignal;
  readonly onFault: (error: unknown, retryInMs: number) => void;
  readonly firstRetryMs?: number;
}

/** @returns undefined where it isn't wanted any more. Never rejects. */
export async function restartServer<Server>(options: RestartOptions<Server>): Promise<Server | undefined> {
  const { start, signal, onFault, firstRetryMs = FIRST_RETRY_MS } = options;
  const backoff = createBackoff({ firstMs: firstRetryMs, maxMs: MAX_RETRY_MS });
  while (!signal.aborted) {
    try {
      return await start();
    } catch (error) {
      if (signal.aborted) break;
      const retryInMs = Math.round(backoff.next());
      onFault(error, retryInMs);
      await delay(retryInMs, undefined, { signal }).catch(() => undefined);
    }
  }
  return undefined;
}

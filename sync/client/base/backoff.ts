/** Full jitter: a random part of a ceiling that doubles, so that many devices don't come back in step. */
import type { Random } from './ports.ts';

export const FIRST_BACKOFF_MS = 1_000;
export const MAX_BACKOFF_MS = 5 * 60_000;

/** @param attempts failures in a row, from 1. */
export function backoff(attempts: number, random: Pick<Random, 'fraction'>): number {
  const ceiling = Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** Math.min(Math.max(attempts, 1) - 1, 20));
  return Math.round(ceiling * random.fraction());
}

/** A clock that was set back must not postpone an operation by years (failure case 45). */
export function isDue(row: { readonly nextAt: number }, now: number): boolean {
  return row.nextAt <= now || row.nextAt - now > MAX_BACKOFF_MS;
}

/** Opens a draft on a shared device by the date of birth of the person who began it. Pure; the tries are kept in the draft. */
import type { UnlockTries } from '../machine/persisted-flow.ts';

export const UNLOCK_TRIES = 5;
/** Minutes to wait after so many wrong tries, and again after each further one. */
export const UNLOCK_WAIT_MINUTES = 15;

export type UnlockResult =
  | { readonly status: 'open' }
  | { readonly status: 'wrong'; readonly tries: UnlockTries; readonly left: number }
  | { readonly status: 'wait'; readonly until: Date; readonly tries: UnlockTries };

/** @returns when the next try is allowed, or `undefined` where it is allowed now. */
export function waitUntil(tries: UnlockTries | undefined, now: Date): Date | undefined {
  if (!tries || tries.failed < UNLOCK_TRIES) return undefined;
  const until = new Date(new Date(tries.lastAt).getTime() + UNLOCK_WAIT_MINUTES * 60_000);
  return until > now ? until : undefined;
}

/** @param birthDate the draft's, or `undefined` where it was left before any was given: then no date opens it. */
export function tryUnlock(
  typed: string,
  birthDate: string | undefined,
  tries: UnlockTries | undefined,
  now: Date,
): UnlockResult {
  const blocked = waitUntil(tries, now);
  if (blocked && tries) return { status: 'wait', until: blocked, tries };
  if (birthDate !== undefined && typed === birthDate) return { status: 'open' };
  const next: UnlockTries = { failed: (tries?.failed ?? 0) + 1, lastAt: now.toISOString() };
  const until = waitUntil(next, now);
  return until
    ? { status: 'wait', until, tries: next }
    : { status: 'wrong', tries: next, left: UNLOCK_TRIES - next.failed };
}

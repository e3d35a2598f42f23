/**
 * The staff's PIN (K7): six digits or more, known as a scrypt hash from the signed configuration; wrong tries lock it for longer each time, and
 * that outlives a restart.
 */
import { scrypt, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { PinHash } from '../../../sync/protocol/api/kiosk-assignment.ts';
import { PIN_SCRYPT, pinScryptOptions } from '../../../sync/protocol/api/staff-pin.ts';

/** So many tries before the first lock-out. */
export const FREE_TRIES = 3;
export const FIRST_LOCK_MS = 30_000;
export const MAX_LOCK_MS = 60 * 60_000;
/** Back to the patients' side after so long without a touch. */
export const STAFF_SESSION_MS = 2 * 60_000;

export const pinMemorySchema = z.strictObject({
  v: z.literal(1),
  wrong: z.int().nonnegative(),
  /** ms since 1970. */
  lockedUntil: z.number().nonnegative(),
});
/** What is kept on the disk. */
export type PinMemory = z.infer<typeof pinMemorySchema>;

/** @throws Error where this machine can't give scrypt its memory. */
export const derivePin = (pin: string, salt: Uint8Array, logN: number): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    scrypt(pin.normalize('NFKC'), salt, PIN_SCRYPT.keyBytes, pinScryptOptions(logN), (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });

export type PinVerdict =
  | { readonly ok: true }
  | { readonly ok: false; readonly triesLeft: number }
  | { readonly ok: false; readonly lockedForMs: number };

export interface PinGate {
  /** One try at a time: others wait while one is checked. */
  try(pin: string): Promise<PinVerdict>;
}

export interface PinGateOptions {
  readonly hash: PinHash;
  /** ms since 1970. */
  readonly now: () => number;
  /** What was stored last; anything unreadable counts as locked for the first span, so that deleting the file gains nothing. */
  readonly remembered: unknown;
  /** Resolves when it is on the disk: only then is the next PIN looked at. */
  readonly store: (memory: PinMemory) => Promise<void>;
}

function lockFor(wrong: number): number {
  return wrong < FREE_TRIES ? 0 : Math.min(MAX_LOCK_MS, FIRST_LOCK_MS * 2 ** (wrong - FREE_TRIES));
}

export function createPinGate({ hash, now, remembered, store }: PinGateOptions): PinGate {
  const parsed = pinMemorySchema.safeParse(remembered);
  let memory: PinMemory = parsed.success
    ? parsed.data
    : { v: 1, wrong: FREE_TRIES, lockedUntil: now() + FIRST_LOCK_MS };
  let last: Promise<unknown> = Promise.resolve();

  async function judge(pin: string): Promise<PinVerdict> {
    // A clock that was set back must not lock for longer than the rule does, nor one set forward open it by itself: that costs one wait.
    const left = Math.min(memory.lockedUntil - now(), lockFor(memory.wrong));
    if (left > 0) return { ok: false, lockedForMs: left };
    const wrong = memory.wrong + 1;
    const lockedForMs = lockFor(wrong);
    // Counted as wrong before it is looked at: pulling the plug at the right moment gains nothing.
    memory = { v: 1, wrong, lockedUntil: now() + lockedForMs };
    await store(memory);
    const right = timingSafeEqual(
      await derivePin(pin, Buffer.from(hash.salt, 'base64'), hash.logN),
      Buffer.from(hash.hash, 'base64'),
    );
    if (!right)
      return lockedForMs > 0 ? { ok: false, lockedForMs } : { ok: false, triesLeft: FREE_TRIES - wrong };
    memory = { v: 1, wrong: 0, lockedUntil: 0 };
    await store(memory);
    return { ok: true };
  }

  return {
    try(pin) {
      const verdict = last.then(() => judge(pin));
      last = verdict.catch(() => undefined);
      return verdict;
    },
  };
}

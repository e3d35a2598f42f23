/**
 * The staff's PIN (K7): six digits or more, known as a scrypt hash from the signed configuration; wrong tries lock it for longer each time, and
 * that outlives a restart.
 */
import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';

/** OWASP Password Storage (2024) for scrypt: N = 2^17, r = 8, p = 1. */
const LEAST_LOG_N = 17;
const KEY_BYTES = 32;
/** So many tries before the first lock-out. */
export const FREE_TRIES = 3;
export const FIRST_LOCK_MS = 30_000;
export const MOST_LOCK_MS = 60 * 60_000;
/** Back to the patients' side after so long without a touch. */
export const STAFF_SESSION_MS = 2 * 60_000;

export const pinHashSchema = z.strictObject({
  algorithm: z.literal('scrypt'),
  /** Binary logarithm of scrypt's N; r is 8 and p is 1. */
  logN: z.int().min(LEAST_LOG_N).max(20),
  /** Both base64. */
  salt: z.base64().min(22),
  hash: z.base64().length(44),
});
export type PinHash = z.infer<typeof pinHashSchema>;

export const pinMemorySchema = z.strictObject({
  v: z.literal(1),
  wrong: z.int().nonnegative(),
  /** ms since 1970. */
  lockedUntil: z.number().nonnegative(),
});
/** What is kept on the disk. */
export type PinMemory = z.infer<typeof pinMemorySchema>;

/** A PIN that can be guessed within the free tries is none: one digit over and over, or digits in a row. */
export function isUsablePin(pin: string): boolean {
  if (!/^\d{6,12}$/.test(pin)) return false;
  const steps = new Set(Array.from(pin.slice(1), (digit, index) => Number(digit) - Number(pin[index])));
  return steps.size > 1;
}

const derive = (pin: string, salt: Uint8Array, logN: number): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const options: ScryptOptions = { N: 2 ** logN, r: 8, p: 1, maxmem: 2 * 128 * 8 * 2 ** logN };
    scrypt(pin.normalize('NFKC'), salt, KEY_BYTES, options, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });

/** @throws RangeError where the PIN is too short or easily guessed. */
export async function hashPin(pin: string, logN: number = LEAST_LOG_N): Promise<PinHash> {
  if (!isUsablePin(pin)) throw new RangeError('a PIN has 6 to 12 digits, not all alike and not in a row');
  const salt = randomBytes(16);
  return {
    algorithm: 'scrypt',
    logN,
    salt: salt.toString('base64'),
    hash: (await derive(pin, salt, logN)).toString('base64'),
  };
}

export type PinVerdict =
  | { readonly ok: true }
  | { readonly ok: false; readonly triesLeft: number }
  | { readonly ok: false; readonly lockedForMs: number };

export interface PinGate {
  /** One try at a time: whoever comes while another is judged waits. */
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
  return wrong < FREE_TRIES ? 0 : Math.min(MOST_LOCK_MS, FIRST_LOCK_MS * 2 ** (wrong - FREE_TRIES));
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
      await derive(pin, Buffer.from(hash.salt, 'base64'), hash.logN),
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

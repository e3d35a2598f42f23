import { setTimeout as pause } from 'node:timers/promises';

const POLL_MS = 50;

/**
 * Waits until a condition holds.
 * @throws {Error} that names the condition, when it doesn't hold in time
 */
export async function until<T>(
  what: string,
  condition: () => T | Promise<T>,
  timeoutMs = 30_000,
): Promise<NonNullable<T>> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const value = await condition();
    if (value !== false && value !== null && value !== undefined) return value;
    if (performance.now() > deadline) throw new Error(`Waited ${timeoutMs} ms in vain until ${what}`);
    await pause(POLL_MS);
  }
}

import { turn, turns } from './turns.ts';

/** Generous, because WebCrypto works on threads and a machine may be busy: it only bounds a wait in vain. */
const PATIENCE_MS = 20_000;

/** Waits for a condition, never for a time. Fails where the condition doesn't come. */
export async function until(
  condition: () => boolean | Promise<boolean>,
  what = 'the condition',
): Promise<void> {
  const end = performance.now() + PATIENCE_MS;
  while (performance.now() < end) {
    if (await condition()) return;
    await turn();
  }
  throw new Error(`Waited in vain for ${what}.`);
}

/** Lets the device's time pass, wait by wait, until the condition comes. */
export async function eventually(
  clock: { advance(milliseconds: number): void },
  condition: () => boolean | Promise<boolean>,
  what = 'the condition',
): Promise<void> {
  const end = performance.now() + PATIENCE_MS;
  while (performance.now() < end) {
    if (await turns(300, condition)) return;
    clock.advance(5 * 60_000);
  }
  throw new Error(`Waited in vain for ${what}.`);
}

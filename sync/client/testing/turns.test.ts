import { generateKeyPairSync, randomBytes, scryptSync } from 'node:crypto';
import { expect, it } from 'vitest';
import { turn, turns } from './turns.ts';

/** Turns of the event loop until it is over. */
async function lengthOf(work: Promise<unknown>): Promise<number> {
  let over = false;
  void work.finally(() => {
    over = true;
  });
  let length = 0;
  for (; !over && length < 1_000; length += 1) await turn();
  return length;
}

it('what was worked out on the spot keeps nobody waiting', async () => {
  const kept = [generateKeyPairSync('ed25519'), randomBytes(16), scryptSync('one', 'two', 16)];
  expect(await lengthOf(turns(3))).toBeLessThan(10);
  expect(kept).toHaveLength(3);
});

it('what works on a thread is waited for', async () => {
  const { subtle } = crypto;
  let done = false;
  void subtle.digest('SHA-256', new Uint8Array(32 * 1024 * 1024)).then(() => {
    done = true;
  });
  await turns(3);
  expect(done).toBe(true);
});

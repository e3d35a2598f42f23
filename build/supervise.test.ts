import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import { supervise } from './supervise.mjs';

/** Runs that end with these codes; a negative one is of a run that was never ready. */
async function superviseRuns(codes: readonly number[], over: { ranMs?: number; stopsAtWait?: number } = {}) {
  const lines: string[] = [];
  const waits: number[] = [];
  const signals = new EventEmitter();
  let [runs, time, cleanUps] = [0, 0, 0];
  const code = await supervise(
    async (onReady) => {
      const own = codes[runs++] ?? 0;
      if (own >= 0) onReady();
      time += over.ranMs ?? 1;
      return Math.abs(own);
    },
    {
      cleanUp: async () => cleanUps++,
      log: (line) => lines.push(line),
      now: () => time,
      wait: async (milliseconds) => {
        waits.push(milliseconds);
        if (waits.length === over.stopsAtWait) signals.emit('SIGINT');
      },
      signals: signals as unknown as Pick<NodeJS.Process, 'on' | 'off'>,
    },
  );
  return { code, runs, waits, lines, cleanUps, listeners: signals.listenerCount('SIGINT') };
}

describe('the supervision of the server', () => {
  it('starts it again whenever it ends by itself, after longer and longer waits, and says so', async () => {
    const { code, runs, waits, lines } = await superviseRuns([137, 1, 1, 1, 1, 1, 1, 0]);
    expect([code, runs]).toEqual([0, 8]);
    expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
    expect(lines[0]).toBe('The server ended unexpectedly (exit code 137). Restarting in 1 s.');
  });

  it('waits only shortly where it had run for a while', async () => {
    expect((await superviseRuns([1, 1, 1, 0], { ranMs: 60_000 })).waits).toEqual([1_000, 1_000, 1_000]);
  });

  it('goes on trying where a later start fails, since the first was good', async () => {
    expect((await superviseRuns([137, -1, -1, 0])).runs).toBe(4);
  });

  it('does not start it again where it was never ready', async () => {
    expect(await superviseRuns([-1])).toMatchObject({ code: 1, runs: 1, waits: [] });
  });

  it('ends with Ctrl-C while it waits, and stops what the killed server has left behind', async () => {
    expect(await superviseRuns([1, 1, 1], { stopsAtWait: 2 })).toMatchObject({
      code: 0,
      runs: 2,
      cleanUps: 1,
      listeners: 0,
    });
  });
});

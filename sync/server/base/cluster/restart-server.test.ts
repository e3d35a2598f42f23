import { describe, expect, it } from 'vitest';
import { restartServer } from './restart-server.ts';

describe('starting a database server again', () => {
  it('is tried until it succeeds, however often it fails', async () => {
    let tries = 0;
    const waits: number[] = [];
    const server = await restartServer({
      start: async () => {
        if (++tries <= 8) throw new Error('The disk is full.');
        return 'a server';
      },
      signal: new AbortController().signal,
      onFault: (_error, retryInMs) => waits.push(retryInMs),
      firstRetryMs: 1,
    });
    expect(server).toBe('a server');
    expect(waits).toHaveLength(8);
    expect(waits.at(-1)).toBeGreaterThan(waits[0] ?? 0);
  });

  it('ends at once where it is not wanted any more', async () => {
    const stopping = new AbortController();
    const server = restartServer({
      start: () => Promise.reject(new Error('The disk is full.')),
      signal: stopping.signal,
      onFault: () => setImmediate(() => stopping.abort()),
      firstRetryMs: 60_000,
    });
    expect(await server).toBeUndefined();
  });
});

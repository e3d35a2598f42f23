import { describe, expect, it } from 'vitest';
import { createTraffic } from './traffic.ts';

/** Work under way, until it is told to end. */
function startWork(traffic: ReturnType<typeof createTraffic>) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const done = traffic.track(() => promise);
  return () => {
    resolve();
    return done;
  };
}

describe('traffic', () => {
  it('is quiet with little under way', async () => {
    const traffic = createTraffic(2, 1e9);
    const end = startWork(traffic);
    await expect(traffic.quiet()).resolves.toBeUndefined();
    await end();
  });

  it('is busy with much under way, and quiet again when it has ended', async () => {
    const traffic = createTraffic(2, 1e9);
    const ends = [startWork(traffic), startWork(traffic)];
    let isQuiet = false;
    const quiet = traffic.quiet().then(() => {
      isQuiet = true;
    });
    await Promise.resolve();
    expect(isQuiet).toBe(false);
    await ends[0]?.();
    await quiet;
    await ends[1]?.();
  });

  it('lets nobody wait for ever', async () => {
    const traffic = createTraffic(1, 1);
    const end = startWork(traffic);
    await expect(traffic.quiet()).resolves.toBeUndefined();
    await end();
  });

  it('counts work that fails as ended', async () => {
    const traffic = createTraffic(1, 1e9);
    await expect(traffic.track(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    await expect(traffic.quiet()).resolves.toBeUndefined();
  });
});

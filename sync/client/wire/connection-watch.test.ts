import { describe, expect, it } from 'vitest';
import { MAX_BACKOFF_MS } from '../base/backoff.ts';
import { createVirtualClock } from '../testing/virtual-clock.ts';
import { watchReconnects } from './connection-watch.ts';
import { createStatus } from './status.ts';

const channel = { post: () => undefined, listen: () => () => undefined, close: () => undefined };

function watched() {
  const clock = createVirtualClock();
  const status = createStatus(channel);
  const told: number[] = [];
  const stop = watchReconnects(
    status,
    { clock, random: { fraction: () => 1, bytes: (length) => new Uint8Array(length) } },
    () => told.push(clock.monotonic()),
  );
  return {
    clock,
    told,
    stop,
    /** A request that is lost, and one that isn't. */
    comesBack() {
      status.unreached();
      status.reached(undefined, clock.now());
    },
  };
}

describe('a line that comes back', () => {
  it('is told of at once, and not when something was answered all along', () => {
    const { told, comesBack } = watched();
    comesBack();
    expect(told).toEqual([0]);
  });

  it('is told of ever later where every other request is lost: a server in trouble is left alone', () => {
    const { clock, told, comesBack } = watched();
    for (let second = 0; second < 3600; second += 1) {
      comesBack();
      clock.advance(1_000);
    }
    expect(told.slice(0, 4)).toEqual([0, 3_000, 7_000, 15_000]);
    expect(told.length).toBeLessThan(25);
    // Never later than any other wait.
    const waits = told.slice(1).map((at, index) => at - (told[index] ?? 0));
    expect(Math.max(...waits)).toBeLessThanOrEqual(MAX_BACKOFF_MS + 1_000);
  });

  it('is told of at once again after a time without losses', () => {
    const { clock, told, comesBack } = watched();
    comesBack();
    comesBack();
    clock.advance(2 * MAX_BACKOFF_MS);
    const before = told.length;
    comesBack();
    expect(told.slice(before)).toEqual([clock.monotonic()]);
  });

  it('is told to nobody who has stopped listening', () => {
    const { clock, told, comesBack, stop } = watched();
    comesBack();
    comesBack();
    stop();
    clock.advance(MAX_BACKOFF_MS);
    expect(told).toEqual([0]);
  });
});

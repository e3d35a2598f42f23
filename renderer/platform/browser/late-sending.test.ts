import { expect, test, vi } from 'vitest';
import { createPageSignals } from '../../../sync/client/testing/phone.ts';
import { createVirtualClock } from '../../../sync/client/testing/virtual-clock.ts';
import type { Sending } from '../sending/sending.ts';
import { createLateSending, RETRY_MS } from './late-sending.ts';

function createParts(tries: readonly boolean[]) {
  const log: string[] = [];
  const sending = {
    start: async () => void log.push('started'),
    stop: async () => void log.push('stopped'),
  } as unknown as Sending;
  const left = [...tries];
  const load = vi.fn<() => Promise<Sending>>(async () => {
    if (left.shift() === false) throw new TypeError('Failed to fetch dynamically imported module');
    return sending;
  });
  const clock = createVirtualClock();
  const late = createLateSending({ load, clock, signals: createPageSignals() });
  return { log, load, clock, late, sending };
}

test('it is loaded when the page has time, and those who wait for it follow then', async () => {
  const { late, log, load } = createParts([]);
  const ended = vi.fn<() => void>();
  const began = vi.fn<() => () => void>(() => ended);
  const stop = late.follow(began);
  expect(load).not.toHaveBeenCalled();
  late.plan(false);
  late.plan(true);
  await vi.waitFor(() => expect(began).toHaveBeenCalledOnce());
  expect(load).toHaveBeenCalledOnce();
  expect(log).toEqual(['started']);
  stop();
  expect(ended).toHaveBeenCalledOnce();
  expect(await late.stop()).toBe(true);
  expect(log).toEqual(['started', 'stopped']);
});

test('who asks is told that it can’t be fetched, and the next one gets it - the network came back', async () => {
  const { late, log, sending } = createParts([false, true]);
  await expect(late.ready()).rejects.toThrow('Failed to fetch');
  expect(late.current()).toBeUndefined();
  expect(await late.ready()).toBe(sending);
  expect(log).toEqual(['started']);
});

test('it is tried again until it is there, without anybody asking', async () => {
  const { late, load, clock, log } = createParts([false, false, true]);
  late.plan(true);
  await vi.waitFor(() => expect(load).toHaveBeenCalledOnce());
  for (const times of [2, 3])
    await vi.waitFor(() => {
      clock.advance(RETRY_MS);
      expect(load).toHaveBeenCalledTimes(times);
    });
  await vi.waitFor(() => expect(log).toEqual(['started']));
});

test('nothing is there to stop where it was never loaded', async () => {
  const { late } = createParts([]);
  expect(await late.stop()).toBe(false);
});

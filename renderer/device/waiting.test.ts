import { describe, expect, it } from 'vitest';
import type { Delivery, StorageReport } from '../platform/contract/contract.ts';
import { testDelivery } from '../platform/contract/testing.ts';
import { bannerState, uploadShare } from './waiting.ts';

const now = new Date('2026-11-20T12:00:00Z');
const durable: StorageReport = { mode: 'durable', persisted: true, evicted: false };
const waiting = (part: Partial<Delivery> = {}) => testDelivery({ queuedAt: '2026-11-20T11:00:00Z', ...part });
const online = { state: 'online' } as const;

describe('the banner', () => {
  it('says nothing - nothing waits, and the network is there', () => {
    expect(bannerState(online, [waiting({ state: 'received' })], durable, now)).toBeUndefined();
  });

  it('counts what the vendor does not have, and names each session once for its copy', () => {
    const state = bannerState(
      online,
      [
        waiting({ opId: 'form', session: 'one', why: 'server-busy' }),
        waiting({ opId: 'alert', session: 'one', kind: 'safety.alert' }),
        waiting({ opId: 'other', session: 'two', state: 'attention', why: 'conflict' }),
        waiting({ opId: 'gone', session: 'three', state: 'received' }),
      ],
      durable,
      now,
    );
    expect(state).toMatchObject({ waiting: 3, sessions: ['one', 'two'], why: 'conflict', long: false });
  });

  it('thinks of another way - something has been waiting for a day', () => {
    const old = waiting({ queuedAt: '2026-11-19T12:00:00Z' });
    expect(bannerState(online, [waiting(), old], durable, now)?.long).toBe(true);
    expect(bannerState(online, [{ ...old, state: 'received' }, waiting()], durable, now)?.long).toBe(false);
  });

  it('knows how much of the photos has arrived - by bytes, over all that wait', () => {
    expect(uploadShare([waiting(), waiting()])).toBeUndefined();
    expect(
      uploadShare([
        waiting({ upload: { done: 300, total: 300 } }),
        waiting({ upload: { done: 0, total: 900 } }),
        waiting(),
      ]),
    ).toBe(0.25);
  });
});

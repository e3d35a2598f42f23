import { describe, expect, it, onTestFinished } from 'vitest';
import type { AuditEntry } from './audit-log.ts';
import { createFailedSignIns } from './failed-sign-ins.ts';

function setUp() {
  const events: AuditEntry[] = [];
  let at = 0;
  let reads = 0;
  const failures = createFailedSignIns(
    {
      record: async (entry) => {
        events.push(entry);
      },
    },
    'sign-in-failed',
    () => {
      reads++;
      return at;
    },
  );
  onTestFinished(failures.close);
  return {
    events,
    close: failures.close,
    /** How often the clock was read. */
    reads: () => reads,
    fail: (from: string, actor: string | null = null) => failures.record({ vendor: 'meadow', actor, from }),
    pass: (milliseconds: number) => {
      at += milliseconds;
    },
  };
}

describe('failed sign-ins in the audit trail', () => {
  it('are an event for the first, and one with the number of those that follow within a minute', async () => {
    const { events, fail, pass } = setUp();
    for (let time = 0; time < 200; time++) await fail(`2001:db8:1:${time}::1`);
    expect(events).toEqual([
      { vendor: 'meadow', actor: null, from: '2001:db8:1:0::1', action: 'sign-in-failed' },
    ]);
    pass(60_000);
    await fail('198.51.100.1');
    expect(events[1]).toEqual({
      ...{ vendor: 'meadow', actor: null, from: '2001:db8:1:199::1', action: 'sign-in-failed' },
      detail: 'network=2001:db8:1::/48 more=199',
    });
    await fail('2001:db8:1:1::1');
    expect(events.map(({ from }) => from).slice(2)).toEqual(['198.51.100.1', '2001:db8:1:1::1']);
  });

  it('cost no more where many are counted', async () => {
    const { fail, reads } = setUp();
    for (let time = 0; time < 500; time++) await fail('198.51.100.1', `${time}@meadow.test`);
    const before = reads();
    await fail('198.51.100.1', 'ada@meadow.test');
    expect(reads() - before).toBeLessThan(5);
  });

  it('are told apart by account and by network', async () => {
    const { events, fail } = setUp();
    for (const actor of ['ada@meadow.test', 'bob@meadow.test', null])
      for (const from of ['198.51.100.1', '198.51.100.2', '198.51.100.1']) await fail(from, actor);
    expect(events).toHaveLength(6);
  });

  it('are all recorded at the end, and once', async () => {
    const { events, fail, close } = setUp();
    for (let time = 0; time < 3; time++) await fail('198.51.100.1');
    await close();
    await close();
    expect(events.map(({ detail }) => detail)).toEqual([undefined, 'network=198.51.100.1 more=2']);
  });
});

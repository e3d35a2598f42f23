import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { connect } from '../../base/database/database.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { createEventStreams } from './event-streams.ts';
import { createWakes } from './wakes.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** As one process of the server has them. */
function openProcess() {
  const { sql, close } = connect(database.url, { connections: 2 });
  const wakes = createWakes(sql);
  onTestFinished(async () => {
    await wakes.close();
    await close();
  });
  return wakes;
}

describe('wakes (promise 23)', () => {
  it('reach a device in whichever process its stream is, and no other device', async () => {
    const [here, there] = [openProcess(), openProcess()];
    const woken: string[] = [];
    await here.listen('meadow', 'd1', () => woken.push('d1 here'));
    await there.listen('meadow', 'd1', () => woken.push('d1 there'));
    await there.listen('brook', 'd1', () => woken.push('d1 of brook'));
    await there.listen('meadow', 'd2', () => woken.push('d2'));
    here.wake('meadow', 'd1');
    await expect.poll(() => woken.length).toBe(2);
    here.wake('meadow', 'd2');
    await expect.poll(() => woken.length).toBe(3);
    expect(woken.toSorted()).toEqual(['d1 here', 'd1 there', 'd2']);
  });

  it('are gathered: many at once are one', async () => {
    const wakes = openProcess();
    let [first, last] = [0, 0];
    await wakes.listen('meadow', 'first', () => first++);
    await wakes.listen('meadow', 'last', () => last++);
    for (let index = 0; index < 100; index++) wakes.wake('meadow', 'first');
    wakes.wake('meadow', 'last');
    await expect.poll(() => last).toBe(1);
    expect(first).toBe(1);
  });

  it('reach more devices at once than one notification holds', async () => {
    const wakes = openProcess();
    const names = Array.from({ length: 400 }, (_, index) => `${index}`.padEnd(43, 'x'));
    const woken = new Set<string>();
    for (const name of names) await wakes.listen('meadow', name, () => woken.add(name));
    for (const name of names) wakes.wake('meadow', name);
    await expect.poll(() => woken.size).toBe(names.length);
  });

  it('end where they are not wanted any more', async () => {
    const wakes = openProcess();
    const woken: string[] = [];
    const unlisten = await wakes.listen('meadow', 'd1', () => woken.push('gone'));
    await wakes.listen('meadow', 'd1', () => woken.push('there'));
    unlisten();
    wakes.wake('meadow', 'd1');
    await expect.poll(() => woken).toEqual(['there']);
  });

  it('tell every stream once the line to the database was lost, since some may have been missed', async () => {
    const wakes = openProcess();
    let woken = 0;
    await wakes.listen('meadow', 'd1', () => woken++);
    await database.sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query like 'listen%'`;
    await expect.poll(() => woken).toBe(1);
    wakes.wake('meadow', 'd1');
    await expect.poll(() => woken).toBe(2);
  });
});

describe('event streams (promise 23)', () => {
  /** Streams over wakes that the test gives itself. */
  function openStreams(options: Parameters<typeof createEventStreams>[1] = {}) {
    const listeners = new Map<string, () => void>();
    const streams = createEventStreams(
      {
        listen: async (vendor, device, onWake) => {
          const name = `${vendor}/${device}`;
          listeners.set(name, onWake);
          return () => {
            if (listeners.get(name) === onWake) listeners.delete(name);
          };
        },
      },
      options,
    );
    onTestFinished(streams.close);
    const open = async (device: string) => {
      const address = '203.0.113.1';
      const opened = await streams.open({ vendor: 'meadow', kind: 'device', credential: device, address });
      return opened.kind === 'stream' ? opened.stream : undefined;
    };
    return { streams, open, listeners };
  }
  function collect(stream: Readable | undefined): () => string {
    let text = '';
    stream?.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
    return () => text;
  }

  it('say wake and nothing else', async () => {
    const { open, listeners } = openStreams();
    const text = collect(await open('d1'));
    listeners.get('meadow/d1')?.();
    await expect.poll(text).toBe(':\n\nevent: wake\ndata:\n\n');
  });

  it('keep a quiet line open with comments', async () => {
    const { open } = openStreams({ heartbeatMs: 5 });
    const text = collect(await open('d1'));
    await expect.poll(() => text().split(':\n\n').length).toBeGreaterThan(3);
  });

  it('end where the same device opens another', async () => {
    const { open, listeners } = openStreams();
    const first = await open('d1');
    if (!first) throw new Error('There is no stream.');
    const ended = once(first, 'end');
    collect(first);
    const second = collect(await open('d1'));
    await ended;
    listeners.get('meadow/d1')?.();
    await expect.poll(second).toContain('wake');
  });

  it('are no more than a process takes, and free their place when they end', async () => {
    const { open, listeners } = openStreams({ limits: { devicesOfVendor: 1 } });
    const first = await open('d1');
    expect(await open('d2')).toBeUndefined();
    first?.destroy();
    await expect.poll(() => listeners.size).toBe(0);
    expect(await open('d2')).toBeDefined();
  });

  it('let go of a device that reads nothing', async () => {
    const { open, listeners } = openStreams();
    const stream = await open('d1');
    for (let index = 0; index < 5_000 && !stream?.destroyed; index++) listeners.get('meadow/d1')?.();
    await expect.poll(() => stream?.destroyed).toBe(true);
  });

  it('end with the server, which opens no more', async () => {
    const { streams, open } = openStreams();
    const stream = await open('d1');
    if (!stream) throw new Error('There is no stream.');
    collect(stream);
    const ended = once(stream, 'end');
    streams.close();
    await ended;
    expect(await open('d2')).toBeUndefined();
  });
});

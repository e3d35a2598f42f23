import { describe, expect, test } from 'vitest';
import { type Closable, createRunSlot } from './run-slot.ts';

interface TestRun extends Closable {
  readonly name: string;
}

/** A slot over one draft: a run goes on with what it reads, and stores that with its own name when it is closed. */
function createTestSlot() {
  const log: string[] = [];
  let draft = '';
  const slot = createRunSlot<TestRun>((run) => log.push(`holds ${run?.name ?? 'none'}`));
  const run = (name: string, storing?: Promise<void>): TestRun => {
    const read = draft;
    return {
      name,
      async close() {
        await storing;
        draft = `${read}${name}`;
        log.push(`stored ${draft}`);
      },
    };
  };
  return { slot, run, log, draft: () => draft };
}

const nothing = async () => undefined;
/** Whatever can be done by now is. */
const begun = () => new Promise((resolve) => setTimeout(resolve));
const aborted = { name: 'AbortError' };

describe('a run slot', () => {
  test('reads a draft only once the run before has stored it', async () => {
    const { slot, run, draft } = createTestSlot();
    const { promise: storing, resolve: isStored } = Promise.withResolvers<void>();
    await slot.open(nothing, async () => () => run('a', storing));
    const left = slot.leave();
    const opened = slot.open(nothing, async () => () => run('b'));
    await begun();
    isStored();
    await left;
    await opened;
    await slot.leave();
    expect(draft()).toBe('ab');
  });

  test('closes the run before, and holds the one that was asked for last', async () => {
    const { slot, run, log } = createTestSlot();
    const first = slot.open(nothing, async () => () => run('a'));
    await first;
    const second = slot.open(nothing, async () => () => run('b'));
    const third = slot.open(nothing, async () => () => run('c'));
    await expect(second).rejects.toMatchObject(aborted);
    expect((await third).name).toBe('c');
    expect(slot.held()?.name).toBe('c');
    expect(log).toEqual(['holds a', 'holds none', 'stored a', 'holds c']);
  });

  test('makes no run of what is read after somebody has left', async () => {
    const { slot, run, log, draft } = createTestSlot();
    const { promise: reading, resolve: isRead } = Promise.withResolvers<void>();
    const opened = slot.open(nothing, async () => {
      await reading;
      return () => run('a');
    });
    await begun();
    // What is being opened keeps nobody here.
    await slot.leave();
    isRead();
    await expect(opened).rejects.toMatchObject(aborted);
    expect(slot.held()).toBeUndefined();
    expect(log).toEqual([]);
    await slot.open(nothing, async () => () => run('b'));
    await slot.leave();
    expect(draft()).toBe('b');
  });

  test('opens nothing for a screen that is gone', async () => {
    const { slot, run, log } = createTestSlot();
    let isThere = true;
    const opened = slot.open(
      nothing,
      async () => () => run('a'),
      () => isThere,
    );
    isThere = false;
    await expect(opened).rejects.toMatchObject(aborted);
    expect(log).toEqual([]);
  });

  test('tells nobody who has left why a run could not be opened', async () => {
    const { slot } = createTestSlot();
    const { promise: reading, reject: fail } = Promise.withResolvers<() => TestRun>();
    const opened = slot.open(nothing, () => reading);
    await begun();
    await slot.leave();
    fail(new Error('no draft'));
    await expect(opened).rejects.toMatchObject(aborted);
  });

  test('opens the next one where one could not be opened or stored', async () => {
    const { slot, run } = createTestSlot();
    await slot.open(nothing, async () => () => run('a', Promise.reject(new Error('no room'))));
    await expect(slot.leave()).rejects.toThrow('no room');
    await expect(slot.open(nothing, () => Promise.reject(new Error('no form')))).rejects.toThrow('no form');
    expect((await slot.open(nothing, async () => () => run('b'))).name).toBe('b');
  });

  test('waits for no code that never comes', async () => {
    const { slot, run, log } = createTestSlot();
    void slot.open(
      () => new Promise(() => undefined),
      async () => () => run('a'),
    );
    expect((await slot.open(nothing, async () => () => run('b'))).name).toBe('b');
    expect(log).toEqual(['holds b']);
  });

  test('waits for no draft or form that never comes, and makes no run of it once it does', async () => {
    const { slot, run, log } = createTestSlot();
    const { promise: reading, resolve: isRead } = Promise.withResolvers<() => TestRun>();
    const first = slot.open(nothing, () => reading);
    await begun();
    const second = slot.open(nothing, async () => () => run('b'));
    await expect(Promise.race([second, begun()])).resolves.toMatchObject({ name: 'b' });
    isRead(() => run('a'));
    await expect(first).rejects.toMatchObject(aborted);
    await slot.leave();
    expect(log).toEqual(['holds b', 'holds none', 'stored b']);
  });

  test('tells nobody who has left that its code could not be loaded', async () => {
    const { slot, run } = createTestSlot();
    const { promise: loading, reject: fail } = Promise.withResolvers<void>();
    const opened = slot.open(
      () => loading,
      async () => () => run('a'),
    );
    await slot.leave();
    fail(new Error('no network'));
    await expect(opened).rejects.toMatchObject(aborted);
  });

  test('forgets a run that has ended without storing it', async () => {
    const { slot, run, log } = createTestSlot();
    await slot.open(nothing, async () => () => run('a'));
    slot.forget();
    await slot.open(nothing, async () => () => run('b'));
    expect(log).toEqual(['holds a', 'holds none', 'holds b']);
  });
});

import { describe, expect, it } from 'vitest';
import type { Timers } from './draft-keeper.ts';
import { createDraftKeeper, flushWhenHidden, RETRY_FIRST_MS, THROTTLE_MS } from './draft-keeper.ts';

function manualTimers() {
  let now = 0;
  let next = 1;
  const waiting = new Map<number, { readonly at: number; readonly callback: () => void }>();
  const timers: Timers = {
    set(callback, milliseconds) {
      waiting.set(next, { at: now + milliseconds, callback });
      return next++;
    },
    clear: (handle) => void waiting.delete(handle as number),
  };
  return {
    timers,
    pass(milliseconds: number) {
      now += milliseconds;
      for (const [id, { at, callback }] of [...waiting]) {
        if (at > now) continue;
        waiting.delete(id);
        callback();
      }
    },
  };
}

/** A store whose commits are let through, or refused, one by one. */
function manualStore() {
  const saves: { content: string; commit: () => void; refuse: (code: string) => void }[] = [];
  return {
    saves,
    save: (content: string) =>
      new Promise<void>((resolve, reject) => {
        saves.push({
          content,
          commit: resolve,
          refuse: (code) => reject(Object.assign(new Error(code), { code })),
        });
      }),
    last() {
      const save = saves.at(-1);
      if (!save) throw new Error('Nothing was saved');
      return save;
    },
  };
}

const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

function keeping() {
  const clock = manualTimers();
  const store = manualStore();
  let content: string | undefined = 'a';
  const at = new Date('2026-11-20T10:00:00Z');
  const keeper = createDraftKeeper({
    read: () => content,
    save: store.save,
    now: () => at,
    timers: clock.timers,
  });
  return { clock, store, keeper, write: (value: string | undefined) => (content = value) };
}

describe('keeping a draft', () => {
  it('says "saved" only after the commit - one answer', async () => {
    const { clock, store, keeper } = keeping();
    keeper.touch();
    expect(keeper.state().status).toBe('saving');
    clock.pass(THROTTLE_MS);
    expect(store.saves).toHaveLength(1);
    expect(keeper.state().status).toBe('saving');
    store.last().commit();
    await settled();
    expect(keeper.state().status).toBe('saved');
  });

  it('is not put off by further answers - typing without pause', () => {
    const { clock, store, keeper } = keeping();
    for (let waited = 0; waited < THROTTLE_MS; waited += 10) {
      keeper.touch();
      clock.pass(10);
    }
    expect(store.saves).toHaveLength(1);
    expect(THROTTLE_MS).toBeLessThan(250);
  });

  it('has one save in flight and lets the newest win - answers during a slow commit', async () => {
    const { clock, store, keeper, write } = keeping();
    keeper.touch();
    clock.pass(THROTTLE_MS);
    write('b');
    keeper.touch();
    clock.pass(THROTTLE_MS);
    write('c');
    keeper.touch();
    clock.pass(THROTTLE_MS);
    expect(store.saves).toHaveLength(1);
    store.last().commit();
    await settled();
    expect(store.saves.map((save) => save.content)).toEqual(['a', 'c']);
    expect(keeper.state().status).toBe('saving');
    store.last().commit();
    await settled();
    expect(keeper.state().status).toBe('saved');
  });

  it('says plainly why nothing is kept, and tries again - the disk is full for a while', async () => {
    const { clock, store, keeper } = keeping();
    keeper.touch();
    clock.pass(THROTTLE_MS);
    store.last().refuse('quota');
    await settled();
    expect(keeper.state()).toEqual({ status: 'not-saved', reason: 'quota' });
    clock.pass(RETRY_FIRST_MS);
    expect(store.saves).toHaveLength(2);
    expect(keeper.state().status).toBe('not-saved');
    store.last().commit();
    await settled();
    expect(keeper.state().status).toBe('saved');
  });

  it('waits longer after each refusal', async () => {
    const { clock, store, keeper } = keeping();
    keeper.touch();
    clock.pass(THROTTLE_MS);
    store.last().refuse('timeout');
    await settled();
    clock.pass(RETRY_FIRST_MS);
    store.last().refuse('timeout');
    await settled();
    clock.pass(RETRY_FIRST_MS);
    expect(store.saves).toHaveLength(2);
    clock.pass(RETRY_FIRST_MS);
    expect(store.saves).toHaveLength(3);
  });

  it.each(['taken-over', 'memory-only'])('does not keep trying - %s', async (code) => {
    const { clock, store, keeper } = keeping();
    keeper.touch();
    clock.pass(THROTTLE_MS);
    store.last().refuse(code);
    await settled();
    clock.pass(RETRY_FIRST_MS * 100);
    expect(store.saves).toHaveLength(1);
    expect(keeper.state()).toEqual({ status: 'not-saved', reason: code });
  });

  it('names an unknown fault as unknown', async () => {
    const { clock, store, keeper } = keeping();
    keeper.touch();
    clock.pass(THROTTLE_MS);
    store.last().refuse('something-else');
    await settled();
    expect(keeper.state()).toEqual({ status: 'not-saved', reason: 'unknown' });
  });

  it('stores at once and waits for the newest - flushed during a save', async () => {
    const { clock, store, keeper, write } = keeping();
    keeper.touch();
    clock.pass(THROTTLE_MS);
    write('b');
    keeper.touch();
    const flushed = keeper.flush();
    store.last().commit();
    await settled();
    expect(store.saves.map((save) => save.content)).toEqual(['a', 'b']);
    store.last().commit();
    expect((await flushed).status).toBe('saved');
  });

  it('stores nothing - nothing may be kept yet, then keeps all', async () => {
    const { clock, store, keeper, write } = keeping();
    write(undefined);
    keeper.touch();
    clock.pass(THROTTLE_MS);
    expect(store.saves).toHaveLength(0);
    write('now');
    keeper.touch();
    clock.pass(THROTTLE_MS);
    expect(store.last().content).toBe('now');
    store.last().commit();
    await settled();
    expect(keeper.state().status).toBe('saved');
  });

  it('begins nothing new - stopped', async () => {
    const { clock, store, keeper } = keeping();
    keeper.touch();
    await keeper.stop();
    clock.pass(THROTTLE_MS);
    keeper.touch();
    clock.pass(THROTTLE_MS);
    expect(store.saves).toHaveLength(0);
  });

  it('failure-05: stores at once - the page is hidden or goes away, and nothing while it is being unloaded', () => {
    const { store, keeper } = keeping();
    const frame = new EventTarget();
    const page = Object.assign(new EventTarget(), { visibilityState: 'hidden' });
    const end = flushWhenHidden(keeper, page as Document, frame as Window);
    keeper.touch();
    page.dispatchEvent(new Event('visibilitychange'));
    return settled().then(async () => {
      expect(store.saves).toHaveLength(1);
      store.last().commit();
      await settled();
      keeper.touch();
      frame.dispatchEvent(new Event('pagehide'));
      await settled();
      expect(store.saves).toHaveLength(2);
      store.last().commit();
      await settled();
      // A write in there freezes the database for the next page.
      keeper.touch();
      frame.dispatchEvent(new Event('beforeunload'));
      frame.dispatchEvent(new Event('unload'));
      await settled();
      expect(store.saves).toHaveLength(2);
      end();
    });
  });
});

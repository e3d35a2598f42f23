import { describe, expect, test } from 'vitest';
import { watchUpdates } from './updates.ts';

class Worker extends EventTarget {
  readonly messages: unknown[] = [];
  postMessage(message: unknown): void {
    this.messages.push(message);
  }
}

const nothing = (): Worker | null => null;

/** The browser's side, as far as a page sees it. */
function browser({ controlled = true } = {}) {
  const active = new Worker();
  const none: Worker | null = nothing();
  const registration = Object.assign(new EventTarget(), {
    active: controlled ? active : none,
    waiting: none,
    installing: none,
  });
  const container = Object.assign(new EventTarget(), { controller: controlled ? active : null });
  const page = new EventTarget();
  let reloads = 0;
  const updates = watchUpdates({
    container,
    registration,
    page,
    reload: () => {
      reloads += 1;
    },
  });
  const told: string[] = [];
  updates.subscribe((state) => told.push(state));
  return {
    updates,
    told,
    page,
    reloads: () => reloads,
    installs(): Worker {
      const worker = new Worker();
      registration.installing = worker;
      registration.dispatchEvent(new Event('updatefound'));
      registration.installing = null;
      registration.waiting = worker;
      worker.dispatchEvent(new Event('statechange'));
      return worker;
    },
    takesOver(worker: Worker): void {
      registration.waiting = null;
      registration.active = worker;
      container.controller = worker;
      container.dispatchEvent(new Event('controllerchange'));
    },
  };
}

describe('An update', () => {
  test('is told and waits - a new version was installed', () => {
    const { installs, told, updates, reloads } = browser();
    installs();
    expect(told).toEqual(['waiting']);
    expect(updates.state()).toBe('waiting');
    expect(reloads()).toBe(0);
  });

  test('promise 1: reloads the tab that asked, once the new version has taken over', async () => {
    const { installs, takesOver, updates, reloads } = browser();
    const worker = installs();
    expect(await updates.apply()).toBe('applied');
    expect(worker.messages).toEqual([{ type: 'SKIP_WAITING' }]);
    expect(reloads()).toBe(0);
    takesOver(worker);
    expect(reloads()).toBe(1);
  });

  test('promise 1: does not reload this tab - another tab asked', () => {
    const { installs, takesOver, told, reloads } = browser();
    takesOver(installs());
    expect(reloads()).toBe(0);
    expect(told).toEqual(['waiting', 'outdated']);
  });

  test('promise 1: does nothing - somebody is writing', async () => {
    const { installs, updates, reloads } = browser();
    const worker = installs();
    updates.setSafeBoundary(() => false);
    expect(await updates.apply()).toBe('not-now');
    expect(worker.messages).toEqual([]);
    expect(reloads()).toBe(0);
  });

  test('promise 1: does nothing - somebody began to write while the page was saving', async () => {
    const { installs, updates } = browser();
    const worker = installs();
    let safe = true;
    updates.setSafeBoundary(() => safe);
    updates.setBeforeReload(async () => {
      safe = false;
    });
    expect(await updates.apply()).toBe('not-now');
    expect(worker.messages).toEqual([]);
  });

  test('promise 2: does nothing - what was written could not be saved', async () => {
    const { installs, updates, reloads } = browser();
    const worker = installs();
    updates.setBeforeReload(() => Promise.reject(new Error('quota')));
    expect(await updates.apply()).toBe('not-now');
    expect(worker.messages).toEqual([]);
    expect(reloads()).toBe(0);
  });

  test('reloads at once - another tab applied it earlier', async () => {
    const { installs, takesOver, updates, reloads } = browser();
    takesOver(installs());
    expect(await updates.apply()).toBe('applied');
    expect(reloads()).toBe(1);
  });

  test('is none - the first worker of the page takes over', () => {
    const { installs, takesOver, told } = browser({ controlled: false });
    takesOver(installs());
    expect(told).not.toContain('outdated');
  });

  test('says current - there is nothing to apply', async () => {
    const { updates, reloads } = browser();
    expect(await updates.apply()).toBe('current');
    expect(reloads()).toBe(0);
  });
});

describe('A part of the app that is gone', () => {
  test('promise 3: what is written is saved, then the page is told to be outdated, and stays', async () => {
    const { page, updates, told, reloads } = browser();
    const order: string[] = [];
    updates.setBeforeReload(async () => {
      order.push('saved');
    });
    const outdated = new Promise<void>((resolve) => {
      updates.subscribe((state) => {
        order.push(state);
        resolve();
      });
    });
    page.dispatchEvent(new Event('vite:preloadError'));
    await outdated;
    expect(order).toEqual(['saved', 'outdated']);
    expect(told).toEqual(['outdated']);
    expect(reloads()).toBe(0);
  });
});

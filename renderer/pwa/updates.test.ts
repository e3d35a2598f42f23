import { afterEach, describe, expect, test, vi } from 'vitest';
import { Workbox } from 'workbox-window';
import { watchUpdates } from './updates.ts';

const SCRIPT = 'https://care.example/sw.js';

class Worker extends EventTarget {
  readonly scriptURL = SCRIPT;
  state = 'installing';
  readonly messages: unknown[] = [];
  postMessage(message: unknown): void {
    this.messages.push(message);
  }
  becomes(state: string): void {
    this.state = state;
    this.dispatchEvent(new Event('statechange'));
  }
}

const nothing = (): Worker | null => null;

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** The browser's side, as far as workbox-window and a page see it. */
async function browser({
  controlledBy = 'vendor',
  isInstalling = false,
}: {
  readonly controlledBy?: 'vendor' | 'platform' | 'nobody';
  readonly isInstalling?: boolean;
} = {}) {
  const none: Worker | null = nothing();
  const ofVendor = new Worker();
  const registration = Object.assign(new EventTarget(), {
    active: controlledBy === 'vendor' ? ofVendor : none,
    waiting: none,
    installing: isInstalling ? new Worker() : none,
  });
  const controllers = { vendor: ofVendor, platform: new Worker(), nobody: none };
  const container = Object.assign(new EventTarget(), {
    controller: controllers[controlledBy],
    register: async () => registration,
  });
  vi.stubGlobal('self', globalThis);
  vi.stubGlobal('location', new URL(SCRIPT));
  vi.stubGlobal('navigator', { serviceWorker: container });
  const lifecycle = new Workbox(SCRIPT);
  await lifecycle.register({ immediate: true });
  const page = new EventTarget();
  const nudge = vi.fn<() => void>();
  let reloads = 0;
  const updates = watchUpdates({
    lifecycle,
    container,
    registration,
    page,
    nudge,
    reload: () => {
      reloads += 1;
    },
  });
  const told: string[] = [];
  updates.subscribe((state) => told.push(state));
  const waits = (worker: Worker): Worker => {
    registration.installing = null;
    registration.waiting = worker;
    worker.becomes('installed');
    return worker;
  };
  return {
    updates,
    told,
    page,
    registration,
    nudge,
    reloads: () => reloads,
    waits,
    installs(): Worker {
      const worker = new Worker();
      registration.installing = worker;
      registration.dispatchEvent(new Event('updatefound'));
      return waits(worker);
    },
    takesOver(worker: Worker): void {
      registration.waiting = null;
      registration.active = worker;
      container.controller = worker;
      worker.becomes('activating');
      container.dispatchEvent(new Event('controllerchange'));
    },
  };
}

describe('An update', () => {
  test('is told and waits - a new version was installed', async () => {
    const { installs, told, updates, reloads } = await browser();
    installs();
    expect(told).toEqual(['waiting']);
    expect(updates.state()).toBe('waiting');
    expect(reloads()).toBe(0);
  });

  test('promise 1: reloads the tab that asked, once the new version has taken over', async () => {
    const { installs, takesOver, updates, reloads } = await browser();
    const worker = installs();
    expect(await updates.apply()).toBe('applied');
    expect(worker.messages).toEqual([{ type: 'SKIP_WAITING' }]);
    expect(reloads()).toBe(0);
    takesOver(worker);
    expect(reloads()).toBe(1);
  });

  test('is helped each second, and no longer once it took over - something kept the version before at work', async () => {
    const { installs, takesOver, updates, nudge } = await browser();
    const worker = installs();
    vi.useFakeTimers();
    await updates.apply();
    expect(nudge).toHaveBeenCalledTimes(0);
    vi.advanceTimersByTime(2_000);
    expect(nudge).toHaveBeenCalledTimes(2);
    takesOver(worker);
    vi.advanceTimersByTime(5_000);
    expect(nudge).toHaveBeenCalledTimes(2);
  });

  test('promise 1: does not reload this tab - another tab asked', async () => {
    const { installs, takesOver, told, reloads } = await browser();
    takesOver(installs());
    expect(reloads()).toBe(0);
    expect(told).toEqual(['waiting', 'outdated']);
  });

  test('promise 1: does nothing - somebody is writing', async () => {
    const { installs, updates, reloads } = await browser();
    const worker = installs();
    updates.setSafeBoundary(() => false);
    expect(await updates.apply()).toBe('not-now');
    expect(worker.messages).toEqual([]);
    expect(reloads()).toBe(0);
  });

  test('promise 1: does nothing - somebody began to write while the page was saving', async () => {
    const { installs, updates } = await browser();
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
    const { installs, updates, reloads } = await browser();
    const worker = installs();
    updates.setBeforeReload(() => Promise.reject(new Error('quota')));
    expect(await updates.apply()).toBe('not-now');
    expect(worker.messages).toEqual([]);
    expect(reloads()).toBe(0);
  });

  test('reloads at once - another tab applied it earlier', async () => {
    const { installs, takesOver, updates, reloads } = await browser();
    takesOver(installs());
    expect(await updates.apply()).toBe('applied');
    expect(reloads()).toBe(1);
  });

  test('is none - the first worker of the page takes over', async () => {
    const { installs, takesOver, told } = await browser({ controlledBy: 'nobody' });
    takesOver(installs());
    expect(told).not.toContain('outdated');
  });

  test("is none - the platform's worker gives way to the vendor's", async () => {
    const { installs, takesOver, told } = await browser({ controlledBy: 'platform' });
    takesOver(installs());
    expect(told).not.toContain('outdated');
  });

  test('is told and waits - another tab had begun to install it', async () => {
    const { waits, registration, told } = await browser({ isInstalling: true });
    if (registration.installing) waits(registration.installing);
    expect(told).toEqual(['waiting']);
  });

  test('is told each time - a tab that stays open for days', async () => {
    const { installs, takesOver, updates, told } = await browser();
    installs();
    takesOver(installs());
    expect(told).toEqual(['waiting', 'outdated']);
    expect(await updates.apply()).toBe('applied');
  });

  test('says current - there is nothing to apply', async () => {
    const { updates, reloads } = await browser();
    expect(await updates.apply()).toBe('current');
    expect(reloads()).toBe(0);
  });
});

describe('A part of the app that is gone', () => {
  test('promise 3: what is written is saved, then the page is told to be outdated, and stays', async () => {
    const { page, updates, told, reloads } = await browser();
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

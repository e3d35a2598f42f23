import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { IDLE_MS, LOADED_MS, registerPwa } from './register.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A page that is still loading, as far as registering looks at it. */
function loadingPage() {
  const registered: string[] = [];
  const registration = Object.assign(new EventTarget(), {
    active: null,
    waiting: null,
    installing: new EventTarget(),
    update: async () => undefined,
  });
  const container = Object.assign(new EventTarget(), {
    controller: null,
    register: async (_url: string, { scope }: { readonly scope: string }) => {
      registered.push(scope);
      return registration;
    },
  });
  const page = Object.assign(new EventTarget(), {
    document: Object.assign(new EventTarget(), { readyState: 'interactive', visibilityState: 'visible' }),
    navigator: { serviceWorker: container, onLine: true },
    setTimeout: (run: () => void, ms: number) => setTimeout(run, ms),
    clearTimeout: (timer: NodeJS.Timeout) => clearTimeout(timer),
    setInterval: (run: () => void, ms: number) => setInterval(run, ms),
    clearInterval: (timer: NodeJS.Timeout) => clearInterval(timer),
  });
  // As workbox-window finds them.
  vi.stubGlobal('self', globalThis);
  vi.stubGlobal('navigator', page.navigator);
  const asWindow: unknown = page;
  return { registered, page, window: asWindow as Window };
}
const given = { scope: '/connect/willow/', isSafe: () => true, flush: async () => undefined };

test('the worker is registered as soon as the page is loaded', async () => {
  const { registered, page, window } = loadingPage();
  const registering = registerPwa({ ...given, page: window });
  await vi.advanceTimersByTimeAsync(1);
  expect(registered).toEqual([]);
  page.dispatchEvent(new Event('load'));
  (await registering)?.stop();
  expect(registered).toEqual([given.scope]);
});

test('the worker is registered all the same - a picture of the page never comes', async () => {
  const { registered, window } = loadingPage();
  const registering = registerPwa({ ...given, page: window });
  await vi.advanceTimersByTimeAsync(LOADED_MS);
  (await registering)?.stop();
  expect(registered).toEqual([given.scope]);
});

test('the worker waits until the page is idle, and no longer than it has to', async () => {
  const { registered, page, window } = loadingPage();
  const idle = vi.fn<(run: () => void, options: { timeout: number }) => void>();
  Object.assign(page, { requestIdleCallback: idle });
  const registering = registerPwa({ ...given, page: window });
  page.dispatchEvent(new Event('load'));
  await vi.advanceTimersByTimeAsync(1);
  expect([registered, idle.mock.calls[0]?.[1]]).toEqual([[], { timeout: IDLE_MS }]);
  idle.mock.calls[0]?.[0]();
  (await registering)?.stop();
  expect(registered).toEqual([given.scope]);
});

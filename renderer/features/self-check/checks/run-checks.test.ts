import { IDBFactory } from 'fake-indexeddb';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { clearCaches } from './clear-caches.ts';
import { CHECKS, type CheckName, FIGURES, type Results, reportOf } from './report.ts';
import { runCheck, type Surroundings, WITHIN_MS } from './run-checks.ts';

afterEach(() => vi.useRealTimers());

const now = Date.parse('2026-11-26T10:00:00Z');
const answer = (path: string) =>
  Response.json(
    { status: path === '/healthz' ? 'ok' : 'ready' },
    { headers: { date: new Date(now).toUTCString() } },
  );

function around(part: Partial<Surroundings> = {}): Surroundings {
  return {
    navigator: {
      serviceWorker: {
        getRegistrations: async () => [
          { active: { state: 'activated' }, waiting: null } as unknown as ServiceWorkerRegistration,
        ],
      },
      storage: {
        estimate: async () => ({ quota: 2_000_000_000, usage: 1_000_000 }),
        persisted: async () => true,
      },
      permissions: { query: async () => ({ state: 'granted' }) as PermissionStatus },
    },
    indexedDB: new IDBFactory(),
    crypto,
    fetch: async (path) => answer(path instanceof Request ? path.url : path.toString()),
    now: () => now,
    entry: '/assets/main.js',
    canPrint: true,
    hasKioskBridge: true,
    showToast: async () => true,
    ...part,
  };
}
const all = async (place: Surroundings): Promise<Results> =>
  Object.fromEntries(
    await Promise.all(CHECKS.map(async (name) => [name, await runCheck(name, place)] as const)),
  );

describe('a device', () => {
  it('where everything works passes, but for a printer, which no browser tells of', async () => {
    const results = await all(around());
    const others = Object.entries(results).filter(([, { status }]) => status !== 'pass');
    expect(others.map(([name, { status }]) => [name, status])).toEqual([['printer', 'unknown']]);
  });

  it.each<readonly [string, CheckName, Partial<Surroundings>, string]>([
    ['no database', 'database', { indexedDB: undefined }, 'fail'],
    ['another network’s answer', 'network', { fetch: async () => new Response('<h1>Sign in</h1>') }, 'fail'],
    ['no network', 'network', { fetch: async () => Promise.reject(new TypeError('gone')) }, 'fail'],
    ['a server that isn’t ready', 'sync', { fetch: async () => new Response(null, { status: 503 }) }, 'warn'],
    ['a clock two minutes ahead', 'clock', { now: () => now + 120_000 }, 'warn'],
    ['a clock an hour behind', 'clock', { now: () => now - 3_600_000 }, 'fail'],
    ['no worker', 'worker', { navigator: { serviceWorker: { getRegistrations: async () => [] } } }, 'warn'],
    ['workers not supported', 'worker', { navigator: {} }, 'fail'],
    ['no bridge', 'kiosk', { hasKioskBridge: false }, 'unknown'],
    ['no toast', 'toast', { showToast: async () => false }, 'fail'],
    [
      'hardly any room',
      'storage',
      {
        navigator: {
          storage: { estimate: async () => ({ quota: 5e6, usage: 0 }), persisted: async () => true },
        },
      },
      'fail',
    ],
    [
      'room that may be taken away',
      'storage',
      {
        navigator: {
          storage: { estimate: async () => ({ quota: 5e9, usage: 0 }), persisted: async () => false },
        },
      },
      'warn',
    ],
    [
      'C64 a browser that doesn’t know the camera’s name',
      'camera',
      { navigator: { permissions: { query: async () => Promise.reject(new TypeError('camera')) } } },
      'unknown',
    ],
    [
      'C64 a browser that throws at once',
      'microphone',
      {
        navigator: {
          permissions: {
            query: () => {
              throw new TypeError('microphone');
            },
          },
        },
      },
      'unknown',
    ],
    [
      'a camera that was blocked',
      'camera',
      { navigator: { permissions: { query: async () => ({ state: 'denied' }) as PermissionStatus } } },
      'fail',
    ],
    [
      'a camera that will be asked for',
      'camera',
      { navigator: { permissions: { query: async () => ({ state: 'prompt' }) as PermissionStatus } } },
      'unknown',
    ],
  ])('with %s is told so', async (_, name, part, status) => {
    expect((await runCheck(name, around(part))).status).toBe(status);
  });

  it('that never answers holds nothing back for more than three seconds', async () => {
    vi.useFakeTimers();
    const never = () => new Promise<never>(() => undefined);
    const checked = runCheck('sync', around({ fetch: never }));
    await vi.advanceTimersByTimeAsync(WITHIN_MS);
    expect(await checked).toEqual({ status: 'fail' });
  });

  it('counts what waits in each clinic’s store, and leaves it there', async () => {
    const indexedDB = new IDBFactory();
    const open = () =>
      new Promise<IDBDatabase>((resolve) => {
        const request = indexedDB.open('v:willow:store', 1);
        request.onupgradeneeded = () => request.result.createObjectStore('outbox', { keyPath: 'id' });
        request.onsuccess = () => resolve(request.result);
      });
    const database = await open();
    await new Promise((resolve) => {
      const transaction = database.transaction('outbox', 'readwrite');
      transaction.objectStore('outbox').put({ id: 1, text: 'canary' });
      transaction.oncomplete = resolve;
    });
    database.close();
    const place = around({ indexedDB });
    const checked = await runCheck('outbox', place);
    expect(checked).toEqual({ status: 'warn', figures: { waiting: 1 } });
    expect(await runCheck('outbox', place)).toEqual(checked);
    expect(reportOf({ outbox: checked }, 'staff')).not.toContain('canary');
  });

  it('says nothing of what waits in a store that it doesn’t know', async () => {
    const indexedDB = new IDBFactory();
    await new Promise((resolve) => {
      const request = indexedDB.open('v:willow:store', 1);
      request.onsuccess = () => {
        request.result.close();
        resolve(undefined);
      };
    });
    expect(await runCheck('outbox', around({ indexedDB }))).toEqual({ status: 'unknown' });
  });
});

describe('the report', () => {
  it('has words and figures of closed lists alone; figures are for staff', async () => {
    const results = await all(around({ now: () => now + 90_400 }));
    const words = `(${CHECKS.join('|')}): (pass|warn|fail|unknown)`;
    const line = new RegExp(`^${words}( (${FIGURES.join('|')})=-?\\d+)*$`);
    for (const detail of ['public', 'staff'] as const) {
      const [head, ...lines] = reportOf(results, detail).split('\n');
      expect(head).toBe('carefront self-check 1');
      expect(lines).toHaveLength(CHECKS.length);
      for (const each of lines) expect(each).toMatch(line);
    }
    expect(reportOf(results, 'staff')).toContain('clockSkewSeconds=90');
    expect(reportOf(results, 'public')).not.toContain('=');
  });
});

it('clearing puts away what the network brings again, and nothing that somebody wrote', async () => {
  const kept = new Set([
    'v:willow:build:1',
    'v:~platform:shell:2',
    'v:willow:pack:3',
    'v:willow:kept',
    'v:willow:mark',
    'other',
  ]);
  const storage = {
    keys: async () => [...kept],
    delete: async (name: string) => kept.delete(name),
  } as unknown as CacheStorage;
  expect(await clearCaches(storage)).toBe(3);
  expect([...kept]).toEqual(['v:willow:kept', 'v:willow:mark', 'other']);
});

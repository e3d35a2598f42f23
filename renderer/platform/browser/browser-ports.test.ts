import { describe, expect, test } from 'vitest';
import { createSystemClock } from '../../../sync/client/base/system-clock.ts';
import { until } from '../../../sync/client/testing/until.ts';
import { createFetchTransport } from '../sending/fetch-transport.ts';
import { createReceiptKeys } from '../sending/receipt-keys.ts';
import { createBroadcast, createPageSignals, createStorageQuota, createWebLocks } from './browser-ports.ts';
import { createStoreMarker } from './store-marker.ts';

describe('locks', () => {
  test('go to one holder at a time, and to the next when released', async () => {
    const locks = createWebLocks(navigator.locks);
    const first = await locks.tryHold('v:meadow:test');
    expect(first).toBeTypeOf('function');
    expect(await locks.tryHold('v:meadow:test')).toBeUndefined();
    const other = await locks.tryHold('v:willow:test');
    expect(other).toBeTypeOf('function');
    other?.();
    first?.();
    await until(async () => {
      const next = await locks.tryHold('v:meadow:test');
      next?.();
      return next !== undefined;
    });
  });

  test('failure-30: are granted to each - where the browser has none', async () => {
    const locks = createWebLocks(undefined);
    expect(await locks.tryHold('a')).toBeTypeOf('function');
    expect(await locks.tryHold('a')).toBeTypeOf('function');
  });
});

describe('transport', () => {
  test('failure-35: sends no cookie, keeps no answer and follows no redirect', async () => {
    const seen: RequestInit[] = [];
    const transport = createFetchTransport(async (_url, init) => {
      seen.push(init ?? {});
      return new Response('ok', { status: 201, headers: { 'X-Test': 'yes' } });
    });
    const answer = await transport.send({
      method: 'POST',
      url: 'https://a.example/',
      headers: { dpop: 'p' },
      body: new Uint8Array([1]),
    }).answer;
    expect([answer.status, answer.header('x-test'), answer.header('none'), await answer.text()]).toEqual([
      201,
      'yes',
      undefined,
      'ok',
    ]);
    expect(seen[0]).toMatchObject({
      cache: 'no-store',
      credentials: 'omit',
      redirect: 'error',
      referrerPolicy: 'no-referrer',
    });
  });

  test('sends and takes the session where a request says so, and of no other origin', async () => {
    const seen: RequestInit[] = [];
    const transport = createFetchTransport(async (_url, init) => {
      seen.push(init ?? {});
      return new Response(null, { status: 204 });
    });
    const request = { method: 'DELETE', url: 'https://a.example/', headers: {}, session: true } as const;
    await transport.send(request).answer;
    expect(seen[0]).toMatchObject({
      ...{ method: 'DELETE', credentials: 'same-origin' },
      ...{ cache: 'no-store', redirect: 'error' },
    });
  });

  test('gives a request up when told to', async () => {
    const transport = createFetchTransport(
      (_url, init) =>
        new Promise((_, reject) =>
          init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)),
        ),
    );
    const { answer, abort } = transport.send({ method: 'GET', url: 'https://a.example/', headers: {} });
    abort();
    await expect(answer).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('a stream of events', () => {
  const stream = { 'content-type': 'text/event-stream; charset=utf-8', 'x-sync-protocol': '1' };
  /** A line that brings these pieces, and then ends. */
  function listens(pieces: readonly string[], headers: Record<string, string> = stream, status = 200) {
    const seen: RequestInit[] = [];
    let heard = 0;
    const transport = createFetchTransport(async (_url, init) => {
      seen.push(init ?? {});
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece));
          controller.close();
        },
      });
      return new Response(body, { status, headers });
    });
    const request = { method: 'GET', url: 'https://a.example/events', headers: { dpop: 'p' } } as const;
    const listening = transport.listen?.(request, () => {
      heard += 1;
    });
    return { seen, heard: () => heard, ended: listening?.ended };
  }

  test.each([
    ['its opening', [], 1],
    ['comments that keep the line open', [':\n\n', ': ping\n\n'], 1],
    ['one event', ['event: wake\ndata:\n\n'], 2],
    ['two events, cut in pieces anywhere', ['event: wa', 'ke\nda', 'ta: 1\n', '\ndata: 2', '\n\n'], 3],
    ['lines that end as on other systems', ['data: 1\r\n\r', '\ndata: 2\r\r'], 3],
    ['an event without data, which is none', ['event: wake\n\n', 'dataset: 1\n\n'], 1],
    ['an event that was not finished', ['data: 1\n'], 1],
  ])('tells of %s', async (_what, pieces, times) => {
    const { heard, ended, seen } = listens(pieces);
    await ended;
    expect(heard()).toBe(times);
    expect(seen[0]).toMatchObject({ credentials: 'omit', cache: 'no-store', redirect: 'error' });
  });

  test.each([
    [
      'failure-37: the page of a captive portal',
      { 'content-type': 'text/html', 'x-sync-protocol': '1' },
      200,
    ],
    ['a stream of somebody else', { 'content-type': 'text/event-stream' }, 200],
    ['a refusal', stream, 401],
  ])('is over at once - %s', async (_what, headers, status) => {
    const { heard, ended } = listens(['data: 1\n\n'], headers, status);
    await ended;
    expect(heard()).toBe(0);
  });

  test('is over when told to end, and when there is no line', async () => {
    const hanging = createFetchTransport(
      (_url, init) =>
        new Promise((_, reject) =>
          init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)),
        ),
    );
    const request = { method: 'GET', url: 'https://a.example/events', headers: {} } as const;
    const listening = hanging.listen?.(request, () => undefined);
    listening?.abort();
    await listening?.ended;
    const offline = createFetchTransport(() => Promise.reject(new TypeError('Failed to fetch')));
    expect(await offline.listen?.(request, () => undefined).ended).toBeUndefined();
  });
});

describe('broadcast', () => {
  test('reaches the other tabs of this vendor, and nobody else', async () => {
    const [here, there, elsewhere] = ['v:meadow:d', 'v:meadow:d', 'v:willow:d'].map(createBroadcast);
    const heard: string[] = [];
    here?.listen((message) => heard.push(`here ${message}`));
    there?.listen((message) => heard.push(`there ${message}`));
    elsewhere?.listen((message) => heard.push(`elsewhere ${message}`));
    here?.post('changed');
    await until(() => heard.length > 0);
    expect(heard).toEqual(['there changed']);
    for (const channel of [here, there, elsewhere]) channel?.close();
  });
});

describe('page signals', () => {
  test('failure-25: tell of coming back from the back/forward cache, and end when asked to', () => {
    const page = new EventTarget();
    const document = Object.assign(new EventTarget(), { visibilityState: 'hidden' });
    const signals = createPageSignals(
      Object.assign(page, { document }) as Window & EventTarget & { document: typeof document },
    );
    const heard: string[] = [];
    const stop = signals.listen((signal) => heard.push(signal));
    document.dispatchEvent(new Event('visibilitychange'));
    document.visibilityState = 'visible';
    document.dispatchEvent(new Event('visibilitychange'));
    page.dispatchEvent(new Event('online'));
    page.dispatchEvent(new Event('pageshow'));
    page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    expect(heard).toEqual(['hidden', 'visible', 'online', 'resumed']);
    expect(signals.visible()).toBe(true);
    stop();
    page.dispatchEvent(new Event('focus'));
    expect(heard).toHaveLength(4);
  });
});

describe('storage quota', () => {
  test('says `unsupported` - where the browser cannot promise', async () => {
    const quota = createStorageQuota(undefined);
    expect([await quota.persisted(), await quota.persist(), await quota.estimate()]).toEqual([
      'unsupported',
      'unsupported',
      {},
    ]);
  });
});

describe('clock', () => {
  test('never runs a timer that was cancelled, and names its run', async () => {
    const clock = createSystemClock();
    let ran = '';
    clock.setTimer(0, () => {
      ran += 'cancelled';
    })();
    clock.setTimer(0, () => {
      ran += 'kept';
    });
    await until(() => ran !== '');
    expect(ran).toBe('kept');
    expect(clock.boot).not.toBe(createSystemClock().boot);
  });
});

describe('store marker', () => {
  function createCookies() {
    let jar = 'other=1';
    let written = '';
    return {
      get cookie() {
        return jar;
      },
      set cookie(value: string) {
        written = value;
        jar = `other=1; ${value.split(';')[0]}`;
      },
      written: () => written,
    };
  }

  test("is a cookie of the vendor's own path", async () => {
    const cookies = createCookies();
    const marker = createStoreMarker({
      vendor: 'meadow',
      path: '/connect/meadow',
      cookies,
      caches: undefined,
    });
    expect(await marker.read()).toBeUndefined();
    await marker.write('used');
    expect(await marker.read()).toBe('used');
    expect(cookies.written()).toMatch(
      /^cf-store-meadow=used; Path=\/connect\/meadow; Max-Age=\d+; SameSite=Strict$/,
    );
  });
});

describe('receipt keys', () => {
  test('are asked for again, and kept - where the network gives no answer', async () => {
    const answers = [new Response('<html>'), Response.json({ receiptKeys: { k2: 'BBBB' } })];
    const keys = createReceiptKeys({
      known: { k1: 'AAAA' },
      url: 'https://care.example/connect/meadow/pack.json',
      fetch: async () => answers.shift() ?? Promise.reject(new TypeError('Failed to fetch')),
    });
    expect(await keys.refresh()).toEqual({ k1: 'AAAA' });
    expect(await keys.refresh()).toEqual({ k1: 'AAAA', k2: 'BBBB' });
    expect(await keys.refresh()).toEqual({ k1: 'AAAA', k2: 'BBBB' });
    expect(keys.current()).toEqual({ k1: 'AAAA', k2: 'BBBB' });
  });
});

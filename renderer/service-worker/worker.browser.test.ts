import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { copyKnownFiles } from './build-files.ts';
import { buildIdOf, cacheNames } from './cache-names.ts';
import type { RefreshResult } from './messages.ts';
import { PAGE_MS, STORED_MS } from './page-answers.ts';
import { readScope } from './scope.ts';
import { selfDestroy } from './self-destroy.ts';
import { createWorker, StillWaiting } from './worker.ts';

const BASE = '/connect/willow/';
const scope = readScope(new URL(BASE, location.origin).href);
const names = cacheNames(scope);
const FILES = [{ url: 'assets/index-1.js', revision: null }];
const FONTS = ['nunito-latin-1', 'aleo-latin-1', 'vazirmatn-arabic-1'].map((name) => ({
  url: `assets/${name}.woff2`,
  revision: null,
}));
const buildId = buildIdOf([...FILES, ...FONTS].map(({ url }) => `/${url}`));

type Answer = { readonly status?: number; readonly type?: string; readonly body: string };

/** A server whose answers a test changes, and a worker's surroundings. */
function surroundings(stores: CacheStorage = caches) {
  const answers = new Map<string, Answer>();
  const requests: string[] = [];
  let updates = 0;
  let claims = 0;
  let skips = 0;
  const sends: (readonly [string, unknown])[] = [];
  let sent = true;
  const network: { there: boolean; hangs?: boolean; page?: () => Response } = { there: true };
  const worker = {
    registration: {
      scope: new URL(BASE, location.origin).href,
      update: async () => {
        updates += 1;
      },
    },
    location,
    clients: {
      claim: async () => {
        claims += 1;
      },
    },
    navigator: { onLine: true },
    skipWaiting: async () => {
      skips += 1;
    },
    fetch: async (request: Request) => {
      if (!network.there) throw new TypeError('Failed to fetch');
      if (network.hangs) return await new Promise<never>(() => {});
      if (network.page) return network.page();
      return new Response(`network: ${new URL(request.url).pathname}`);
    },
  };
  const fetch = async (url: string) => {
    const path = new URL(url, location.origin).pathname;
    requests.push(path);
    const answer = answers.get(path);
    if (!answer) throw new TypeError('Failed to fetch');
    return new Response(answer.body, {
      status: answer.status ?? 200,
      headers: { 'content-type': answer.type ?? 'text/css' },
    });
  };
  const send = async (vendor: string, pack: unknown) => {
    sends.push([vendor, pack]);
    return sent;
  };
  const subject = createWorker({ worker, caches: stores, fetch, files: [...FILES, ...FONTS], send });
  return {
    answers,
    requests,
    subject,
    network,
    navigator: worker.navigator,
    sends,
    leavesSomething: () => {
      sent = false;
    },
    counts: () => ({ updates, claims, skips }),
  };
}

const hash = (digit: string) => digit.repeat(64);

/** @param head more of the shell */
function publish(answers: Map<string, Answer>, digit: string, script = 'index-1.js', head = ''): void {
  const files = [`${BASE}files/theme.${digit}.css`, `${BASE}files/questionnaires/${digit}.json`];
  answers.set(`${BASE}pack.json`, {
    type: 'application/json',
    body: JSON.stringify({ packHash: hash(digit), files }),
  });
  answers.set(BASE, {
    type: 'text/html',
    body: `<html>${head}<script type="module" src="/assets/${script}"></script><script type="application/json" id="carefront-bootstrap">{"packHash":"${hash(digit)}"}</script></html>`,
  });
  for (const file of files) answers.set(file, { body: `content of ${file}` });
  for (const { url } of FONTS) answers.set(`/${url}`, { type: 'font/woff2', body: url });
}

function refresh(subject: ReturnType<typeof surroundings>['subject']): Promise<RefreshResult> {
  return new Promise((resolve, reject) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = (event: MessageEvent<RefreshResult>) => resolve(event.data);
    subject.receive({ data: { type: 'refresh-pack' }, ports: [port2] }).catch(reject);
  });
}

/** A Request can't be made with mode "navigate", and the worker reads only these. */
const navigation = (path: string) => {
  const request = new Request(new URL(path, location.origin));
  return new Proxy(request, {
    get: (target, key) => (key === 'mode' ? 'navigate' : Reflect.get(target, key, target)),
  });
};
const text = async (response: Promise<Response> | undefined) => (await response)?.text();

async function clear(): Promise<void> {
  for (const name of await caches.keys()) await caches.delete(name);
}
beforeEach(clear);
afterEach(clear);

describe('Refreshing a pack', () => {
  test('promise 1: the shell and every file of the pack are answered without a network - the pack was stored', async () => {
    const { answers, subject } = surroundings();
    publish(answers, '1');
    expect(await refresh(subject)).toEqual({ status: 'refreshed', packHash: hash('1') });
    answers.clear();
    expect(await text(subject.answer(navigation(`${BASE}questionnaire/phq-9/consultation`)))).toContain(
      hash('1'),
    );
    expect(await text(subject.answer(new Request(`${BASE}files/theme.1.css`)))).toContain('theme.1.css');
    expect(await text(subject.answer(new Request(`${BASE}pack.json`)))).toContain(hash('1'));
  });

  test('promise 1: a document with powers of its own comes from the server, and without a network from the store', async () => {
    const { answers, subject, network } = surroundings();
    publish(answers, '1');
    await refresh(subject);
    const open = () => text(subject.answer(navigation(`${BASE}checkout/pharmacy`)));
    expect(await open()).toBe(`network: ${BASE}checkout/pharmacy`);
    network.there = false;
    expect(await open()).toContain(hash('1'));
  });

  test('promise 2: a page that names its pack is given that one, without a network - the vendor has published another', async () => {
    const { answers, subject } = surroundings();
    publish(answers, '1');
    await refresh(subject);
    publish(answers, '2');
    expect(await text(subject.answer(new Request(`${BASE}pack.json?v=${hash('1')}`)))).toContain(hash('1'));
    expect(await text(subject.answer(new Request(`${BASE}pack.json?v=${hash('2')}`)))).toContain(hash('2'));
    answers.clear();
    expect(await text(subject.answer(new Request(`${BASE}pack.json?v=${hash('2')}`)))).toContain(hash('1'));
  });

  test('the vendor’s own type is stored, with the one for Arabic, and no other vendor’s', async () => {
    const { answers, subject } = surroundings();
    publish(answers, '1');
    const index = { packHash: hash('1'), files: [], brand: { typeface: 'nunito' } };
    answers.set(`${BASE}pack.json`, { type: 'application/json', body: JSON.stringify(index) });
    expect((await refresh(subject)).status).toBe('refreshed');
    const stored = await (await caches.open(names.build(buildId))).keys();
    expect(stored.map(({ url }) => new URL(url).pathname)).toEqual([
      '/assets/nunito-latin-1.woff2',
      '/assets/vazirmatn-arabic-1.woff2',
    ]);
    answers.delete('/assets/nunito-latin-1.woff2');
    expect((await refresh(subject)).status).toBe('unchanged');
  });

  test('says unchanged - the server has the same pack', async () => {
    const { answers, subject } = surroundings();
    publish(answers, '1');
    await refresh(subject);
    expect(await refresh(subject)).toEqual({ status: 'unchanged' });
  });

  test('promise 2: the old shell and pack stay in use - one new file is missing', async () => {
    const { answers, subject } = surroundings();
    publish(answers, '1');
    await refresh(subject);
    publish(answers, '2');
    answers.delete(`${BASE}files/theme.2.css`);
    expect(await refresh(subject)).toEqual({ status: 'unreachable' });
    expect(await text(subject.answer(navigation(BASE)))).toContain(hash('1'));
    answers.delete(`${BASE}pack.json`);
    expect(await text(subject.answer(new Request(`${BASE}pack.json`)))).toContain(hash('1'));
  });

  test.each([
    [
      'a page in place of a file',
      `${BASE}files/theme.2.css`,
      { type: 'text/html', body: '<p>Sign in to the hotel</p>' },
    ],
    [
      'a page in place of the pack',
      `${BASE}pack.json`,
      { type: 'text/html', body: '<p>Sign in to the hotel</p>' },
    ],
    ['a page in place of the shell', BASE, { type: 'text/html', body: '<p>Sign in to the hotel</p>' }],
    [
      'an error in place of the shell',
      BASE,
      { status: 503, type: 'text/html', body: 'id="carefront-bootstrap"' },
    ],
    [
      'a pack of another vendor',
      `${BASE}pack.json`,
      { body: `{"packHash":"${hash('2')}","files":["/connect/lantern/files/a.css"]}` },
    ],
  ])('promise 2: nothing changes - the network gives %s', async (_, path, answer) => {
    const { answers, subject } = surroundings();
    publish(answers, '1');
    await refresh(subject);
    publish(answers, '2');
    answers.set(path, answer);
    expect(await refresh(subject)).toEqual({ status: 'unreachable' });
    expect(await text(subject.answer(navigation(BASE)))).toContain(hash('1'));
  });

  test('promise 2: asks for the new worker and changes nothing - the server has another build', async () => {
    const { answers, subject, counts } = surroundings();
    publish(answers, '1');
    await refresh(subject);
    publish(answers, '2', 'index-2.js');
    expect(await refresh(subject)).toEqual({ status: 'update-needed' });
    expect(counts().updates).toBe(1);
    expect(await text(subject.answer(navigation(BASE)))).toContain(hash('1'));
  });

  test.each([
    ['another build', '/assets/screen-2.js', 'update-needed'],
    ['this build', '/assets/index-1.js', 'refreshed'],
  ])('promise 2: the same - the import map leads to a file of %s', async (_, file, status) => {
    const { answers, subject } = surroundings();
    publish(answers, '1');
    await refresh(subject);
    const map = JSON.stringify({ imports: { '/assets/screen.js': file } });
    publish(answers, '2', 'index-1.js', `<script type="importmap">${map}</script>`);
    expect((await refresh(subject)).status).toBe(status);
  });

  test('continues where it was cut off - files that arrived are not fetched again', async () => {
    const { answers, subject, requests } = surroundings();
    publish(answers, '1');
    answers.delete(`${BASE}files/questionnaires/1.json`);
    await refresh(subject);
    publish(answers, '1');
    expect(await refresh(subject)).toEqual({ status: 'refreshed', packHash: hash('1') });
    expect(requests.filter((path) => path === `${BASE}files/theme.1.css`)).toHaveLength(1);
  });

  test('promise 6: definitions outlive their pack, its other files do not - the vendor published three more', async () => {
    const { answers, subject } = surroundings();
    for (const digit of ['1', '2', '3', '4']) {
      publish(answers, digit);
      await refresh(subject);
    }
    const packs = (await caches.keys()).filter((name) => name.startsWith(names.packs));
    expect(packs).toEqual([names.pack(hash('3')), names.pack(hash('4'))]);
    expect(await text(subject.answer(new Request(`${BASE}files/questionnaires/1.json`)))).toContain(
      'content of',
    );
    expect(await text(subject.answer(new Request(`${BASE}files/theme.1.css`)))).toContain('network:');
  });
});

describe('C62 a navigation', () => {
  const html = (body: string, script = 'index-1.js') =>
    `<script type="module" src="/assets/${script}"></script><script id="carefront-bootstrap">{}</script>${body}`;
  const served = async () => {
    const made = surroundings();
    publish(made.answers, '1');
    await refresh(made.subject);
    const open = () => made.subject.answer(navigation(`${BASE}privacy`));
    return { ...made, open };
  };

  test.each([200, 404])('is answered as the server has written it now - %i', async (status) => {
    const { network, open } = await served();
    network.page = () => new Response(html('new words'), { status });
    const answer = await open();
    expect(answer?.status).toBe(status);
    expect(await answer?.text()).toContain('new words');
  });

  test.each([
    ['a hotel’s page', () => new Response('<h1>Sign in to the hotel</h1>')],
    ['an error', () => new Response(html('broken'), { status: 502 })],
    ['a redirect', () => Response.redirect('https://hotel.example/')],
    ['a page of another build', () => new Response(html('next', 'index-2.js'))],
  ])('is answered from the store where the network gives %s', async (_, page) => {
    const { network, open } = await served();
    network.page = page;
    expect(await text(open())).toContain(hash('1'));
  });

  test('looks for the new version where the server has one, and only then', async () => {
    const { network, open, counts } = await served();
    network.page = () => new Response('<h1>Sign in to the hotel</h1>');
    await open();
    expect(counts().updates).toBe(0);
    network.page = () => new Response(html('next', 'index-2.js'));
    await open();
    expect(counts().updates).toBe(1);
  });

  test('is answered from the store after three seconds of a network that swallows everything, and at once where there is none', async () => {
    const { network, navigator, open } = await served();
    network.hangs = true;
    navigator.onLine = false;
    expect(await text(open())).toContain(hash('1'));
    navigator.onLine = true;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    let answered = false;
    const answer = text(open()).finally(() => {
      answered = true;
    });
    await vi.advanceTimersByTimeAsync(PAGE_MS - 1);
    expect(answered).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(await answer).toContain(hash('1'));
  });

  test('is waited for where nothing is stored', async () => {
    const { subject, network } = surroundings();
    network.page = () => new Response('<h1>Down for maintenance</h1>', { status: 503 });
    expect(await text(subject.answer(navigation(BASE)))).toContain('maintenance');
  });
});

describe('Answering', () => {
  test('goes to the network - nothing is stored', async () => {
    const { subject } = surroundings();
    expect(await text(subject.answer(navigation(BASE)))).toBe(`network: ${BASE}`);
    expect(await text(subject.answer(new Request('/assets/gone.js')))).toBe('network: /assets/gone.js');
  });

  test('promise 3: leaves a push to the browser', () => {
    const { subject } = surroundings();
    expect(
      subject.answer(new Request(`${BASE}sync/v1/push`, { method: 'POST', body: '{}' })),
    ).toBeUndefined();
  });

  test('failure-21: promise 4: gives a page on the build before its files', async () => {
    const { subject } = surroundings();
    await (await caches.open(names.build('before'))).put('/assets/old.js', new Response('old'));
    await caches.open(names.build(buildId));
    expect(await text(subject.answer(new Request('/assets/old.js')))).toBe('old');
  });
});

describe('Activating', () => {
  test('promises 4 and 5: keeps one build before its own, and everything of others', async () => {
    const { subject, counts } = surroundings();
    for (const name of [
      names.build('a'),
      names.shell('a'),
      names.build('b'),
      names.shell('b'),
      names.build(buildId),
    ]) {
      await caches.open(name);
    }
    const others = ['v:lantern:build:a', 'v:willow:canary', 'v:~platform:build:a'];
    for (const name of others) await caches.open(name);
    await subject.activate();
    const left = await caches.keys();
    expect(left).toEqual(
      expect.arrayContaining([...others, names.build('b'), names.shell('b'), names.build(buildId)]),
    );
    expect(left).not.toContain(names.build('a'));
    expect(left).not.toContain(names.shell('a'));
    expect(counts().claims).toBe(1);
  });

  test('promise 4: takes over only when a page says so', async () => {
    const { subject, counts } = surroundings();
    await subject.receive({ data: { type: 'anything else' }, ports: [] });
    expect(counts().skips).toBe(0);
    await subject.receive({ data: { type: 'SKIP_WAITING' }, ports: [] });
    expect(counts().skips).toBe(1);
  });
});

describe('Self-destruction', () => {
  test('promise 7: removes its own caches and registration, and nothing else', async () => {
    for (const name of [names.build('a'), names.pack('p'), names.kept]) await caches.open(name);
    const others = ['v:lantern:build:a', 'v:willow:canary'];
    for (const name of others) await caches.open(name);
    let unregistered = false;
    const unregister = async () => {
      unregistered = true;
      return true;
    };
    await selfDestroy({ registration: { scope: new URL(BASE, location.origin).href, unregister } }, caches);
    expect(await caches.keys()).toEqual(others);
    expect(unregistered).toBe(true);
  });
});

describe('Background Sync', () => {
  const tag = 'v:willow:outbox';

  test('promise 7: what is finished is sent with the stored pack - the browser says that there is a network', async () => {
    const { answers, subject, sends } = surroundings();
    publish(answers, '1');
    await refresh(subject);
    answers.clear();
    await subject.sync({ tag });
    expect(sends).toEqual([['willow', expect.objectContaining({ packHash: hash('1') })]]);
  });

  test('failure-24: promise 7: the browser is asked to wake the worker once more - something still waits', async () => {
    const { answers, subject, leavesSomething } = surroundings();
    publish(answers, '1');
    await refresh(subject);
    leavesSomething();
    await expect(subject.sync({ tag })).rejects.toBeInstanceOf(StillWaiting);
  });

  test('promise 5: the tag of another vendor is left alone, and nothing is sent before a pack is here', async () => {
    const { answers, subject, sends } = surroundings();
    await subject.sync({ tag });
    publish(answers, '1');
    await refresh(subject);
    await subject.sync({ tag: 'v:lantern:outbox' });
    expect(sends).toEqual([]);
  });
});

describe('A cache that hangs', () => {
  const never = () => new Promise<never>(() => {});
  const hanging = new Proxy(caches, {
    get: (target, key) =>
      key === 'open' || key === 'keys' || key === 'match' ? never : Reflect.get(target, key, target),
  });

  test('keeps nobody from the page - the network answers', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const { subject } = surroundings(hanging);
    const answers = [
      text(subject.answer(navigation(BASE))),
      text(subject.answer(new Request(new URL('/assets/index-1.js', location.origin)))),
      text(subject.answer(new Request(`${BASE}files/theme.1.css`))),
    ];
    await vi.advanceTimersByTimeAsync(STORED_MS);
    expect(await Promise.all(answers)).toEqual([
      `network: ${BASE}`,
      'network: /assets/index-1.js',
      `network: ${BASE}files/theme.1.css`,
    ]);
  });
});

test('the files of a new build that the one before had, too, are not fetched again', async () => {
  const before = await caches.open(names.build('before'));
  await before.put('/assets/index-1.js', new Response('stored', { headers: { 'content-type': 'text/css' } }));
  await copyKnownFiles(FILES, { caches, names, buildId });
  const stored = await (await caches.open(names.build(buildId))).match('/assets/index-1.js');
  expect(await stored?.text()).toBe('stored');
});

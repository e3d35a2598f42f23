import { describe, expect, test } from 'vitest';
import { BLOB_PART_BYTES } from '../../protocol/wire.ts';
import { createMemoryStore } from '../store/memory-store.ts';
import { captivePortal, lost, status } from '../testing/clinic.ts';
import { createTabLocks } from '../testing/phone.ts';
import { eventually, until } from '../testing/until.ts';
import {
  createUploadServer,
  openUploader,
  opIdOf,
  queuePhotos,
  readUploads,
  type Weather,
} from '../testing/uploading.ts';
import { reopenUploads, uploadsDone } from './blob-rows.ts';

const KIB = 1024;
const PHOTO = 600 * KIB;

async function setOut(...operations: readonly (readonly number[])[]) {
  const store = createMemoryStore('durable');
  const server = createUploadServer();
  const names: string[] = [];
  for (const [index, sizes] of operations.entries())
    names.push(...(await queuePhotos(store, index + 1, sizes)));
  const page = openUploader(store, server.transport);
  const arrived = () => names.every((name) => server.shelf.has(name));
  return { store, server, names, arrived, ...page };
}

describe('photos on their way', () => {
  test('20 photos arrive, in the order of the form, in parts, and nothing is sent twice', async () => {
    const { server, names, uploader, uploaded, store } = await setOut(Array(20).fill(PHOTO));
    await uploader.kick();
    expect(names.every((name) => server.shelf.has(name))).toBe(true);
    expect(server.shelf.names()).toEqual(names);
    expect(server.sent()).toBe(20 * PHOTO);
    expect(Math.max(...server.requests.map(({ bytes }) => bytes))).toBe(BLOB_PART_BYTES);
    expect(uploaded.times).toBe(1);
    expect(await store.read(['uploads'], (transaction) => uploadsDone(transaction, names))).toBe(true);
  });

  test('the oldest operation is complete first, and each is told of as soon as it is', async () => {
    const { server, uploader, uploaded, names } = await setOut([PHOTO, PHOTO], [PHOTO]);
    const told: number[] = [];
    server.state.weather = async (_request, proceed) => {
      told.push(uploaded.times);
      return await proceed();
    };
    await uploader.kick();
    expect(server.shelf.names()).toEqual(names);
    expect(new Set(told)).toEqual(new Set([0, 1]));
    expect(uploaded.times).toBe(2);
  });

  test('the progress of each operation is told in bytes, and ends with it', async () => {
    const { server, uploader, status: page } = await setOut([PHOTO, PHOTO], [PHOTO]);
    const seen: number[] = [];
    const totals = new Set<number>();
    page.watch(() => {
      const upload = page.uploadOf(opIdOf(1));
      if (upload === undefined) return;
      totals.add(upload.total);
      if (seen.at(-1) !== upload.done) seen.push(upload.done);
    });
    await uploader.kick();
    expect([...totals]).toEqual([2 * PHOTO]);
    expect(seen).toEqual([0, 256, 512, 600, 856, 1112].map((kib) => kib * KIB));
    expect(page.uploadOf(opIdOf(1))).toBeUndefined();
    expect(page.uploadOf(opIdOf(2))).toBeUndefined();
    expect(server.sent()).toBe(3 * PHOTO);
  });

  test('an operation without photos makes no request', async () => {
    const { server, uploader, clock } = await setOut([]);
    await uploader.kick();
    expect(server.requests).toEqual([]);
    expect(clock.timers()).toBe(0);
  });
});

describe('a line that breaks', () => {
  test.each([
    ['a part that is lost', 'before'],
    ['an answer that is lost', 'after'],
  ])('%s costs no more than that part', async (_what, when) => {
    const { server, uploader, clock, arrived } = await setOut([PHOTO, PHOTO]);
    let parts = 0;
    server.state.weather = async (request, proceed) => {
      if (request.method !== 'PATCH') return await proceed();
      parts += 1;
      if (parts !== 2) return await proceed();
      if (when === 'after') await proceed();
      throw new TypeError('Failed to fetch');
    };
    await uploader.kick();
    await eventually(clock, arrived, 'both photos');
    expect(server.sent()).toBeLessThanOrEqual(2 * PHOTO + (when === 'before' ? BLOB_PART_BYTES : 0));
  });

  test('a line that is cut whenever 100 KiB have passed still carries a photo: parts shrink', async () => {
    const { server, uploader, clock, arrived } = await setOut([PHOTO]);
    server.state.weather = async (request, proceed) => {
      if ((request.body?.length ?? 0) > 100 * KIB) throw new TypeError('Failed to fetch');
      return await proceed();
    };
    await uploader.kick();
    await eventually(clock, arrived, 'the photo');
    expect(server.sent()).toBeGreaterThan(PHOTO);
  });

  test('without a network nothing is lost, and a trigger goes on at once', async () => {
    const { server, uploader, status: page, store, names, arrived } = await setOut([PHOTO]);
    server.state.weather = lost;
    await uploader.kick();
    expect(page.obstacle()).toBe('offline');
    server.state.weather = undefined;
    await uploader.kick();
    expect(arrived()).toBe(true);
    expect(page.obstacle()).toBeUndefined();
    expect(await store.read(['uploads'], (transaction) => uploadsDone(transaction, names))).toBe(true);
  });

  test('failure-37: the page of a captive portal is no answer', async () => {
    const { server, uploader, store, names } = await setOut([PHOTO]);
    server.state.weather = captivePortal;
    await uploader.kick();
    expect(await store.read(['uploads'], (transaction) => uploadsDone(transaction, names))).toBe(false);
    expect((await readUploads(store))[0]?.offset).toBe(0);
  });

  test.each([
    ['without the header of the protocol', { 'x-sync-protocol': '' }],
    ['without an offset', { 'upload-offset': '' }],
    ['with an offset that is no number', { 'upload-offset': '-1' }],
    ['that does not say whether it is whole', { 'upload-complete': 'yes' }],
  ])('failure-37: an answer %s is not believed', async (_what, headers) => {
    const { server, uploader, store, names } = await setOut([PHOTO]);
    server.state.weather = async (_request, proceed) => {
      const genuine = await proceed();
      return { ...genuine, headers: { ...genuine.headers, ...headers } };
    };
    await uploader.kick();
    expect(await store.read(['uploads'], (transaction) => uploadsDone(transaction, names))).toBe(false);
  });

  test.each([
    [401, 'sign-in-needed'],
    [426, 'update-needed'],
  ] as const)('%i says `%s` and keeps everything', async (code, obstacle) => {
    const { server, uploader, status: page, arrived } = await setOut([PHOTO]);
    server.state.weather = status(code);
    await uploader.kick();
    expect(page.obstacle()).toBe(obstacle);
    server.state.weather = undefined;
    await uploader.kick();
    expect(arrived()).toBe(true);
  });

  test('429 and 503 wait for as long as the server asks', async () => {
    const { server, uploader, clock, arrived } = await setOut([PHOTO]);
    server.state.weather = status(503, { 'retry-after': '60' });
    await uploader.kick();
    server.state.weather = undefined;
    const before = server.requests.length;
    await uploader.kick();
    clock.advance(59_000);
    expect(server.requests.length).toBe(before);
    clock.advance(1_000);
    await until(arrived);
  });
});

describe('two ends that disagree', () => {
  test('the server has more than this device knows: it goes on from there', async () => {
    const { store, server, names } = await setOut([PHOTO]);
    const first = openUploader(store, server.transport);
    let parts = 0;
    server.state.weather = async (_request, proceed) => {
      const answer = await proceed();
      parts += 1;
      if (parts === 3) throw new TypeError('Failed to fetch');
      return answer;
    };
    await first.uploader.kick();
    await first.uploader.stop();
    server.state.weather = undefined;
    const second = openUploader(store, server.transport);
    await second.uploader.kick();
    expect(server.shelf.has(names[0] ?? '')).toBe(true);
    expect(server.sent()).toBe(PHOTO);
  });

  test('the server has lost what it had of a photo: it is asked first, and gets all of it', async () => {
    const { store, server, names, uploader } = await setOut([PHOTO]);
    const [name = ''] = names;
    let parts = 0;
    server.state.weather = async (_request, proceed) => {
      parts += 1;
      if (parts === 3) throw new TypeError('Failed to fetch');
      return await proceed();
    };
    await uploader.kick();
    expect((await readUploads(store))[0]?.offset).toBeGreaterThan(0);
    server.shelf.lose(name);
    server.state.weather = undefined;
    await uploader.kick();
    expect(server.shelf.has(name)).toBe(true);
  });

  test('the server loses it between two parts: 409 says where to go on', async () => {
    const { server, names, uploader, arrived } = await setOut([PHOTO]);
    let parts = 0;
    server.state.weather = async (request, proceed) => {
      if (request.method === 'PATCH') parts += 1;
      if (parts === 2 && request.method === 'PATCH') server.shelf.lose(names[0] ?? '');
      return await proceed();
    };
    await uploader.kick();
    expect(arrived()).toBe(true);
  });

  test('a server that never agrees is left alone for a while, and the other photos arrive', async () => {
    const { server, names, uploader, clock, arrived } = await setOut([PHOTO, PHOTO]);
    const [first = ''] = names;
    let stubborn = true;
    server.state.weather = async (request, proceed) =>
      stubborn && request.url.endsWith(first) && request.method === 'PATCH'
        ? {
            status: 409,
            headers: { 'x-sync-protocol': '1', 'upload-offset': '7', 'upload-complete': '?0' },
            body: '',
          }
        : await proceed();
    await uploader.kick();
    expect(server.shelf.has(names[1] ?? '')).toBe(true);
    expect(server.requests.filter(({ name }) => name === first).length).toBeLessThan(10);
    stubborn = false;
    await eventually(clock, arrived, 'the first photo');
  });

  test('a photo that was damaged on the way is sent once more', async () => {
    const { server, names, uploader, arrived } = await setOut([PHOTO]);
    let damaged = false;
    server.state.weather = async (_request, proceed) => {
      const answer = await proceed();
      if (damaged || answer.headers['upload-complete'] !== '?1') return answer;
      damaged = true;
      server.shelf.lose(names[0] ?? '');
      return { status: 460, headers: { 'x-sync-protocol': '1' }, body: '' };
    };
    await uploader.kick();
    expect(arrived()).toBe(true);
    expect(server.sent()).toBe(2 * PHOTO);
  });

  test('a restored server that lacks a photo gets it again, and one that has it is sent nothing', async () => {
    const { store, server, names, uploader, uploaded } = await setOut([PHOTO, PHOTO]);
    await uploader.kick();
    server.shelf.lose(names[0] ?? '');
    const before = server.sent();
    await store.write(['blobs', 'uploads'], (transaction) => reopenUploads(transaction, names));
    await uploader.kick();
    expect(names.every((name) => server.shelf.has(name))).toBe(true);
    expect(server.sent() - before).toBe(PHOTO);
    expect(uploaded.times).toBe(2);
  });
});

describe('one photo that fails', () => {
  const failing: readonly (readonly [string, Weather])[] = [
    ['breaks the line each time', lost],
    ['is answered with 500 each time', status(500)],
    ['is answered with 413 each time', status(413)],
    ['is answered with 460 each time', status(460)],
    ['is answered by a proxy each time', status(502, { 'x-sync-protocol': '' })],
  ];
  test.each(failing)('%s: the photos of others arrive, and it is tried again', async (_what, weather) => {
    const { server, names, uploader, uploaded, clock } = await setOut([PHOTO], [PHOTO], [PHOTO]);
    const [poison = '', ...others] = names;
    server.state.weather = async (request, proceed) =>
      request.url.endsWith(poison) ? await weather(request, proceed) : await proceed();
    await uploader.kick();
    await eventually(clock, () => uploaded.times === 2, 'the others');
    expect(others.every((name) => server.shelf.has(name))).toBe(true);
    server.state.weather = undefined;
    await eventually(clock, () => server.shelf.has(poison), 'the one that failed');
  });

  test('which is no longer on this device, or not as it was: its operation needs somebody, the others go on', async () => {
    const { store, server, names, uploader, uploaded } = await setOut([PHOTO], [PHOTO], [PHOTO]);
    const [gone = '', cut = '', whole = ''] = names;
    await store.write(['blobBodies'], async (transaction) => {
      await transaction.delete('blobBodies', gone);
      await transaction.put('blobBodies', { sha256: cut, bytes: new Uint8Array(3) });
    });
    await uploader.kick();
    const rows = await store.read(['outbox'], (transaction) => transaction.all('outbox'));
    expect(rows.map(({ state }) => state)).toEqual(['attention', 'attention', 'queued']);
    expect(server.shelf.names()).toEqual([whole]);
    expect(uploaded.times).toBe(3);
  });

  test('which is no longer on this device, though the server has it, is done', async () => {
    const { store, server, names, uploader, uploaded } = await setOut([PHOTO]);
    await uploader.kick();
    await store.write(['blobs', 'uploads', 'blobBodies'], async (transaction) => {
      await reopenUploads(transaction, names);
      for (const name of names) await transaction.delete('blobBodies', name);
    });
    await uploader.kick();
    expect(uploaded.times).toBe(2);
    expect(server.sent()).toBe(PHOTO);
  });
});

describe('two tabs', () => {
  test('only one of them sends', async () => {
    const { store, server, names } = await setOut([PHOTO, PHOTO]);
    const locks = createTabLocks();
    const tabs = [1, 2].map(() => openUploader(store, server.transport, { locks }));
    await Promise.all(tabs.map(({ uploader }) => uploader.kick()));
    expect(names.every((name) => server.shelf.has(name))).toBe(true);
    expect(server.sent()).toBe(2 * PHOTO);
    await Promise.all(tabs.map(({ uploader }) => uploader.stop()));
  });

  test('without locks both send, and what arrives is right', async () => {
    const { store, server, names } = await setOut([PHOTO, PHOTO]);
    const tabs = [1, 2].map(() => openUploader(store, server.transport));
    await Promise.all(tabs.map(({ uploader }) => uploader.kick()));
    const advance = (milliseconds: number) => {
      for (const { clock } of tabs) clock.advance(milliseconds);
    };
    await eventually({ advance }, () => names.every((name) => server.shelf.has(name)));
    const bodies = await store.read(['blobBodies'], (transaction) => transaction.all('blobBodies'));
    for (const { sha256, bytes } of bodies) expect(server.shelf.read(sha256)).toEqual(bytes);
    await Promise.all(tabs.map(({ uploader }) => uploader.stop()));
  });

  test('a tab takes over from one that is frozen in the middle', async () => {
    const { store, server, names } = await setOut([PHOTO]);
    const locks = createTabLocks();
    const release = await locks.tryHold('v:meadow:uploads');
    const { uploader, clock } = openUploader(store, server.transport, { locks });
    await uploader.kick();
    expect(server.requests).toEqual([]);
    release?.();
    await eventually(clock, () => server.shelf.has(names[0] ?? ''));
  });
});

import { afterEach, describe, expect, test, vi } from 'vitest';
import { ANSWER_MS } from '../../../sync/client/bounded-ports.ts';
import { createWebCrypto } from '../../../sync/client/keys/web-crypto.ts';
import type { Marker, StorageQuota } from '../../../sync/client/store/store.ts';
import { type Clinic, createClinic, lost } from '../../../sync/client/testing/clinic.ts';
import { createProfile, keyRange, onPutInto } from '../../../sync/client/testing/faulty-indexeddb.ts';
import { createPageSignals, createTabLocks, random } from '../../../sync/client/testing/phone.ts';
import { sampleAlert, sampleDraft, sampleSubmission } from '../../../sync/client/testing/samples.ts';
import { until } from '../../../sync/client/testing/until.ts';
import { createVirtualClock } from '../../../sync/client/testing/virtual-clock.ts';
import { blobUrl } from '../../../sync/protocol/base/blobs.ts';
import { bundleSchema } from '../../../sync/protocol/bundle.ts';
import { intakeSubmission, intakeSubmit } from '../../../sync/protocol/operations/intake-submit.ts';
import { alertSubmission } from '../../../sync/protocol/operations/safety-alert.ts';
import type { DraftContent, Platform } from '../contract/contract.ts';
import { type BrowserPlatformOptions, createBrowserPlatform } from './browser.ts';

const platforms: Platform[] = [];
afterEach(async () => {
  vi.restoreAllMocks();
  for (const platform of platforms.splice(0)) await platform.stop();
});

function createBrowser(clinic: Clinic, changes: { indexedDB?: undefined } = {}) {
  const { indexedDB } = createProfile();
  let mark: 'used' | 'empty' | undefined;
  let asked = 0;
  const marker: Marker = {
    read: async () => mark,
    write: async (value) => {
      mark = value;
    },
  };
  const quota: StorageQuota = {
    persisted: async () => asked > 0,
    persist: async () => {
      asked += 1;
      return true;
    },
    estimate: async () => ({}),
  };
  const locks = createTabLocks();
  const fetch: typeof globalThis.fetch = async (url, init) => {
    const body = init?.body;
    const answer = await clinic.answer({
      method: init?.method === 'POST' ? 'POST' : 'GET',
      url: new Request(url).url,
      headers: Object.fromEntries(new Headers(init?.headers)),
      ...(body instanceof Uint8Array ? { body: new Uint8Array(body) } : {}),
    });
    return new Response(answer.body, { status: answer.status, headers: { ...answer.headers } });
  };
  return {
    persistAsked: () => asked,
    opens(own: Partial<BrowserPlatformOptions> = {}): Platform {
      const platform = createBrowserPlatform({
        vendor: 'meadow',
        pack: {
          name: 'Lantern',
          receiptKeys: clinic.receiptKeys,
          keyManifest: clinic.keyManifest,
          settings: { copyDays: 30, idleMinutes: 5 },
        },
        origin: 'https://care.example',
        fetch,
        indexedDB,
        IDBKeyRange: keyRange,
        clock: createVirtualClock(),
        random,
        locks,
        signals: createPageSignals(),
        marker,
        quota,
        ...own,
        ...changes,
      });
      platforms.push(platform);
      return platform;
    },
  };
}

const content = (): DraftContent => {
  const { answers: _answers, ...head } = sampleDraft();
  return {
    ...head,
    questionnaire: sampleSubmission().questionnaire,
    language: 'en',
    startedAt: '2026-11-20T09:00:00.000Z',
    patient: { givenName: 'Canary1' },
    consents: [],
    flow: { v: 1, snapshot: { value: 'asking' } },
    ruleHits: [],
    confirmedImplausible: [],
  };
};
const received = (platform: Platform) => async () =>
  (await platform.deliveries.list()).some((delivery) => delivery.state === 'received');

describe("the browser's platform", () => {
  test('a draft is read before the store has started, and goes on in memory - the disk is found full', async () => {
    const browser = createBrowser(await createClinic());
    const first = browser.opens();
    await first.start();
    await first.drafts.save(content());
    await first.stop();
    onPutInto('keys', () => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    const second = browser.opens();
    const [summary] = await second.drafts.list();
    const draftId = summary?.draftId ?? '';
    expect(await second.drafts.open(draftId)).toEqual({ status: 'open', content: content() });
    expect(await second.start()).toMatchObject({ mode: 'memory', reason: 'quota' });
    const changed = { ...content(), updatedAt: '2026-11-21T09:00:00.000Z' };
    // Not `taken-over`: no other tab has it.
    await expect(second.drafts.save(changed)).rejects.toMatchObject({ code: 'memory-only' });
    expect(await second.drafts.open(draftId)).toEqual({ status: 'open', content: changed });
  });

  test('keeps a draft over a restart, and delivers it once', async () => {
    const clinic = await createClinic();
    const browser = createBrowser(clinic);
    const first = browser.opens();
    expect(await first.start()).toEqual({ mode: 'durable', persisted: false, evicted: false });
    await first.drafts.save(content());
    await first.stop();
    const second = browser.opens();
    await second.start();
    const [summary] = await second.drafts.list();
    expect(await second.drafts.open(summary?.draftId ?? '')).toEqual({ status: 'open', content: content() });
    const delivery = await second.deliveries.submit(content().draftId, intakeSubmission(sampleSubmission()));
    await until(received(second));
    expect(await second.drafts.list()).toEqual([]);
    expect(await second.deliveries.copy(intakeSubmit, delivery.opId)).toEqual({
      ...sampleSubmission(),
      attachments: [],
    });
    expect(clinic.ledger.size).toBe(1);
  });

  test('serves calls that come before `start`', async () => {
    const platform = createBrowser(await createClinic()).opens();
    await platform.drafts.save(content());
    expect(await platform.drafts.list()).toHaveLength(1);
    expect((await platform.start()).mode).toBe('durable');
    expect(await platform.start()).toBe(await platform.start());
  });

  test('asks the browser once not to evict - as soon as there is something to lose', async () => {
    const browser = createBrowser(await createClinic());
    const platform = browser.opens();
    await platform.start();
    expect(browser.persistAsked()).toBe(0);
    await platform.drafts.save(content());
    await until(() => browser.persistAsked() === 1);
    await platform.drafts.save({ ...content(), language: 'es' });
    platform.requestPersistence();
    expect(browser.persistAsked()).toBe(2);
  });

  test('opens, keeps and delivers - nothing that the browser could answer is ever answered', async () => {
    const never = () => new Promise<never>(() => {});
    const clinic = await createClinic();
    const clock = createVirtualClock();
    let questions = 0;
    const persist = () => {
      questions += 1;
      return never();
    };
    const platform = createBrowser(clinic).opens({
      clock,
      marker: { read: never, write: never },
      quota: { persisted: never, persist, estimate: never },
      locks: { tryHold: never },
    });
    // Only what is waited for in vain passes quickly: the store has real work to do, and its deadline.
    const pass = () => {
      if (clock.waits().some((wait) => wait <= ANSWER_MS / 2)) clock.advance(ANSWER_MS / 2);
    };
    const passes = async <R>(work: Promise<R>): Promise<R> => {
      let over = false;
      const done = work.finally(() => {
        over = true;
      });
      await until(() => {
        pass();
        return over;
      });
      return await done;
    };
    expect(await passes(platform.start())).toEqual({
      mode: 'durable',
      persisted: 'unsupported',
      evicted: false,
    });
    platform.requestPersistence();
    platform.requestPersistence();
    // The person sees one question, however often it is asked.
    expect(questions).toBe(1);
    await passes(platform.drafts.save(content()));
    expect(await passes(platform.drafts.list())).toHaveLength(1);
    await passes(platform.deliveries.submit(content().draftId, intakeSubmission(sampleSubmission())));
    await until(async () => {
      pass();
      return await received(platform)();
    });
    expect(clinic.ledger.size).toBe(1);
    await passes(platform.stop());
  });

  test('says that nothing is kept, and goes on - the browser’s cryptography never answers', async () => {
    const clock = createVirtualClock();
    const crypto = {
      ...createWebCrypto(globalThis.crypto),
      newSubjectKey: () => new Promise<never>(() => {}),
    };
    const platform = createBrowser(await createClinic()).opens({ clock, crypto });
    const report = platform.start();
    let over = false;
    void report.finally(() => {
      over = true;
    });
    await until(() => {
      clock.advance(5_000);
      return over;
    });
    expect(await report).toMatchObject({ mode: 'memory', reason: 'blocked' });
  });

  test('failure-12, failure-13: says that data was evicted - when the database of a used space is gone', async () => {
    const clinic = await createClinic();
    const browser = createBrowser(clinic);
    const first = browser.opens();
    await first.start();
    await first.drafts.save(content());
    await until(() => browser.persistAsked() === 1);
    await first.stop();
    // Another profile with the same mark: what an eviction leaves.
    const marker: Marker = { read: async () => 'used', write: async () => undefined };
    const { indexedDB } = createProfile();
    const platform = createBrowserPlatform({
      vendor: 'meadow',
      pack: {
        name: 'Lantern',
        receiptKeys: {},
        keyManifest: clinic.keyManifest,
        settings: { copyDays: 30, idleMinutes: 5 },
      },
      origin: 'https://care.example',
      indexedDB,
      IDBKeyRange: keyRange,
      signals: createPageSignals(),
      marker,
    });
    platforms.push(platform);
    expect((await platform.start()).evicted).toBe(true);
  });

  test('failure-14: promises nothing and still delivers - where nothing can be kept', async () => {
    const clinic = await createClinic();
    const platform = createBrowser(clinic, { indexedDB: undefined }).opens();
    expect(await platform.start()).toMatchObject({ mode: 'memory', reason: 'no-indexeddb' });
    await expect(platform.drafts.save(content())).rejects.toMatchObject({
      name: 'StorageError',
      code: 'memory-only',
    });
    await platform.deliveries.submit(content().draftId, intakeSubmission(sampleSubmission()));
    await until(received(platform));
    expect(clinic.ledger.size).toBe(1);
  });

  test('hands out the sealed bundle of what is waiting, its photo included, under a name that names nobody', async () => {
    const clinic = await createClinic();
    clinic.state.weather = lost;
    const platform = createBrowser(clinic).opens();
    await platform.start();
    await platform.drafts.save(content());
    const { sha256 } = await platform.blobs.keep({
      draftId: content().draftId,
      subjectId: content().subjectId,
      bytes: new Uint8Array([1, 2, 3]),
      contentType: 'image/jpeg',
    });
    const answers = sampleSubmission();
    const photo = { contentType: 'image/jpeg', url: blobUrl(sha256), size: 3 };
    const { opId, session, code } = await platform.deliveries.submit(
      content().draftId,
      intakeSubmission({
        ...answers,
        response: { ...answers.response, item: [{ linkId: 'photo', answer: [{ valueAttachment: photo }] }] },
      }),
    );
    const { blob, name } = await platform.deliveries.saveCopy(session);
    expect(blob.type).toBe('application/vnd.carefront.intake+json');
    expect(name).toBe(`meadow-${code}.intake`);
    const bundle = bundleSchema.parse(JSON.parse(await blob.text()));
    expect(bundle).toMatchObject({
      bundle: 1,
      vendor: 'meadow',
      operations: [{ opId, kind: 'intake.submit', v: intakeSubmit.newest, laneNo: 1 }],
    });
    expect(Object.keys(bundle.blobs)).toEqual([sha256]);
  });

  test('tells of deliveries and of the connection as they change', async () => {
    const clinic = await createClinic();
    const platform = createBrowser(clinic).opens();
    await platform.start();
    const states: string[] = [];
    const connections: string[] = [];
    const stops = [
      platform.deliveries.watch((deliveries) => states.push(deliveries.map((each) => each.state).join())),
      platform.watchConnection((connection) => connections.push(connection.state)),
    ];
    await platform.deliveries.send(alertSubmission(sampleAlert()), 'own');
    await until(() => states.at(-1) === 'received');
    expect(connections).toContain('unknown');
    expect(connections.at(-1)).toBe('online');
    for (const stop of stops) stop();
  });

  test('mints ids that are never the same', async () => {
    const clinic = await createClinic();
    const platform = createBrowserPlatform({
      vendor: 'meadow',
      pack: {
        name: 'Lantern',
        receiptKeys: {},
        keyManifest: clinic.keyManifest,
        settings: { copyDays: 30, idleMinutes: 5 },
      },
      origin: 'https://care.example',
      signals: createPageSignals(),
      marker: { read: async () => undefined, write: async () => undefined },
    });
    platforms.push(platform);
    expect(platform.newSubjectId()).not.toBe(platform.newSessionId());
    expect(Math.abs(platform.now().getTime() - Date.now())).toBeLessThan(60_000);
  });
});

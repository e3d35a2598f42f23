import { afterEach, describe, expect, test, vi } from 'vitest';
import { MAX_BLOBS_PER_OPERATION } from '../../protocol/base/blobs.ts';
import { intakeSubmission, intakeSubmit } from '../../protocol/operations/intake-submit.ts';
import { alertSubmission } from '../../protocol/operations/safety-alert.ts';
import {
  decodeEnvelope,
  type EnvelopeBinding,
  envelopeBinding,
  SUITE_HPKE_P256,
} from '../../seal/envelope.ts';
import { fromBase64url, fromUtf8 } from '../base/bytes.ts';
import type { VendorKeys } from '../base/crypto-ports.ts';
import { createBlobs } from '../blobs/blobs.ts';
import { createDrafts } from '../drafts/drafts.ts';
import { createSealEnvelope } from '../keys/envelope-sealing.ts';
import { createSubjectKeys } from '../keys/subject-keys.ts';
import { createKeyChoice } from '../keys/vendor-keys.ts';
import { createWebCrypto } from '../keys/web-crypto.ts';
import { createMemoryStore } from '../store/memory-store.ts';
import { tableNames } from '../store/rows.ts';
import type { Store } from '../store/store.ts';
import { abortAfterPutInto, createProfile } from '../testing/faulty-indexeddb.ts';
import { createPageSignals, noLocks, random } from '../testing/phone.ts';
import { CANARY, type SampleDraft, sampleAlert, sampleDraft, sampleSubmission } from '../testing/samples.ts';
import { createRoot, createVendorKey } from '../testing/vendor-seal.ts';
import { createVirtualClock } from '../testing/virtual-clock.ts';
import { createEnqueue } from './enqueue.ts';
import { createReadOperation, type ReadyOperation } from './envelopes.ts';
import { createOutbox } from './outbox.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

const seal = await createRoot(9);
const vendorKey = await createVendorKey('s1');
const manifest = await seal.sign({
  v: 1,
  vendor: 'meadow',
  issuedAt: '2026-11-10T00:00:00.000Z',
  keys: [vendorKey.key],
  endorsements: [],
});
const known: VendorKeys = { current: () => manifest, refresh: async () => manifest };
const nobody: VendorKeys = { current: () => undefined, refresh: async () => undefined };

function openTab(store: Store, vendorKeys = known) {
  const crypto = createWebCrypto(globalThis.crypto);
  const clock = createVirtualClock();
  const keys = createSubjectKeys({ store, crypto, random, clock });
  const about = { vendor: 'meadow', store, keys };
  const drafts = createDrafts<SampleDraft>({
    ...about,
    writer: clock.boot,
    locks: noLocks,
    signals: createPageSignals(),
    onChange: () => undefined,
  });
  const blobs = createBlobs({ ...about, crypto, clock });
  const keyChoice = createKeyChoice({ vendor: 'meadow', store, crypto, vendorKeys, clock });
  const sealEnvelope = createSealEnvelope({ vendor: 'meadow', crypto, keyChoice });
  const enqueue = createEnqueue({ vendor: 'meadow', sealEnvelope, crypto, random, clock });
  return {
    drafts,
    blobs,
    clock,
    outbox: createOutbox({ ...about, enqueue, blobs, drafts }),
    read: createReadOperation({ ...about, sealEnvelope }),
  };
}

/** What the clinic reads in it; undefined where it can't. */
async function opened(
  { operation }: ReadyOperation,
  changes: Partial<EnvelopeBinding> = {},
): Promise<unknown> {
  const { suite, keyId, content } = decodeEnvelope(fromBase64url(operation.envelope) ?? new Uint8Array());
  expect(suite).toBe(SUITE_HPKE_P256);
  const { opId, lane, kind, v } = operation;
  const boundTo = envelopeBinding({ vendor: 'meadow', opId, lane, kind, v, keyId, ...changes });
  const plain = await vendorKey.open(content, boundTo);
  return plain && JSON.parse(fromUtf8(plain));
}
const mustHave = <T>(found: T | undefined): T => {
  if (found === undefined) throw new Error('Nothing is there.');
  return found;
};
const mustRead = (found: ReadyOperation | undefined): ReadyOperation => {
  if (found === undefined) throw new Error('The operation could not be read.');
  return found;
};

const everything = (store: Store) =>
  store.read(tableNames, async (transaction) => ({
    drafts: await transaction.all('drafts'),
    outbox: await transaction.all('outbox'),
    envelopes: await transaction.all('envelopes'),
    copies: await transaction.all('copies'),
  }));

const stores: readonly [string, () => Store][] = [
  ['IndexedDB', () => createProfile().connect()],
  ['memory', () => createMemoryStore('durable')],
];
const draft = sampleDraft();

describe.each(stores)('finalise (G2) - %s', (_name, create) => {
  test("moves a draft into the outbox, with a readable copy on the patient's own device", async () => {
    const store = create();
    const { drafts, outbox, read } = openTab(store);
    await drafts.save(draft);
    const payload = sampleSubmission();
    const row = await outbox.submit(draft.draftId, intakeSubmission(payload));
    expect(row).toMatchObject({
      lane: `intake:${draft.session}`,
      laneNo: 1,
      kind: 'intake.submit',
      v: intakeSubmit.newest,
      state: 'queued',
    });
    expect(row.code).toMatch(/^[0-9A-Z]{2}-[0-9A-Z]{4}$/);
    expect(row.capturedAt).toMatchObject({
      wall: '2026-11-20T10:00:00.000+01:00',
      tz: 'Europe/Madrid',
      mono: 0,
    });
    const ready = mustRead(await read(row));
    expect(await opened(ready)).toEqual({ ...payload, attachments: [] });
    expect(await outbox.copy(intakeSubmit, row.opId)).toEqual({ ...payload, attachments: [] });
    expect(await everything(store)).toMatchObject({ drafts: [], outbox: [row] });
  });

  test('keeps no copy on a shared device', async () => {
    const store = create();
    const { drafts, outbox } = openTab(store);
    const shared = sampleDraft(1, { owner: 'shared' });
    await drafts.save(shared);
    const row = await outbox.submit(shared.draftId, intakeSubmission(sampleSubmission()));
    expect(await outbox.copy(intakeSubmit, row.opId)).toBeUndefined();
    expect((await everything(store)).copies).toEqual([]);
  });

  test('leaves nothing of the submission in clear', async () => {
    const store = create();
    const { drafts, outbox } = openTab(store);
    await drafts.save(draft);
    await outbox.submit(draft.draftId, intakeSubmission(sampleSubmission()));
    await outbox.send(alertSubmission(sampleAlert()), 'own');
    const text = JSON.stringify(await everything(store), (_key, value) =>
      value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value,
    );
    for (const word of [
      CANARY,
      'Canary1',
      'Familyname',
      'thoughts-of-self-harm',
      '1990-02-03',
      'canary@example.org',
    ])
      expect(text).not.toContain(word);
  });

  test('makes one operation of it - pressed twice, from two tabs at once and once more after a restart', async () => {
    const store = create();
    const first = openTab(store);
    await first.drafts.save(draft);
    const second = openTab(store);
    await second.drafts.open(draft.draftId);
    const rows = await Promise.all([
      first.outbox.submit(draft.draftId, intakeSubmission(sampleSubmission())),
      first.outbox.submit(draft.draftId, intakeSubmission(sampleSubmission())),
      second.outbox.submit(draft.draftId, intakeSubmission(sampleSubmission())),
    ]);
    const later = await openTab(store).outbox.submit(draft.draftId, intakeSubmission(sampleSubmission()));
    expect(new Set([...rows, later].map((row) => row.opId)).size).toBe(1);
    expect((await everything(store)).outbox).toHaveLength(1);
  });

  test('accepts no late save of a draft that was submitted', async () => {
    const store = create();
    const { drafts, outbox } = openTab(store);
    await drafts.save(draft);
    await outbox.submit(draft.draftId, intakeSubmission(sampleSubmission()));
    await expect(drafts.save(draft)).rejects.toMatchObject({ code: 'taken-over' });
    expect((await everything(store)).drafts).toEqual([]);
  });

  test("failure-28: refuses a submission of another person or form than the draft's", async () => {
    const store = create();
    const { drafts, outbox } = openTab(store);
    await drafts.save(draft);
    const wrong = outbox.submit(draft.draftId, intakeSubmission(sampleSubmission(2)));
    await expect(wrong).rejects.toMatchObject({ code: 'mismatch' });
    expect(await everything(store)).toMatchObject({ drafts: [{ draftId: draft.draftId }], outbox: [] });
  });

  test('refuses stale answers - when another tab has gone on with the draft', async () => {
    const store = create();
    const first = openTab(store);
    const second = openTab(store);
    await first.drafts.save(draft);
    await second.drafts.open(draft.draftId);
    await second.drafts.save({ ...draft, answers: 'newer' });
    await expect(
      first.outbox.submit(draft.draftId, intakeSubmission(sampleSubmission())),
    ).rejects.toMatchObject({
      code: 'taken-over',
    });
    expect(await everything(store)).toMatchObject({ drafts: [{ rev: 2 }], outbox: [] });
  });

  test('queues an alert once per session and rule - from two tabs and after a restart', async () => {
    const store = create();
    const first = openTab(store).outbox;
    const second = openTab(store).outbox;
    const rows = await Promise.all([
      first.send(alertSubmission(sampleAlert()), 'own'),
      second.send(alertSubmission(sampleAlert()), 'own'),
      first.send(alertSubmission(sampleAlert(1, 'other-rule')), 'own'),
    ]);
    rows.push(await openTab(store).outbox.send(alertSubmission(sampleAlert()), 'own'));
    expect(new Set(rows.map((row) => row.opId)).size).toBe(2);
    const queued = (await everything(store)).outbox;
    expect(new Set(queued.map((row) => row.laneNo))).toEqual(new Set([1, 2]));
    for (const row of queued) expect(row.lane).toBe(`safety:${draft.session}`);
    expect((await openTab(store).outbox.send(alertSubmission(sampleAlert(2)), 'own')).laneNo).toBe(1);
  });

  test('tells the clinic again - a rule is met once more after somebody has acknowledged it', async () => {
    const store = create();
    const { outbox } = openTab(store);
    const first = await outbox.send(alertSubmission(sampleAlert()), 'own');
    const alert = sampleAlert();
    const again = { ...alert, hit: { ...alert.hit, at: '2026-11-20T09:30:00.000Z' } };
    expect((await outbox.send(alertSubmission(again), 'own')).opId).toBe(first.opId);
    await store.write(['outbox'], async (transaction) => {
      await transaction.put('outbox', { ...first, acknowledgedAt: '2026-11-20T09:20:00.000Z' });
    });
    expect((await outbox.send(alertSubmission(alert), 'own')).opId).toBe(first.opId);
    const second = await outbox.send(alertSubmission(again), 'own');
    expect(second.opId).not.toBe(first.opId);
    expect(second.laneNo).toBe(2);
    expect((await outbox.send(alertSubmission(again), 'own')).opId).toBe(second.opId);
  });
});

describe.each(stores)('sealing (promise 3) - %s', (_name, create) => {
  test('binds an operation to its vendor, id, lane, kind and version', async () => {
    const { drafts, outbox, read } = openTab(create());
    await drafts.save(draft);
    const ready = mustRead(
      await read(await outbox.submit(draft.draftId, intakeSubmission(sampleSubmission()))),
    );
    expect(await opened(ready)).toBeDefined();
    const { opId } = await outbox.send(alertSubmission(sampleAlert()), 'own');
    for (const wrong of [
      { opId },
      { lane: 'intake:x' },
      { kind: 'safety.alert' },
      { v: 1 },
      { vendor: 'willow' },
    ])
      expect(await opened(ready, wrong)).toBeUndefined();
  });

  test('is the same bytes each time an operation is read', async () => {
    const store = create();
    const { outbox, read } = openTab(store);
    const row = await outbox.send(alertSubmission(sampleAlert()), 'own');
    expect(row).toMatchObject({ kind: 'safety.alert', v: 1 });
    const first = mustRead(await read(row));
    expect(await opened(first)).toEqual(sampleAlert());
    expect(await openTab(store).read(row)).toEqual(first);
  });

  test('makes one operation of it on a shared device too - from two tabs at once - and leaves no key', async () => {
    const store = create();
    const shared = sampleDraft(1, { owner: 'shared' });
    const tabs = [openTab(store), openTab(store)];
    await tabs[0]?.drafts.save(shared);
    await tabs[1]?.drafts.open(shared.draftId);
    const rows = await Promise.all(
      tabs.map(({ outbox }) => outbox.submit(shared.draftId, intakeSubmission(sampleSubmission()))),
    );
    expect(new Set(rows.map((row) => row.opId)).size).toBe(1);
    expect(await everything(store)).toMatchObject({ drafts: [], outbox: [{ laneNo: 1 }], copies: [] });
    expect(await store.read(['keys'], (transaction) => transaction.all('keys'))).toEqual([]);
    expect(await opened(mustRead(await openTab(store).read(mustHave(rows[0]))))).toBeDefined();
  });

  test('leaves the draft as it is - where there is no key to seal to', async () => {
    const store = create();
    const { drafts, outbox } = openTab(store, nobody);
    await drafts.save(draft);
    await expect(outbox.submit(draft.draftId, intakeSubmission(sampleSubmission()))).rejects.toMatchObject({
      code: 'unsealable',
    });
    expect(await everything(store)).toMatchObject({ outbox: [], envelopes: [], copies: [] });
    expect(await drafts.open(draft.draftId)).toMatchObject({ status: 'open' });
    await drafts.save({ ...draft, answers: 'more' });
    await openTab(store).outbox.submit(draft.draftId, intakeSubmission(sampleSubmission()));
  });

  test('of an alert waits for a key, unreadable meanwhile, and happens once - two tabs send it at once', async () => {
    const store = create();
    const { outbox, read } = openTab(store, nobody);
    const row = await outbox.send(alertSubmission(sampleAlert()), 'own');
    expect(row).toMatchObject({ state: 'queued', sha256: '' });
    await expect(read(row)).rejects.toMatchObject({ code: 'unsealable' });
    expect(JSON.stringify(await everything(store))).not.toContain(CANARY);
    expect((await outbox.send(alertSubmission(sampleAlert()), 'own')).opId).toBe(row.opId);
    const tabs = [openTab(store), openTab(store)];
    const [one, other] = await Promise.all(tabs.map((tab) => tab.read(row)));
    expect(await opened(mustRead(one))).toEqual(sampleAlert());
    expect(other).toEqual(one);
    // A tab that still has the row from before gets the operation as it was sealed.
    expect(await openTab(store, nobody).read(row)).toEqual(one);
    const { outbox: rows, envelopes } = await everything(store);
    expect(rows).toEqual([one?.row]);
    expect(envelopes).toMatchObject([{ bytes: expect.any(Uint8Array) }]);
    expect(envelopes[0]).not.toHaveProperty('box');
  });

  test("of an alert that waited leaves a shared device no key - after its form's submission", async () => {
    const store = create();
    const shared = sampleDraft(1, { owner: 'shared' });
    await openTab(store).drafts.save(shared);
    const row = await openTab(store, nobody).outbox.send(alertSubmission(sampleAlert()), 'shared');
    const tab = openTab(store);
    await tab.drafts.open(shared.draftId);
    await tab.outbox.submit(shared.draftId, intakeSubmission(sampleSubmission()));
    const keys = () => store.read(['keys'], (transaction) => transaction.all('keys'));
    expect(await keys()).not.toEqual([]);
    expect(await opened(mustRead(await tab.read(row)))).toEqual(sampleAlert());
    expect(await keys()).toEqual([]);
  });
});

describe.each(stores)('photos (G2) - %s', (_name, create) => {
  const photo = (bytes: number) => ({
    ...draft,
    contentType: 'image/jpeg',
    bytes: new Uint8Array(bytes).fill(7),
  });

  test('go with the answers that name them, however deep, each with what opens it', async () => {
    const { drafts, blobs, outbox, read } = openTab(create());
    await drafts.save(draft);
    const kept = [await blobs.keep(photo(10)), await blobs.keep({ ...photo(20), title: 'back' })];
    const dropped = await blobs.keep(photo(30));
    const names = kept.map(({ sha256 }) => sha256);
    const row = await outbox.submit(
      draft.draftId,
      intakeSubmission(sampleSubmission(1, draft, '', [...names, ...names])),
    );
    expect(row.blobs).toEqual(names);
    expect(row.blobs).not.toContain(dropped.sha256);
    const ready = mustRead(await read(row));
    expect(ready.operation.blobs).toEqual(names);
    expect(await opened(ready)).toMatchObject({
      attachments: [
        { sha256: names[0], size: 10, contentType: 'image/jpeg' },
        { sha256: names[1], size: 20, title: 'back' },
      ],
    });
    expect(await outbox.copy(intakeSubmit, row.opId)).toMatchObject({
      attachments: [{ size: 10 }, { size: 20 }],
    });
  });

  test('failure-18: nothing is queued without the photo that it names, and the draft stays', async () => {
    const store = create();
    const { drafts, outbox } = openTab(store);
    await drafts.save(draft);
    const answers = sampleSubmission(1, draft, '', ['f'.repeat(64)]);
    await expect(outbox.submit(draft.draftId, intakeSubmission(answers))).rejects.toMatchObject({
      code: 'blob-missing',
    });
    expect(await everything(store)).toMatchObject({
      drafts: [{ draftId: draft.draftId }],
      outbox: [],
      envelopes: [],
    });
  });

  test('failure-18: nothing is queued - when a photo goes between sealing and queueing', async () => {
    const store = create();
    const { drafts, blobs, outbox } = openTab(store);
    await drafts.save(draft);
    const { sha256 } = await blobs.keep(photo(10));
    const write = store.write.bind(store);
    vi.spyOn(store, 'write').mockImplementationOnce(async (tables, work) => {
      await write(['blobs', 'blobBodies'], async (transaction) => {
        await transaction.delete('blobs', sha256);
        await transaction.delete('blobBodies', sha256);
      });
      return await write(tables, work);
    });
    const answers = sampleSubmission(1, draft, '', [sha256]);
    await expect(outbox.submit(draft.draftId, intakeSubmission(answers))).rejects.toMatchObject({
      code: 'blob-missing',
    });
    expect(await everything(store)).toMatchObject({
      drafts: [{ draftId: draft.draftId }],
      outbox: [],
      envelopes: [],
    });
  });

  test('more than one operation takes are refused while they can still be taken out', async () => {
    const { drafts, outbox } = openTab(create());
    await drafts.save(draft);
    const names = Array.from({ length: MAX_BLOBS_PER_OPERATION + 1 }, (_, index) =>
      String(index).padStart(64, '0'),
    );
    const attempt = outbox.submit(draft.draftId, intakeSubmission(sampleSubmission(1, draft, '', names)));
    await expect(attempt).rejects.toMatchObject({ code: 'too-many-blobs' });
    expect(await drafts.open(draft.draftId)).toMatchObject({ status: 'open' });
  });
});

describe('finalise on a failing store', () => {
  test.each(['outbox', 'envelopes', 'copies', 'meta'])(
    'failure-18: the draft stays and nothing is queued - when the transaction is aborted after its write to %s',
    async (table) => {
      const store = createProfile().connect();
      const { drafts, outbox } = openTab(store);
      await drafts.save(draft);
      abortAfterPutInto(table, 'QuotaExceededError');
      await expect(outbox.submit(draft.draftId, intakeSubmission(sampleSubmission()))).rejects.toMatchObject({
        code: 'quota',
      });
      vi.restoreAllMocks();
      const { outbox: queued, envelopes, copies } = await everything(store);
      expect({ queued, envelopes, copies }).toEqual({ queued: [], envelopes: [], copies: [] });
      const restarted = openTab(store);
      expect(await restarted.drafts.open(draft.draftId)).toEqual({ status: 'open', content: draft });
      expect(
        await restarted.outbox.submit(draft.draftId, intakeSubmission(sampleSubmission())),
      ).toMatchObject({ laneNo: 1 });
    },
  );

  test('queues one operation - when its first transaction was aborted and run again', async () => {
    const store = createProfile().connect();
    const { drafts, outbox } = openTab(store);
    await drafts.save(draft);
    abortAfterPutInto('envelopes', 'AbortError', 1);
    await outbox.submit(draft.draftId, intakeSubmission(sampleSubmission()));
    expect(await everything(store)).toMatchObject({ drafts: [], outbox: [{ laneNo: 1 }] });
  });

  test('may still be submitted by the page that holds it - when the draft could never be stored', async () => {
    const store = createProfile().connect();
    const { drafts, outbox } = openTab(store);
    abortAfterPutInto('drafts', 'QuotaExceededError');
    await expect(drafts.save(draft)).rejects.toMatchObject({ code: 'quota' });
    vi.restoreAllMocks();
    expect(await outbox.submit(draft.draftId, intakeSubmission(sampleSubmission()))).toMatchObject({
      owner: 'own',
      state: 'queued',
    });
  });

  test('says `absent` - where neither draft nor submission is known', async () => {
    const { outbox } = openTab(createMemoryStore('durable'));
    await expect(outbox.submit(draft.draftId, intakeSubmission(sampleSubmission()))).rejects.toMatchObject({
      code: 'absent',
    });
  });
});

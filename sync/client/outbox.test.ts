import { afterEach, describe, expect, test, vi } from 'vitest';
import { openClearEnvelope } from '../seal/envelope.ts';
import { createDrafts } from './drafts.ts';
import { createOutbox } from './outbox.ts';
import type { Store } from './ports.ts';
import { createMemoryStore } from './store/memory-store.ts';
import { tableNames } from './store/rows.ts';
import { createSubjectKeys } from './subject-keys.ts';
import { abortAfterPutInto, createProfile } from './testing/faulty-indexeddb.ts';
import { createPageSignals, noLocks, random } from './testing/phone.ts';
import { CANARY, type SampleDraft, sampleAlert, sampleDraft, sampleSubmission } from './testing/samples.ts';
import { createVirtualClock } from './testing/virtual-clock.ts';
import { createWebCrypto } from './web-crypto.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

function openTab(store: Store) {
  const crypto = createWebCrypto(globalThis.crypto);
  const clock = createVirtualClock();
  const keys = createSubjectKeys({ store, crypto, random, clock });
  const about = { vendor: 'lantern', store, keys };
  const drafts = createDrafts<SampleDraft>({
    ...about,
    writer: clock.boot,
    locks: noLocks,
    signals: createPageSignals(),
    onChange: () => undefined,
  });
  return { drafts, outbox: createOutbox({ ...about, crypto, random, clock, drafts }) };
}

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
    const { drafts, outbox } = openTab(store);
    await drafts.save(draft);
    const payload = sampleSubmission();
    const row = await outbox.submit(draft.draftId, payload);
    expect(row).toMatchObject({
      lane: `intake:${draft.session}`,
      laneNo: 1,
      kind: 'intake.submit',
      v: 1,
      state: 'queued',
    });
    expect(row.code).toMatch(/^[0-9A-Z]{2}-[0-9A-Z]{4}$/);
    expect(row.capturedAt).toMatchObject({
      wall: '2026-11-20T10:00:00.000+01:00',
      tz: 'Europe/Madrid',
      mono: 0,
    });
    const envelope = await outbox.envelope(row);
    expect(envelope && openClearEnvelope(envelope)).toEqual(payload);
    expect(await outbox.copy(row.opId)).toEqual(payload);
    expect(await everything(store)).toMatchObject({ drafts: [], outbox: [row] });
  });

  test('keeps no copy on a shared device', async () => {
    const store = create();
    const { drafts, outbox } = openTab(store);
    const shared = sampleDraft(1, { owner: 'shared' });
    await drafts.save(shared);
    const row = await outbox.submit(shared.draftId, sampleSubmission());
    expect(await outbox.copy(row.opId)).toBeUndefined();
    expect((await everything(store)).copies).toEqual([]);
  });

  test('leaves nothing of the submission in clear', async () => {
    const store = create();
    const { drafts, outbox } = openTab(store);
    await drafts.save(draft);
    await outbox.submit(draft.draftId, sampleSubmission());
    await outbox.alert(sampleAlert(), 'own');
    const text = JSON.stringify(await everything(store), (_key, value) =>
      value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value,
    );
    for (const word of [
      CANARY,
      'Canary1',
      'Familyname',
      'thoughts-of-self-harm',
      '1990-01-02',
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
      first.outbox.submit(draft.draftId, sampleSubmission()),
      first.outbox.submit(draft.draftId, sampleSubmission()),
      second.outbox.submit(draft.draftId, sampleSubmission()),
    ]);
    const later = await openTab(store).outbox.submit(draft.draftId, sampleSubmission());
    expect(new Set([...rows, later].map((row) => row.opId)).size).toBe(1);
    expect((await everything(store)).outbox).toHaveLength(1);
  });

  test('accepts no late save of a draft that was submitted', async () => {
    const store = create();
    const { drafts, outbox } = openTab(store);
    await drafts.save(draft);
    await outbox.submit(draft.draftId, sampleSubmission());
    await expect(drafts.save(draft)).rejects.toMatchObject({ code: 'taken-over' });
    expect((await everything(store)).drafts).toEqual([]);
  });

  test("failure-28: refuses a submission of another person or form than the draft's", async () => {
    const store = create();
    const { drafts, outbox } = openTab(store);
    await drafts.save(draft);
    const wrong = outbox.submit(draft.draftId, sampleSubmission(2));
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
    await expect(first.outbox.submit(draft.draftId, sampleSubmission())).rejects.toMatchObject({
      code: 'taken-over',
    });
    expect(await everything(store)).toMatchObject({ drafts: [{ rev: 2 }], outbox: [] });
  });

  test('queues an alert once per session and rule - from two tabs and after a restart', async () => {
    const store = create();
    const first = openTab(store).outbox;
    const second = openTab(store).outbox;
    const rows = await Promise.all([
      first.alert(sampleAlert(), 'own'),
      second.alert(sampleAlert(), 'own'),
      first.alert(sampleAlert(1, 'other-rule'), 'own'),
    ]);
    rows.push(await openTab(store).outbox.alert(sampleAlert(), 'own'));
    expect(new Set(rows.map((row) => row.opId)).size).toBe(2);
    const queued = (await everything(store)).outbox;
    expect(new Set(queued.map((row) => row.laneNo))).toEqual(new Set([1, 2]));
    for (const row of queued) expect(row.lane).toBe(`safety:${draft.session}`);
    expect((await openTab(store).outbox.alert(sampleAlert(2), 'own')).laneNo).toBe(1);
  });

  test('tells the clinic again - a rule is met once more after somebody has acknowledged it', async () => {
    const store = create();
    const { outbox } = openTab(store);
    const first = await outbox.alert(sampleAlert(), 'own');
    const alert = sampleAlert();
    const again = { ...alert, hit: { ...alert.hit, at: '2026-11-20T09:30:00.000Z' } };
    expect((await outbox.alert(again, 'own')).opId).toBe(first.opId);
    await store.write(['outbox'], async (transaction) => {
      await transaction.put('outbox', { ...first, acknowledgedAt: '2026-11-20T09:20:00.000Z' });
    });
    expect((await outbox.alert(alert, 'own')).opId).toBe(first.opId);
    const second = await outbox.alert(again, 'own');
    expect(second.opId).not.toBe(first.opId);
    expect(second.laneNo).toBe(2);
    expect((await outbox.alert(again, 'own')).opId).toBe(second.opId);
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
      await expect(outbox.submit(draft.draftId, sampleSubmission())).rejects.toMatchObject({ code: 'quota' });
      vi.restoreAllMocks();
      const { outbox: queued, envelopes, copies } = await everything(store);
      expect({ queued, envelopes, copies }).toEqual({ queued: [], envelopes: [], copies: [] });
      const restarted = openTab(store);
      expect(await restarted.drafts.open(draft.draftId)).toEqual({ status: 'open', content: draft });
      expect(await restarted.outbox.submit(draft.draftId, sampleSubmission())).toMatchObject({ laneNo: 1 });
    },
  );

  test('queues one operation - when its first transaction was aborted and run again', async () => {
    const store = createProfile().connect();
    const { drafts, outbox } = openTab(store);
    await drafts.save(draft);
    abortAfterPutInto('envelopes', 'AbortError', 1);
    await outbox.submit(draft.draftId, sampleSubmission());
    expect(await everything(store)).toMatchObject({ drafts: [], outbox: [{ laneNo: 1 }] });
  });

  test('may still be submitted by the page that holds it - when the draft could never be stored', async () => {
    const store = createProfile().connect();
    const { drafts, outbox } = openTab(store);
    abortAfterPutInto('drafts', 'QuotaExceededError');
    await expect(drafts.save(draft)).rejects.toMatchObject({ code: 'quota' });
    vi.restoreAllMocks();
    expect(await outbox.submit(draft.draftId, sampleSubmission())).toMatchObject({
      owner: 'own',
      state: 'queued',
    });
  });

  test('says `absent` - where neither draft nor submission is known', async () => {
    const { outbox } = openTab(createMemoryStore('durable'));
    await expect(outbox.submit(draft.draftId, sampleSubmission())).rejects.toMatchObject({ code: 'absent' });
  });
});

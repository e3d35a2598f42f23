import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Locks } from '../base/ports.ts';
import { StorageError } from '../base/storage-error.ts';
import { createSubjectKeys } from '../keys/subject-keys.ts';
import { createWebCrypto } from '../keys/web-crypto.ts';
import { STORE_DEADLINE_MS } from '../store/dexie-store.ts';
import { createMemoryStore } from '../store/memory-store.ts';
import type { Store } from '../store/store.ts';
import { abortAfterPutInto, createProfile, hangingConnections } from '../testing/faulty-indexeddb.ts';
import { createPageSignals, createTabLocks, noLocks, random } from '../testing/phone.ts';
import { CANARY, type SampleDraft, sampleDraft } from '../testing/samples.ts';
import { until } from '../testing/until.ts';
import { createVirtualClock } from '../testing/virtual-clock.ts';
import { createDrafts, type Drafts } from './drafts.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

const crypto = createWebCrypto(globalThis.crypto);
let runs = 0;

function openTab(store: Store, locks: Locks = noLocks, vendor = 'meadow') {
  runs += 1;
  const signals = createPageSignals();
  const keys = createSubjectKeys({ store, crypto, random, clock: createVirtualClock() });
  const drafts: Drafts<SampleDraft> = createDrafts({
    vendor,
    writer: `run-${runs}`,
    store,
    keys,
    locks,
    signals,
    onChange: () => undefined,
  });
  return { drafts, signals };
}

const stores: readonly [string, () => { connect: () => Store }][] = [
  ['IndexedDB', createProfile],
  [
    'memory',
    () => {
      const store = createMemoryStore('durable');
      return { connect: () => store };
    },
  ],
];

const draft = sampleDraft();
const answered = (answers: string): SampleDraft => ({ ...draft, answers });
const row = (store: Store) =>
  store.read(['drafts'], (transaction) => transaction.get('drafts', draft.draftId));

describe.each(stores)('drafts (G1, G7) - %s', (_name, create) => {
  test('is there in full after a restart - once `save` has resolved', async () => {
    const { connect } = create();
    await openTab(connect()).drafts.save(draft);
    const restarted = openTab(connect()).drafts;
    expect(await restarted.list()).toEqual([
      {
        draftId: draft.draftId,
        session: draft.session,
        subjectId: draft.subjectId,
        questionnaireSlug: 'sleep',
        formHash: draft.questionnaire.formHash,
        owner: 'own',
        updatedAt: draft.updatedAt,
      },
    ]);
    expect(await restarted.open(draft.draftId)).toEqual({ status: 'open', content: draft });
  });

  test('keeps the newest of many saves - and lets each of them know when it is safe', async () => {
    const { connect } = create();
    const { drafts } = openTab(connect());
    await Promise.all(Array.from({ length: 30 }, (_, index) => drafts.save(answered(`answer ${index}`))));
    expect(await drafts.open(draft.draftId)).toMatchObject({ content: { answers: 'answer 29' } });
  });

  test('failure-29: tells the second tab `taken-over` and writes nothing - when both write the same draft', async () => {
    const { connect } = create();
    const first = openTab(connect()).drafts;
    const second = openTab(connect()).drafts;
    await first.save(answered('one'));
    await first.open(draft.draftId);
    await second.open(draft.draftId);
    await first.save(answered('two'));
    await expect(second.save(answered('stale'))).rejects.toMatchObject({ code: 'taken-over' });
    expect(await first.open(draft.draftId)).toMatchObject({ content: { answers: 'two' } });
    await second.open(draft.draftId);
    await second.save(answered('three'));
    await expect(first.save(answered('stale'))).rejects.toMatchObject({ code: 'taken-over' });
    expect(await second.open(draft.draftId)).toMatchObject({ content: { answers: 'three' } });
  });

  test("failure-29: tells the second tab `taken-over` - while the first holds the draft's lock", async () => {
    const { connect } = create();
    const locks = createTabLocks();
    const first = openTab(connect(), locks);
    const second = openTab(connect(), locks);
    await first.drafts.save(answered('one'));
    await second.drafts.open(draft.draftId);
    await expect(second.drafts.save(answered('two'))).rejects.toMatchObject({ code: 'taken-over' });
    first.signals.tell('hidden');
    await until(
      async () => (await second.drafts.save(answered('three')).catch(() => 'refused')) === undefined,
    );
    expect(await first.drafts.open(draft.draftId)).toMatchObject({ content: { answers: 'three' } });
  });

  test('failure-20: saves what is flushed while the page is being hidden, and lets the lock go', async () => {
    const { connect } = create();
    const locks = createTabLocks();
    const first = openTab(connect(), locks);
    first.signals.tell('hidden');
    await first.drafts.save(answered('last words'));
    const second = openTab(connect(), locks);
    await second.drafts.open(draft.draftId);
    await second.drafts.save(answered('more'));
    expect(await second.drafts.open(draft.draftId)).toMatchObject({ content: { answers: 'more' } });
  });

  test('does not bring a discarded draft back - when another tab saves it late', async () => {
    const { connect } = create();
    const first = openTab(connect()).drafts;
    const second = openTab(connect()).drafts;
    await first.save(draft);
    await second.open(draft.draftId);
    await first.discard(draft.draftId);
    await expect(first.save(draft)).rejects.toMatchObject({ code: 'taken-over' });
    await expect(second.save(draft)).rejects.toMatchObject({ code: 'taken-over' });
    expect(await second.open(draft.draftId)).toEqual({ status: 'absent' });
  });

  test('forgets the key of a person with the last thing it sealed - when the draft is discarded', async () => {
    const { connect } = create();
    const store = connect();
    const { drafts } = openTab(store);
    const other = sampleDraft(2, { subjectId: draft.subjectId });
    await drafts.save(draft);
    await drafts.save(other);
    const keys = () => store.read(['keys'], async (transaction) => (await transaction.all('keys')).length);
    await drafts.discard(draft.draftId);
    expect(await keys()).toBe(1);
    await drafts.discard(other.draftId);
    expect(await keys()).toBe(0);
    await drafts.save(sampleDraft(3, { subjectId: draft.subjectId }));
    expect(await drafts.open(sampleDraft(3).draftId)).toMatchObject({ status: 'open' });
  });

  test("failure-28: refuses to write a draft as another person's or form's", async () => {
    const { connect } = create();
    const { drafts } = openTab(connect());
    await drafts.save(draft);
    const someoneElse = { ...draft, subjectId: sampleDraft(2).subjectId };
    await expect(drafts.save(someoneElse)).rejects.toMatchObject({ code: 'mismatch' });
    const otherForm = { ...draft, questionnaire: { slug: 'sleep', formHash: 'b'.repeat(64) } };
    await expect(drafts.save(otherForm)).rejects.toMatchObject({ code: 'mismatch' });
    expect(await drafts.open(draft.draftId)).toEqual({ status: 'open', content: draft });
  });

  test.each([
    ['person', { subjectId: sampleDraft(2).subjectId }],
    ['form', { formHash: 'b'.repeat(64) }],
  ])(
    'failure-26: cannot be opened under another %s, even where the rows are exchanged (G7)',
    async (_what, change) => {
      const { connect } = create();
      const store = connect();
      const { drafts } = openTab(store);
      await drafts.save(draft);
      await drafts.save(sampleDraft(2));
      const found = await row(store);
      if (found === undefined) throw new Error('The draft is missing.');
      await store.write(['drafts'], (transaction) => transaction.put('drafts', { ...found, ...change }));
      expect(await drafts.open(draft.draftId)).toEqual({ status: 'unreadable' });
    },
  );

  test('cannot be opened in the space of another vendor (G7)', async () => {
    const { connect } = create();
    const store = connect();
    await openTab(store).drafts.save(draft);
    expect(await openTab(store, noLocks, 'willow').drafts.open(draft.draftId)).toEqual({
      status: 'unreadable',
    });
  });

  test('failure-50: keeps a draft whose key is gone, and says `unreadable`', async () => {
    const { connect } = create();
    const store = connect();
    await openTab(store).drafts.save(draft);
    await store.write(['keys'], (transaction) => transaction.delete('keys', `subject:${draft.subjectId}`));
    const { drafts } = openTab(store);
    expect(await drafts.open(draft.draftId)).toEqual({ status: 'unreadable' });
    expect(await drafts.list()).toHaveLength(1);
  });

  test('seals again with the new key - when another tab has forgotten the old one meanwhile', async () => {
    const { connect } = create();
    const store = connect();
    const { drafts } = openTab(store);
    await drafts.save(draft);
    await openTab(store).drafts.discard(draft.draftId);
    const next = sampleDraft(4, { subjectId: draft.subjectId });
    await drafts.save(next);
    expect(await openTab(store).drafts.open(next.draftId)).toEqual({ status: 'open', content: next });
  });

  test('leaves no answer and no name in clear', async () => {
    const { connect } = create();
    const store = connect();
    await openTab(store).drafts.save(draft);
    const found = await row(store);
    const text = JSON.stringify(found, (_key, value) =>
      value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value,
    );
    expect(text).toContain(draft.draftId);
    expect(text).not.toContain(CANARY);
  });

  test('failure-26: keeps the definition that a draft pins, whatever the vendor publishes next', async () => {
    const { connect } = create();
    const { drafts } = openTab(connect());
    await drafts.keepDefinition('a'.repeat(64), { resourceType: 'Questionnaire', version: '1' });
    await drafts.keepDefinition('b'.repeat(64), { resourceType: 'Questionnaire', version: '2' });
    expect(await drafts.definition('a'.repeat(64))).toEqual({ resourceType: 'Questionnaire', version: '1' });
    expect(await drafts.definition('c'.repeat(64))).toBeUndefined();
  });
});

describe('drafts on a failing store', () => {
  test('failure-02: `save` rejects and the older draft stays - when the transaction is aborted', async () => {
    const store = createProfile().connect();
    const { drafts } = openTab(store);
    await drafts.save(answered('one'));
    abortAfterPutInto('drafts', 'QuotaExceededError');
    await expect(drafts.save(answered('two'))).rejects.toMatchObject({ code: 'quota' });
    vi.restoreAllMocks();
    expect(await openTab(store).drafts.open(draft.draftId)).toMatchObject({ content: { answers: 'one' } });
    await drafts.save(answered('three'));
    expect(await openTab(store).drafts.open(draft.draftId)).toMatchObject({ content: { answers: 'three' } });
  });

  test('failure-04: an older save that hung never overwrites a newer one', async () => {
    const fault = hangingConnections();
    const clock = createVirtualClock();
    const store = createProfile().connect(clock);
    const { drafts } = openTab(store);
    await drafts.save(answered('one'));
    fault.begin('open');
    const hung = drafts.save(answered('two'));
    const newer = drafts.save(answered('three'));
    await until(() => clock.timers() === 1, 'the deadline of the save that hangs');
    clock.advance(STORE_DEADLINE_MS);
    await Promise.all([hung, newer]);
    expect(await drafts.open(draft.draftId)).toMatchObject({ content: { answers: 'three' } });
  });

  test('failure-06: an older save that was given up and ends late never overwrites a newer one', async () => {
    const inner = createMemoryStore('durable');
    const late: (() => Promise<unknown>)[] = [];
    let wedged = false;
    const store: Store = {
      ...inner,
      async write(tables, work) {
        if (!wedged || !tables.includes('drafts')) return await inner.write(tables, work);
        late.push(() => inner.write(tables, work));
        throw new StorageError('timeout');
      },
    };
    const { drafts } = openTab(store);
    await drafts.save(answered('one'));
    wedged = true;
    await expect(drafts.save(answered('two'))).rejects.toMatchObject({ code: 'timeout' });
    wedged = false;
    await drafts.save(answered('three'));
    for (const end of late) await end();
    expect(late).toHaveLength(1);
    expect(await drafts.open(draft.draftId)).toMatchObject({ content: { answers: 'three' } });
  });

  test('failure-14: says `memory-only` each time, and keeps the answers for as long as the page lives', async () => {
    const { drafts } = openTab(createMemoryStore('memory'));
    await expect(drafts.save(answered('one'))).rejects.toMatchObject({ code: 'memory-only' });
    await expect(drafts.save(answered('two'))).rejects.toMatchObject({ code: 'memory-only' });
    expect(await drafts.open(draft.draftId)).toMatchObject({ content: { answers: 'two' } });
  });
});

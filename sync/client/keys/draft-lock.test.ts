import { afterEach, describe, expect, test, vi } from 'vitest';
import { bindingOf, fromUtf8, utf8 } from '../base/bytes.ts';
import { createMemoryStore } from '../store/memory-store.ts';
import type { Store } from '../store/store.ts';
import { createProfile } from '../testing/faulty-indexeddb.ts';
import { answersOf, createLockPhone, hers, type LockTab, mine, stored } from '../testing/lock-phone.ts';
import { createAuthenticator } from '../testing/passkeys.ts';
import { sampleDraft } from '../testing/samples.ts';
import { copyBinding } from './bindings.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

const copyRow = { opId: 'op-1', subjectId: mine.subjectId };
async function savesACopy({ keys }: LockTab) {
  await keys.sealThenWrite(
    mine.subjectId,
    (sealer) => sealer.seal(utf8('a copy'), copyBinding('meadow', copyRow)),
    ['copies'],
    (transaction, box) => transaction.put('copies', { ...copyRow, box }),
  );
}
async function readsTheCopy({ keys, store }: LockTab) {
  const row = await store.read(['copies'], (transaction) => transaction.get('copies', 'op-1'));
  const plain = row && (await keys.open(mine.subjectId, row.box, copyBinding('meadow', copyRow)));
  return plain && fromUtf8(plain);
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

describe.each(stores)("the patient's lock - %s", (_name, create) => {
  async function withDrafts() {
    const { connect } = create();
    const phone = createLockPhone();
    const passkey = createAuthenticator();
    const tab = phone.opens(connect());
    await tab.drafts.save(mine);
    await tab.drafts.save(hers);
    await savesACopy(tab);
    return { connect, phone, passkey, tab };
  }

  test('is off until it is turned on, and open afterwards, with everything readable', async () => {
    const { tab, passkey } = await withDrafts();
    expect(await tab.lock.state()).toBe('off');
    await tab.lock.enable(passkey);
    expect(await tab.lock.state()).toBe('open');
    expect(await answersOf(tab, mine)).toBe(mine.answers);
    expect(await answersOf(tab, hers)).toBe(hers.answers);
    expect(await readsTheCopy(tab)).toBe('a copy');
  });

  test('leaves no key that opens anything on the device, and nothing sealed by an earlier one', async () => {
    const { tab, passkey } = await withDrafts();
    const before = await stored(tab.store);
    await tab.lock.enable(passkey);
    const after = await stored(tab.store);
    expect(after.keys).toHaveLength(2);
    for (const row of after.keys) {
      expect(row.key).toBeUndefined();
      expect(row.wrappers?.map((wrapper) => wrapper.kind)).toEqual(['passkey', 'recovery']);
    }
    const earlier = new Set(before.keys.map((row) => row.keyId));
    for (const { box } of [...after.drafts, ...after.copies]) expect(earlier).not.toContain(box.keyId);
  });

  test('is closed after a restart: drafts are listed, none is opened or saved, and none is lost', async () => {
    const { connect, phone, passkey, tab } = await withDrafts();
    await tab.lock.enable(passkey);
    const restarted = phone.opens(connect());
    expect(await restarted.lock.state()).toBe('locked');
    expect(await restarted.drafts.list()).toHaveLength(2);
    expect(await answersOf(restarted, mine)).toBe('locked');
    await expect(restarted.drafts.save({ ...mine, answers: 'new' })).rejects.toMatchObject({
      code: 'locked',
    });
    await expect(restarted.drafts.save(sampleDraft(3))).rejects.toMatchObject({ code: 'locked' });
    expect(await restarted.lock.unlock(passkey)).toBe('open');
    expect(await restarted.lock.state()).toBe('open');
    expect(await answersOf(restarted, mine)).toBe(mine.answers);
    expect(await answersOf(restarted, hers)).toBe(hers.answers);
    expect(await readsTheCopy(restarted)).toBe('a copy');
  });

  test('the page that holds the answers saves them after unlocking - when it was locked in between', async () => {
    const { tab, passkey } = await withDrafts();
    await tab.lock.enable(passkey);
    tab.lock.lock();
    expect(await tab.lock.state()).toBe('locked');
    const newer = { ...mine, answers: 'written while it was locked' };
    await expect(tab.drafts.save(newer)).rejects.toMatchObject({ code: 'locked' });
    await tab.lock.unlock(passkey);
    await tab.drafts.save(newer);
    expect(await answersOf(tab, mine)).toBe(newer.answers);
  });

  test('opens by the recovery code, however it is typed - when the passkey was deleted', async () => {
    const { connect, phone, passkey, tab } = await withDrafts();
    const { recoveryCode } = await tab.lock.enable(passkey);
    passkey.deletesAll();
    const restarted = phone.opens(connect());
    await expect(restarted.lock.unlock(passkey)).rejects.toMatchObject({ name: 'NotAllowedError' });
    expect(await restarted.lock.unlockWithCode(recoveryCode.toLowerCase().replaceAll('-', ' '))).toBe('open');
    expect(await answersOf(restarted, mine)).toBe(mine.answers);
    const other = createAuthenticator();
    await restarted.lock.replacePasskey(other);
    const later = phone.opens(connect());
    expect(await later.lock.unlock(other)).toBe('open');
    expect(await answersOf(later, hers)).toBe(hers.answers);
    const again = phone.opens(connect());
    expect(await again.lock.unlockWithCode(recoveryCode)).toBe('open');
    expect(await answersOf(again, mine)).toBe(mine.answers);
  });

  test('stays closed - for a code that was mistyped, for a code of another phone, and for another passkey', async () => {
    const { connect, phone, passkey, tab } = await withDrafts();
    const { recoveryCode } = await tab.lock.enable(passkey);
    const elsewhere = createLockPhone().opens(create().connect());
    const another = await elsewhere.lock.enable(createAuthenticator());
    const restarted = phone.opens(connect());
    const mistyped = (recoveryCode.startsWith('A') ? 'B' : 'A') + recoveryCode.slice(1);
    expect(await restarted.lock.unlockWithCode(mistyped)).toBe('mistyped');
    expect(await restarted.lock.unlockWithCode('')).toBe('mistyped');
    expect(await restarted.lock.unlockWithCode(another.recoveryCode)).toBe('wrong');
    passkey.mixesUp();
    expect(await restarted.lock.unlock(passkey)).toBe('wrong');
    expect(await restarted.lock.state()).toBe('locked');
    expect(await answersOf(restarted, mine)).toBe('locked');
  });

  test('a new code voids the older one, for what was here and for what comes', async () => {
    const { connect, phone, passkey, tab } = await withDrafts();
    const { recoveryCode: older } = await tab.lock.enable(passkey);
    const { recoveryCode: newer } = await tab.lock.renewCode();
    await tab.drafts.save(sampleDraft(3));
    const restarted = phone.opens(connect());
    expect(await restarted.lock.unlockWithCode(older)).toBe('wrong');
    expect(await restarted.lock.unlockWithCode(newer)).toBe('open');
    for (const draft of [mine, hers, sampleDraft(3)])
      expect(await answersOf(restarted, draft)).toBe(draft.answers);
    const byPasskey = phone.opens(connect());
    expect(await byPasskey.lock.unlock(passkey)).toBe('open');
    expect(await answersOf(byPasskey, sampleDraft(3))).toBe(sampleDraft(3).answers);
  });

  test('a person who comes while the lock is on is locked too, and opens by either way', async () => {
    const { connect, phone, passkey, tab } = await withDrafts();
    const { recoveryCode } = await tab.lock.enable(passkey);
    const later = phone.opens(connect());
    await later.lock.unlock(passkey);
    const third = sampleDraft(3);
    await later.drafts.save(third);
    expect((await stored(later.store)).keys.every((row) => row.key === undefined)).toBe(true);
    const restarted = phone.opens(connect());
    await restarted.lock.unlockWithCode(recoveryCode);
    expect(await answersOf(restarted, third)).toBe(third.answers);
    await restarted.drafts.save(sampleDraft(4));
    const again = phone.opens(connect());
    await again.lock.unlock(passkey);
    expect(await answersOf(again, sampleDraft(4))).toBe(sampleDraft(4).answers);
  });

  test('turned off, everything opens without asking anybody', async () => {
    const { connect, phone, passkey, tab } = await withDrafts();
    await tab.lock.enable(passkey);
    await tab.drafts.save(sampleDraft(3));
    await tab.lock.disable();
    const restarted = phone.opens(connect());
    const asked = passkey.asked();
    expect(await restarted.lock.state()).toBe('off');
    for (const draft of [mine, hers, sampleDraft(3)])
      expect(await answersOf(restarted, draft)).toBe(draft.answers);
    await restarted.drafts.save({ ...mine, answers: 'later' });
    expect(await answersOf(restarted, mine)).toBe('later');
    expect(passkey.asked()).toBe(asked);
    expect(await restarted.lock.unlock(passkey)).toBe('off');
    expect(await restarted.lock.unlockWithCode('')).toBe('off');
  });

  test('nothing is changed by somebody who cannot open it', async () => {
    const { connect, phone, passkey, tab } = await withDrafts();
    await tab.lock.enable(passkey);
    const { lock, store } = phone.opens(connect());
    const before = await stored(store);
    await expect(lock.disable()).rejects.toMatchObject({ code: 'locked' });
    await expect(lock.renewCode()).rejects.toMatchObject({ code: 'locked' });
    await expect(lock.replacePasskey(passkey)).rejects.toMatchObject({ code: 'locked' });
    await expect(lock.enable(passkey)).rejects.toMatchObject({ code: 'taken-over' });
    expect(await stored(store)).toEqual(before);
  });

  test('stays off - when the person declines the passkey, or does not take note of the code', async () => {
    const { tab, passkey } = await withDrafts();
    const declined = new DOMException('Declined.', 'NotAllowedError');
    const declining = { ...passkey, create: () => Promise.reject(declined) };
    await expect(tab.lock.enable(declining)).rejects.toBe(declined);
    const shown: string[] = [];
    const gone = new Error('closed');
    const attempt = tab.lock.enable(passkey, (code) => {
      shown.push(code);
      return Promise.reject(gone);
    });
    await expect(attempt).rejects.toBe(gone);
    expect(shown).toHaveLength(1);
    expect(await tab.lock.state()).toBe('off');
    expect(await answersOf(tab, mine)).toBe(mine.answers);
  });

  test('what is saved while the code is being noted is locked with the rest', async () => {
    const { connect, phone, passkey, tab } = await withDrafts();
    const other = phone.opens(connect());
    expect(await answersOf(other, hers)).toBe(hers.answers);
    await tab.lock.enable(passkey, async () => {
      await other.drafts.save({ ...hers, answers: 'newer' });
      await other.drafts.save(sampleDraft(3));
    });
    expect(await answersOf(tab, hers)).toBe('newer');
    expect(await answersOf(tab, sampleDraft(3))).toBe(sampleDraft(3).answers);
    expect((await stored(tab.store)).keys.every((row) => row.key === undefined)).toBe(true);
  });

  describe('two tabs', () => {
    test('the other is locked at once, keeps what it holds, and saves it after unlocking by itself', async () => {
      const { connect, phone, passkey, tab } = await withDrafts();
      const other = phone.opens(connect());
      expect(await answersOf(other, hers)).toBe(hers.answers);
      const told = vi.fn<() => void>();
      other.lock.watch(told);
      await tab.lock.enable(passkey);
      expect(told).toHaveBeenCalled();
      expect(await other.lock.state()).toBe('locked');
      const newer = { ...hers, answers: 'held by the other tab' };
      await expect(other.drafts.save(newer)).rejects.toMatchObject({ code: 'locked' });
      await other.lock.unlock(passkey);
      await other.drafts.save(newer);
      expect(await answersOf(other, hers)).toBe(newer.answers);
    });

    test('unlocking one unlocks no other, locking one locks all', async () => {
      const { connect, phone, passkey, tab } = await withDrafts();
      await tab.lock.enable(passkey);
      const [first, second] = [phone.opens(connect()), phone.opens(connect())];
      await first.lock.unlock(passkey);
      expect(await second.lock.state()).toBe('locked');
      await second.lock.unlock(passkey);
      first.lock.lock();
      expect(await second.lock.state()).toBe('locked');
      expect(await tab.lock.state()).toBe('locked');
      expect(await answersOf(second, mine)).toBe('locked');
    });

    test('one lock comes of it - when both turn it on at once', async () => {
      const { connect, phone, tab } = await withDrafts();
      const other = phone.opens(connect());
      const passkeys = [createAuthenticator(), createAuthenticator()] as const;
      const ended = await Promise.allSettled([tab.lock.enable(passkeys[0]), other.lock.enable(passkeys[1])]);
      expect(ended.map((each) => each.status).toSorted()).toEqual(['fulfilled', 'rejected']);
      const winner = ended[0].status === 'fulfilled' ? passkeys[0] : passkeys[1];
      const restarted = phone.opens(connect());
      expect(await restarted.lock.unlock(winner)).toBe('open');
      expect(await answersOf(restarted, mine)).toBe(mine.answers);
      expect(await answersOf(restarted, hers)).toBe(hers.answers);
    });

    test('a tab that was opened by an older code wraps no key for it any more', async () => {
      const { connect, phone, passkey, tab } = await withDrafts();
      await tab.lock.enable(passkey);
      const other = phone.opens(connect());
      await other.lock.unlock(passkey);
      await tab.lock.renewCode();
      await expect(other.drafts.save(sampleDraft(3))).rejects.toMatchObject({ code: 'locked' });
      await other.lock.unlock(passkey);
      await other.drafts.save(sampleDraft(3));
    });
  });

  test("a key that was moved to another person's row opens nothing (G7)", async () => {
    const { connect, phone, passkey, tab } = await withDrafts();
    await tab.lock.enable(passkey);
    await tab.store.write(['keys'], async (transaction) => {
      const rows = await transaction.all('keys');
      const [one, two] = rows;
      if (one === undefined || two === undefined) throw new Error('Two people have keys.');
      await transaction.put('keys', { ...two, id: one.id });
      await transaction.put('keys', { ...one, id: two.id });
    });
    const restarted = phone.opens(connect());
    await restarted.lock.unlock(passkey);
    await expect(restarted.drafts.save({ ...mine, answers: 'x' })).rejects.toMatchObject({
      code: 'unreadable',
    });
  });

  test("opens nothing in another vendor's space", async () => {
    const { connect, passkey, tab } = await withDrafts();
    const { recoveryCode } = await tab.lock.enable(passkey);
    const elsewhere = createLockPhone('willow').opens(connect());
    expect(await elsewhere.lock.unlock(passkey)).toBe('wrong');
    expect(await elsewhere.lock.unlockWithCode(recoveryCode)).toBe('wrong');
  });

  test('an envelope of the first version, and the boxes of an alert, open while the lock is closed', async () => {
    const { connect, phone, passkey, tab } = await withDrafts();
    const boundTo = bindingOf('envelope', 'meadow', mine.subjectId, 'op-9');
    await tab.keys.sealThenWrite(
      mine.subjectId,
      (sealer) => sealer.seal(utf8('an envelope'), boundTo),
      ['envelopes'],
      (transaction, box) => transaction.put('envelopes', { opId: 'op-9', subjectId: mine.subjectId, box }),
    );
    await tab.lock.enable(passkey);
    const restarted = phone.opens(connect());
    const row = (await stored(restarted.store)).envelopes[0];
    const opened = row?.box && (await restarted.keys.open(mine.subjectId, row.box, boundTo));
    expect(opened && fromUtf8(opened)).toBe('an envelope');
    const rule = await restarted.keys.neverLocked.sealThenWrite(
      mine.subjectId,
      (sealer) => sealer.seal(utf8('a rule'), boundTo),
      ['meta'],
      async (_transaction, box) => box,
    );
    const again = phone.opens(connect());
    const plain = await again.keys.neverLocked.open(mine.subjectId, rule, boundTo);
    expect(plain && fromUtf8(plain)).toBe('a rule');
  });
});

import { describe, expect, test } from 'vitest';
import type { KeyManifest, SealingKey } from '../../domain/vendor/key-manifest.ts';
import type { VendorKeys } from '../base/crypto-ports.ts';
import { createMemoryStore } from '../store/memory-store.ts';
import { NO_SERVER_MEMORY } from '../store/server-memory.ts';
import { until } from '../testing/until.ts';
import { createRoot, createVendorKey } from '../testing/vendor-seal.ts';
import { createVirtualClock } from '../testing/virtual-clock.ts';
import { createKeyChoice, KEY_REFRESH_MS } from './vendor-keys.ts';
import { createWebCrypto } from './web-crypto.ts';

const crypto = createWebCrypto(globalThis.crypto);
const [root, newRoot, newestRoot] = await Promise.all([9, 10, 11].map(createRoot));
if (root === undefined || newRoot === undefined || newestRoot === undefined) throw new Error('No roots.');
const DAY = 24 * 3_600_000;
const template = (await createVendorKey('k')).key;
const key = (keyId: string, notBefore: string, notAfter: string, suite = 1): SealingKey => ({
  ...template,
  keyId,
  suite,
  notBefore: `${notBefore}T00:00:00Z`,
  notAfter: `${notAfter}T00:00:00Z`,
});
const NOW = key('now', '2026-11-01', '2026-12-01');

type Signer = typeof root;
const manifest = (
  issuedAt: string,
  keys: readonly SealingKey[] = [NOW],
  changes: Partial<KeyManifest> & { readonly by?: Signer } = {},
) => {
  const { by = root, ...rest } = changes;
  return by.sign({
    v: 1,
    vendor: 'meadow',
    issuedAt: `${issuedAt}T00:00:00Z`,
    keys,
    endorsements: [],
    ...rest,
  });
};

/** A page of the space, with the manifest that it came with and the one that the server would answer. */
function opensPage(
  offered: { readonly page?: KeyManifest; readonly server?: KeyManifest } & Partial<VendorKeys>,
  store = createMemoryStore('durable'),
) {
  const clock = createVirtualClock();
  let asked = 0;
  const vendorKeys: VendorKeys = {
    current: offered.current ?? (() => offered.page),
    refresh:
      offered.refresh ??
      (async () => {
        asked += 1;
        return offered.server ?? offered.page;
      }),
  };
  const choice = createKeyChoice({ vendor: 'meadow', store, crypto, vendorKeys, clock });
  return {
    store,
    clock,
    choice,
    asked: () => asked,
    keyId: async () => (await choice.choose()).keyId,
    meta: (name: string) =>
      store.read(['meta'], async (transaction) => (await transaction.get('meta', name))?.value),
  };
}
const unsealable = { name: 'StorageError', code: 'unsealable' };

describe('the key to seal to', () => {
  test('is the newest of those in force', async () => {
    const keys = [
      key('older', '2026-10-01', '2027-10-01'),
      NOW,
      key('coming', '2026-12-01', '2027-12-01'),
      key('over', '2026-11-10', '2026-11-11'),
    ];
    expect(await opensPage({ page: await manifest('2026-11-01', keys) }).keyId()).toBe('now');
  });

  test("is chosen by the server's clock - the device's is a year ahead", async () => {
    const page = opensPage({
      page: await manifest('2026-11-01', [NOW, key('next', '2027-11-01', '2027-12-01')]),
    });
    page.clock.setBy(365 * DAY);
    expect(await page.keyId()).toBe('next');
    const server = { ...NO_SERVER_MEMORY, skewMs: 365 * DAY };
    await page.store.write(['meta'], (transaction) =>
      transaction.put('meta', { key: 'server', value: server }),
    );
    expect(await page.keyId()).toBe('now');
  });

  test('is never of a suite that is not known here', async () => {
    const newer = key('post-quantum', '2026-11-15', '2027-11-15', 7);
    expect(await opensPage({ page: await manifest('2026-11-01', [newer, NOW]) }).keyId()).toBe('now');
    await expect(opensPage({ page: await manifest('2026-11-01', [newer]) }).keyId()).rejects.toMatchObject(
      unsealable,
    );
  });

  test('is asked for again - where the one that came with the page is over', async () => {
    const over = await manifest('2026-08-01', [key('over', '2026-08-01', '2026-09-01')]);
    const page = opensPage({ page: over, server: await manifest('2026-11-01') });
    expect(await page.keyId()).toBe('now');
    expect(await page.keyId()).toBe('now');
    expect(page.asked()).toBe(1);
  });

  test('is an expired one all the same - on a phone that was offline for months', async () => {
    const over = await manifest('2026-08-01', [
      key('first', '2026-07-01', '2026-08-01'),
      key('last', '2026-08-01', '2026-09-01'),
    ]);
    expect(await opensPage({ page: over }).keyId()).toBe('last');
    const refusing = async () => Promise.reject(new TypeError('Failed to fetch'));
    expect(await opensPage({ page: over, refresh: refusing }).keyId()).toBe('last');
  });

  test('is not waited for longer than seconds - where the network swallows the question', async () => {
    const over = await manifest('2026-08-01', [key('last', '2026-08-01', '2026-09-01')]);
    const page = opensPage({ page: over, refresh: () => new Promise(() => undefined) });
    const chosen = page.keyId();
    await until(() => page.clock.timers() > 0);
    page.clock.advance(KEY_REFRESH_MS);
    expect(await chosen).toBe('last');
  });
});

const genuine = await manifest('2026-11-01');
const attacker = await createRoot(66);
const theirs = await createVendorKey('theirs');
const forged: readonly [string, unknown][] = [
  ['with a key exchanged', { ...genuine, keys: [theirs.key] }],
  ['with a longer validity', { ...genuine, keys: [{ ...NOW, notAfter: '2036-01-01T00:00:00Z' }] }],
  ['with a later date', { ...genuine, issuedAt: '2026-11-19T00:00:00Z' }],
  ['under another root than signed it', { ...genuine, rootKey: attacker.rootKey }],
  ["of another vendor's", await manifest('2026-11-19', [NOW], { vendor: 'willow' })],
  ['with a signature that is none', { ...genuine, signature: 'AAAA' }],
  ['that is no manifest', { v: 9 }],
];

describe('a manifest that is not genuine', () => {
  test.each(forged)('is never sealed to, and the form stays a draft - %s', async (_what, page) => {
    await expect(
      opensPage({ current: () => page as KeyManifest, refresh: async () => undefined }).keyId(),
    ).rejects.toMatchObject(unsealable);
  });

  test.each(forged)('keeps nobody from a key that is known to be genuine - %s', async (_what, page) => {
    const { store, keyId } = opensPage({ page: genuine });
    expect(await keyId()).toBe('now');
    const later = opensPage(
      { current: () => page as KeyManifest, refresh: async () => page as KeyManifest },
      store,
    );
    expect(await later.keyId()).toBe('now');
    expect((await later.choice.choose()).publicKey).not.toEqual(theirs.key.publicKey);
  });
});

describe('a manifest that is older', () => {
  test('is not accepted any more - where this device has seen a newer one', async () => {
    const stolen = await manifest('2026-10-01', [key('stolen', '2026-10-01', '2027-10-01')]);
    const { store, keyId } = opensPage({ page: await manifest('2026-11-01') });
    expect(await keyId()).toBe('now');
    const replayed = opensPage({ page: stolen, server: stolen }, store);
    expect(await replayed.keyId()).toBe('now');
    // Nor when its own key is over: what was withdrawn stays withdrawn.
    replayed.clock.advance(60 * DAY);
    expect(await replayed.keyId()).toBe('now');
  });

  test('gives way to a newer one', async () => {
    const { store, keyId } = opensPage({ page: await manifest('2026-11-01') });
    expect(await keyId()).toBe('now');
    const newer = await manifest('2026-11-02', [NOW, key('rotated', '2026-11-02', '2026-12-02')]);
    expect(await opensPage({ page: newer }, store).keyId()).toBe('rotated');
  });
});

describe('the root', () => {
  const rotated = [key('rotated', '2026-11-02', '2026-12-02')];

  test('is pinned at first sight, before any form is finished', async () => {
    const page = opensPage({ page: await manifest('2026-11-01') });
    await page.choice.learn();
    expect(await page.meta('root')).toBe(root.rootKey);
    expect(await page.meta('manifest')).toMatchObject({ issuedAt: '2026-11-01T00:00:00Z' });
  });

  test('of a newer manifest is refused - without an endorsement by the pinned one', async () => {
    const { store, choice } = opensPage({ page: await manifest('2026-11-01') });
    await choice.learn();
    const page = opensPage({ page: await manifest('2026-11-02', rotated, { by: newRoot }) }, store);
    expect(await page.keyId()).toBe('now');
    expect(await page.meta('root')).toBe(root.rootKey);
  });

  test('is refused with an endorsement that the pinned one never gave', async () => {
    const { store, choice } = opensPage({ page: await manifest('2026-11-01') });
    await choice.learn();
    const genuine = await root.endorse(newRoot.rootKey);
    const forged = [
      { ...(await newRoot.endorse(newRoot.rootKey)), by: root.rootKey },
      await root.endorse(newRoot.rootKey, 'willow'),
      { ...genuine, rootKey: newestRoot.rootKey },
      await newRoot.endorse(newRoot.rootKey),
    ];
    for (const endorsement of forged) {
      const page = await manifest('2026-11-02', rotated, { by: newRoot, endorsements: [endorsement] });
      expect(await opensPage({ page }, store).keyId()).toBe('now');
    }
  });

  test('is changed by an endorsement, and the old one has no say afterwards', async () => {
    const { store, choice } = opensPage({ page: await manifest('2026-11-01') });
    await choice.learn();
    const endorsements = [await root.endorse(newRoot.rootKey)];
    const page = opensPage(
      { page: await manifest('2026-11-02', rotated, { by: newRoot, endorsements }) },
      store,
    );
    expect(await page.keyId()).toBe('rotated');
    expect(await page.meta('root')).toBe(newRoot.rootKey);
    const old = await manifest('2026-11-03', [key('stolen', '2026-11-03', '2026-12-03')]);
    expect(await opensPage({ page: old }, store).keyId()).toBe('rotated');
  });

  test('is followed over several changes - on a phone that missed those in between', async () => {
    const { store, choice } = opensPage({ page: await manifest('2026-11-01') });
    await choice.learn();
    const endorsements = [await root.endorse(newRoot.rootKey), await newRoot.endorse(newestRoot.rootKey)];
    const page = await manifest('2026-11-03', rotated, { by: newestRoot, endorsements });
    expect(await opensPage({ page }, store).keyId()).toBe('rotated');
  });

  test('is one - where two tabs with two roots see the space for the first time at once', async () => {
    const store = createMemoryStore('durable');
    const tabs = [
      opensPage({ page: await manifest('2026-11-01') }, store),
      opensPage({ page: await manifest('2026-11-02', rotated, { by: newRoot }) }, store),
    ];
    await Promise.all(tabs.map(({ choice }) => choice.learn()));
    const chosen = await Promise.all(tabs.map(({ keyId }) => keyId()));
    expect(new Set(chosen).size).toBe(1);
  });
});

import { cpSync } from 'node:fs';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { DraftContent } from '../../renderer/platform/contract/contract.ts';
import { base64url } from '../../sync/client/base/bytes.ts';
import { createSystemRandom } from '../../sync/client/base/system-clock.ts';
import { createSyncClient } from '../../sync/client/client.ts';
import { encodeRecord } from '../../sync/client/store/file-record.ts';
import { createFileStore } from '../../sync/client/store/file-store.ts';
import { createNodeDisk } from '../../sync/client/store/node-disk.ts';
import { type Clinic, createClinic, ENDPOINT, lost } from '../../sync/client/testing/clinic.ts';
import { until } from '../../sync/client/testing/until.ts';
import { createVirtualClock } from '../../sync/client/testing/virtual-clock.ts';
import { intakeSubmission } from '../../sync/protocol/operations/intake-submit.ts';
import { alertSubmission } from '../../sync/protocol/operations/safety-alert.ts';
import { newSealingKey } from '../../sync/seal/hpke.ts';
// oxlint-disable-next-line no-restricted-imports -- a test's own search, which imports nothing of the product.
import { scanProfile } from '../../tests/support/profile-scan.ts';
import { createKioskCrypto } from './kiosk-crypto.ts';
import { createNodeSignals, createProcessLocks, createSilentChannel } from './node-ports.ts';
import { ENVELOPE_SIZES } from './padding.ts';
import { createClearKeyCodec } from './testing/clear-key-codec.ts';
import { alertOf, answersOf, CANARIES, contentOf, newNames, photoOf } from './testing/intake-samples.ts';
import { beginAt, startKiosk } from './testing/kiosk-machine.ts';
import { steal } from './testing/thief.ts';

const canaries = Object.values(CANARIES);
/** Everything that an intake comes to: a form with photo and alert that is finished, one that is paused, and one that is left open. */
async function fillsIn(clinic: Clinic, folder: string) {
  const { keeper } = await startKiosk({ clinic, disk: createNodeDisk(), folder });
  const intakes = await beginAt(keeper);
  const [done, paused, open] = [newNames(), newNames(), newNames()];
  for (const names of [done, paused, open]) {
    await intakes.drafts.keepDefinition('a'.repeat(64), { title: CANARIES.answer });
    await intakes.drafts.save(contentOf(names));
    const { sha256 } = await intakes.blobs.keep(photoOf(names));
    await intakes.alert(alertOf(names));
    await intakes.drafts.save(contentOf(names, 2));
    if (names === done) await intakes.submit(names.draftId, answersOf(names, [sha256]));
    if (names === paused) await intakes.pause(names.draftId, 'patient');
  }
  return { keeper, intakes };
}

describe('nothing that lies on the disk can be read or opened there (promise 7, G6)', () => {
  let home: string;
  let folder: string;
  let clinic: Clinic;
  beforeEach(async () => {
    home = await mkdtemp(join(tmpdir(), 'kiosk-'));
    folder = join(home, 'intakes');
    clinic = await createClinic();
  });
  afterEach(() => rm(home, { recursive: true, force: true }));
  /** As it lies there in this moment. */
  const stolen = () => {
    const copy = join(home, `copy-${crypto.randomUUID()}`);
    cpSync(folder, copy, { recursive: true });
    return copy;
  };

  test.each(['offline', 'online'] as const)(
    '%s: while a patient is there, after they have gone, and after a restart',
    async (network) => {
      if (network === 'offline') clinic.state.weather = lost;
      const { keeper, intakes } = await fillsIn(clinic, folder);
      const during = stolen();
      await intakes.end('idle');
      const after = stolen();
      await keeper.close();
      const again = await startKiosk({ clinic, disk: createNodeDisk(), folder });
      if (network === 'online') await until(async () => (await again.keeper.queued()) === 0, 'the queue');
      await again.keeper.close();
      for (const place of [during, after, folder]) {
        expect(scanProfile(place, canaries)).toEqual([]);
        const loot = await steal(place, 'meadow');
        expect(loot.opened).toEqual([]);
        // Drafts, rules, photos, envelopes and sealed keys, with every 32 bytes that stand there.
        expect(loot.tried.sealed).toBeGreaterThan(15);
        expect(loot.tried.keys).toBeGreaterThan(10);
      }
    },
    60_000,
  );

  test('a patient’s own device keeps what this search opens: the search finds what is to be found', async () => {
    const clock = createVirtualClock();
    const random = createSystemRandom();
    const crypto = createKioskCrypto();
    clinic.state.weather = lost;
    const client = createSyncClient<DraftContent>({
      vendor: 'meadow',
      endpoint: ENDPOINT,
      store: createFileStore({
        folder,
        disk: createNodeDisk(),
        keyCodec: createClearKeyCodec(),
        clock,
        random,
      }),
      clock,
      random,
      transport: clinic.transport,
      locks: createProcessLocks(),
      channel: createSilentChannel(),
      signals: createNodeSignals(),
      crypto: {
        ...crypto,
        newSubjectKey: () =>
          globalThis.crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, true, [
            'encrypt',
            'decrypt',
          ]),
      },
      receiptKeys: { current: () => clinic.receiptKeys, refresh: async () => clinic.receiptKeys },
      vendorKeys: clinic.vendorKeys,
      copyDays: 30,
    });
    const [done, open] = [newNames(), newNames()];
    for (const names of [done, open]) {
      await client.drafts.save(contentOf(names));
      const { sha256 } = await client.blobs.keep(photoOf(names));
      await client.deliveries.send(alertSubmission(alertOf(names)), 'own');
      await client.drafts.keepDefinition('f', { title: CANARIES.answer });
      if (names === done)
        await client.deliveries.submit(names.draftId, intakeSubmission(answersOf(names, [sha256])));
    }
    await client.stop();
    expect((await steal(folder, 'meadow')).opened.toSorted()).toEqual([
      'blobs',
      'copies',
      'drafts',
      'outbox',
    ]);
    const found = scanProfile(folder, canaries).map(({ canary, encoding }) => `${encoding}: ${canary}`);
    expect([...new Set(found)]).toEqual([`utf-8: ${CANARIES.answer}`]);
  }, 60_000);

  test('with the clinic’s private key in the folder, this search opens envelopes and keys', async () => {
    const { privateKey, publicKey } = await newSealingKey();
    clinic.state.weather = lost;
    const [known] = clinic.keyManifest.keys;
    if (known === undefined) throw new Error('The clinic has no key.');
    clinic.manifests.current = await clinic.root.sign({
      ...{ v: 1, vendor: 'meadow', issuedAt: '2026-11-11T00:00:00.000Z', endorsements: [] },
      keys: [{ ...known, keyId: 's9', publicKey: base64url(publicKey) }],
    });
    const { keeper, intakes } = await fillsIn(clinic, folder);
    const { subtle } = crypto;
    const algorithm = { name: 'ECDH', namedCurve: 'P-256' };
    const key = await subtle.importKey('jwk', privateKey, algorithm, true, ['deriveBits']);
    const lostKey = base64url(new Uint8Array(await subtle.exportKey('pkcs8', key)));
    const place = stolen();
    await writeFile(join(place, 't-999999999999'), encodeRecord([['meta', 'lost', { value: lostKey }]]));
    expect((await steal(place, 'meadow')).opened.toSorted()).toEqual(['envelopes', 'keys']);
    expect((await steal(stolen(), 'meadow')).opened).toEqual([]);
    await intakes.end('idle');
    await keeper.close();
  }, 60_000);

  test('envelopes come in the agreed sizes, whatever is in them', async () => {
    clinic.state.weather = lost;
    const { keeper } = await startKiosk({ clinic, disk: createNodeDisk(), folder });
    const intakes = await beginAt(keeper);
    for (const length of [1, 2_000, 9_000, 50_000]) {
      const names = newNames();
      await intakes.drafts.save(contentOf(names));
      const answers = answersOf(names);
      const item = [{ linkId: 'q', answer: [{ valueString: 'x'.repeat(length) }] }];
      await intakes.submit(names.draftId, { ...answers, response: { ...answers.response, item } });
    }
    const bodies = (await readdir(folder)).filter((name) => name.startsWith('b-'));
    const sizes = await Promise.all(bodies.map(async (name) => (await stat(join(folder, name))).size));
    expect(sizes.toSorted((one, other) => one - other)).toEqual([
      ENVELOPE_SIZES[0],
      ENVELOPE_SIZES[0],
      ENVELOPE_SIZES[1],
      ENVELOPE_SIZES[2],
    ]);
    await keeper.close();
  }, 60_000);
});

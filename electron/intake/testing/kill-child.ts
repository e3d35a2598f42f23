/**
 * A kiosk's process for the kill test: takes patients over a folder until it is killed, and tells its parent, line by line, what a patient was told.
 * Its one argument is a {@link ChildOrders} as JSON.
 */

import { writeSync } from 'node:fs';
import type { VendorKeys } from '../../../sync/client/base/crypto-ports.ts';
import { createSystemClock, createSystemRandom } from '../../../sync/client/base/system-clock.ts';
import { createNodeDisk } from '../../../sync/client/store/node-disk.ts';
import type { ClosableIntakeKeeper } from '../intake-keeper.ts';
import { createIntakeKeeper } from '../intake-keeper.ts';
import { createKioskCrypto } from '../kiosk-crypto.ts';
import {
  createFetchTransport,
  createNodeSignals,
  createProcessLocks,
  createSilentChannel,
} from '../node-ports.ts';
import { createClearKeyCodec } from './clear-key-codec.ts';
import { alertOf, answersOf, contentOf, newNames, photoOf } from './intake-samples.ts';
import { beginAt } from './kiosk-machine.ts';

export interface ChildOrders {
  readonly endpoint: string;
  readonly folder: string;
  readonly keyManifest: ReturnType<VendorKeys['current']>;
  readonly receiptKeys: Readonly<Record<string, string>>;
  /** Takes nobody: sends everything, says what the device is, and ends. */
  readonly drain: boolean;
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
/** At once: what waits in a buffer would be lost with the process. */
const tell = (what: object) => writeSync(1, `${JSON.stringify(what)}\n`);

async function takePatient(keeper: ClosableIntakeKeeper): Promise<void> {
  const intakes = await beginAt(keeper);
  const names = newNames();
  const { draftId, session } = names;
  const saves = 1 + Math.floor(Math.random() * 4);
  const photos: string[] = [];
  for (let version = 1; version <= saves; version += 1) {
    await intakes.drafts.save(contentOf(names, version));
    tell({ told: 'saved', session, version });
    if (Math.random() < 0.2) photos.push((await intakes.blobs.keep(photoOf(names, version))).sha256);
    if (Math.random() < 0.2) {
      const { opId } = await intakes.alert(alertOf(names));
      tell({ told: 'alerted', session, opId });
    }
  }
  const luck = Math.random();
  if (luck < 0.6) {
    await intakes.submit(draftId, answersOf(names, photos));
    tell({ told: 'submitted', session });
    await intakes.end('patient');
  } else if (luck < 0.75) {
    const { code } = await intakes.pause(draftId, 'patient');
    tell({ told: 'paused', session, code });
    await intakes.end('patient');
  } else if (luck < 0.9) {
    await intakes.end('idle');
  } else {
    tell({ told: 'discarding', session });
    await intakes.end('discard');
  }
}

const orders: ChildOrders = JSON.parse(process.argv[2] ?? '{}');
const keeper = createIntakeKeeper({
  vendor: 'meadow',
  endpoint: orders.endpoint,
  folder: orders.folder,
  disk: createNodeDisk(),
  keyCodec: createClearKeyCodec(),
  clock: createSystemClock(),
  random: createSystemRandom(),
  transport: createFetchTransport(fetch),
  signals: createNodeSignals(),
  locks: createProcessLocks(),
  channel: createSilentChannel(),
  crypto: createKioskCrypto(),
  vendorKeys: { current: () => orders.keyManifest, refresh: async () => orders.keyManifest },
  receiptKeys: { current: () => orders.receiptKeys, refresh: async () => orders.receiptKeys },
});
const report = await keeper.start();
tell({ told: 'started', mode: report.mode });
if (orders.drain) {
  while ((await keeper.queued()) > 0) {
    await keeper.sendNow();
    await pause(20);
  }
  tell({ told: 'drained', chained: await keeper.chained(), ...(await keeper.device()) });
  await keeper.close();
  process.exit(0);
}
for (;;) await takePatient(keeper);

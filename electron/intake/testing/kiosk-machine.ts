/** A kiosk that is started, killed and started again over one disk. */

import type { Clock, Transport } from '../../../sync/client/base/ports.ts';
import { createSystemRandom } from '../../../sync/client/base/system-clock.ts';
import type { Disk } from '../../../sync/client/store/disk.ts';
import { type Clinic, ENDPOINT } from '../../../sync/client/testing/clinic.ts';
import { createVirtualClock, type VirtualClock } from '../../../sync/client/testing/virtual-clock.ts';
import { type ClosableIntakeKeeper, createIntakeKeeper } from '../intake-keeper.ts';
import { createKioskCrypto } from '../kiosk-crypto.ts';
import { createNodeSignals, createProcessLocks, createSilentChannel } from '../node-ports.ts';
import { createClearKeyCodec } from './clear-key-codec.ts';

export interface KioskOptions {
  readonly clinic: Clinic;
  readonly disk: Disk;
  readonly folder?: string;
  readonly transport?: Transport;
  readonly clock?: Clock;
}

export function openKeeper({
  clinic,
  disk,
  folder = '/intakes',
  transport = clinic.transport,
  clock = createVirtualClock(),
}: KioskOptions): ClosableIntakeKeeper {
  return createIntakeKeeper({
    vendor: 'meadow',
    endpoint: ENDPOINT,
    folder,
    disk,
    keyCodec: createClearKeyCodec(),
    clock,
    random: createSystemRandom(),
    transport,
    signals: createNodeSignals(),
    locks: createProcessLocks(),
    channel: createSilentChannel(),
    crypto: createKioskCrypto(),
    vendorKeys: clinic.vendorKeys,
    receiptKeys: { current: () => clinic.receiptKeys, refresh: async () => clinic.receiptKeys },
  });
}

/** A kiosk's process, started. */
export async function startKiosk(
  options: KioskOptions,
): Promise<{ readonly keeper: ClosableIntakeKeeper; readonly clock: VirtualClock }> {
  const clock = createVirtualClock();
  const keeper = openKeeper({ ...options, clock });
  const report = await keeper.start();
  if (report.mode !== 'durable') throw new Error(`The kiosk keeps nothing: ${report.reason}`);
  return { keeper, clock };
}

/** Begins, or fails the test. */
export async function beginAt(keeper: ClosableIntakeKeeper) {
  const intakes = await keeper.begin();
  if (intakes === undefined) throw new Error('Nobody may begin.');
  return intakes;
}

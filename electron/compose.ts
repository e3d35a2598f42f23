/** Puts the kiosk's core, its keeper of intakes and a host together: the same for Electron and for Chromium. */
import { createSystemClock, createSystemRandom } from '../sync/client/base/system-clock.ts';
import type { BuiltIn } from './built-in.ts';
import { createKiosk, type Kiosk, type KioskOptions } from './core/kiosk.ts';
import { rememberedServer } from './core/state/persisted-state.ts';
import type { KioskHost } from './hosts/host.ts';
import { createIntakeKeeper } from './intake/intake-keeper.ts';
import { createKioskCrypto } from './intake/kiosk-crypto.ts';
import {
  createFetchTransport,
  createNodeSignals,
  createProcessLocks,
  createSilentChannel,
} from './intake/node-ports.ts';
import { createPublishedKeys } from './intake/published-keys.ts';

export const INTAKES_FOLDER = 'intakes';

/** @param updater absent where the operating system brings new versions */
export async function composeKiosk(
  host: KioskHost,
  builtIn: BuiltIn,
  { updater }: Pick<KioskOptions, 'updater'> = {},
): Promise<Kiosk> {
  const { vendor, timeZone, languages, keyManifest, receiptKeys } = builtIn;
  const { disk, dataFolder, keyCodec, fetch } = host;
  // An assignment may have named another address in an earlier run; the one that is built in is for the first.
  const server = (await rememberedServer(host)) ?? new URL(builtIn.server).origin;
  const endpoint = `${server}/connect/${vendor}`;
  // Enrollment itself is a request: until there is an assignment, this address alone is open, by the machine's own roots.
  host.configure({ server: endpoint, pins: [], camera: false });

  const signals = createNodeSignals();
  host.onPower((event) => {
    if (event === 'resume') signals.tell('resumed');
    if (event === 'network-changed') signals.tell('online');
  });
  const keys = createPublishedKeys({ endpoint, fetch, known: { keyManifest, receiptKeys } });
  const keeper = createIntakeKeeper({
    vendor,
    endpoint,
    folder: `${dataFolder}/${INTAKES_FOLDER}`,
    disk,
    keyCodec,
    clock: createSystemClock(),
    random: createSystemRandom(),
    transport: createFetchTransport(fetch),
    signals,
    locks: createProcessLocks(),
    channel: createSilentChannel(),
    crypto: createKioskCrypto(),
    vendorKeys: keys.vendorKeys,
    receiptKeys: keys.receiptKeys,
  });
  return createKiosk(host, keeper, {
    vendor,
    rootKeys: [keyManifest.rootKey],
    timeZone,
    languages,
    server,
    updater,
  });
}

/**
 * The kiosk's chain (offline-sync 4.4): every operation that is queued takes the next number, names the link before it by its hash, and is signed by
 * the device's key. The newest link is a row of its own, written in the operation's transaction: a kill leaves no gap.
 *
 * A machine that is enrolled again has another key, and begins another chain.
 */
import { z } from 'zod/mini';
import { base64url, hex } from '../../sync/client/base/bytes.ts';
import type { DeviceCrypto } from '../../sync/client/base/crypto-ports.ts';
import type { Device } from '../../sync/client/keys/device.ts';
import type { Chain } from '../../sync/client/outbox/enqueue.ts';
import type { ReadTransaction, Store } from '../../sync/client/store/store.ts';
import { chainBytes } from '../../sync/protocol/chain.ts';

const NEWEST = 'chain';
/** What the first link names. */
export const NO_LINK = '0'.repeat(64);

const newest = z.object({ deviceId: z.string(), counter: z.int(), hash: z.string() });
type Newest = z.infer<typeof newest>;

async function readNewest(transaction: ReadTransaction, deviceId: string): Promise<Newest> {
  const parsed = newest.safeParse((await transaction.get('meta', NEWEST))?.value);
  return parsed.success && parsed.data.deviceId === deviceId
    ? parsed.data
    : { deviceId, counter: 0, hash: NO_LINK };
}

export interface KioskChain extends Chain {
  /** Counter of the newest link; 0 before the first. */
  length(): Promise<number>;
}

export function createChain(dependencies: {
  readonly vendor: string;
  readonly store: Store;
  readonly device: Device;
  readonly crypto: Pick<DeviceCrypto, 'sha256'>;
}): KioskChain {
  const { vendor, store, device, crypto } = dependencies;
  const read = (deviceId: string) => store.read(['meta'], (transaction) => readNewest(transaction, deviceId));
  return {
    async next({ opId, sha256 }) {
      const { deviceId, sign } = await device.identity();
      const last = await read(deviceId);
      const [counter, previous] = [last.counter + 1, last.hash];
      const bytes = chainBytes({ vendor, deviceId, counter, previous, opId, sha256 });
      const signature = base64url(await sign(bytes));
      return {
        deviceId,
        link: { counter, previous, signature },
        hash: hex(await crypto.sha256(bytes)),
      };
    },
    async take(transaction, { deviceId, link, hash }) {
      const last = await readNewest(transaction, deviceId);
      if (last.counter + 1 !== link.counter || last.hash !== link.previous) return false;
      await transaction.put('meta', { key: NEWEST, value: { deviceId, counter: link.counter, hash } });
      return true;
    },
    async length() {
      const { deviceId } = await device.identity();
      return (await read(deviceId)).counter;
    },
  };
}

/** Where a schedule can be run with one rule of the protocol taken out: at the ports and in the simulator's own parts, never in the product. */
import type { DeviceCrypto, Store } from '../client/ports.ts';
import type { MemoryLedger } from './memory-ledger.ts';

export interface Controls {
  /** What the clients of a device see of its store. */
  readonly store?: (store: Store) => Store;
  /** What a server's process sees of its ledger. */
  readonly ledger?: (ledger: MemoryLedger) => MemoryLedger;
  readonly crypto?: (crypto: DeviceCrypto) => DeviceCrypto;
  /** What a server reads of a push. */
  readonly readPush?: (body: unknown) => unknown;
  /** Changes are read without looking at transactions that still run. */
  readonly ignoresRunning?: boolean;
  /** What is held keeps the number of its receipt. */
  readonly heldSharesSeq?: boolean;
  /** A backup claims the highest number there is, and waits for nobody. */
  readonly backupWithoutFence?: boolean;
  /** An operator never puts back any but the newest backup. */
  readonly restoreNewestOnly?: boolean;
  /** A restore mints no epoch, and says nothing. */
  readonly restoreWithoutEpoch?: boolean;
  /** Rows restored into a younger cluster keep the ids of their transactions. */
  readonly restoreKeepsXids?: boolean;
}

export const NO_CONTROLS: Controls = {};

/** Where a schedule can be run with one rule of the protocol taken out: at the ports and in the simulator's own parts, never in the product. */
import type { DeviceCrypto } from '../../client/base/crypto-ports.ts';
import type { Store } from '../../client/store/store.ts';
import type { Life } from '../base/life.ts';
import type { Scheduler } from '../base/scheduler.ts';
import type { MemoryDatabase, MemoryTables, OperationRow } from '../stand-ins/memory-database.ts';
import type { MemoryLedger } from '../stand-ins/memory-ledger.ts';
import type { ShopControls } from '../stand-ins/memory-orders.ts';

/** What a process's ledger is made of. */
export interface ProcessParts {
  readonly life: Life;
  readonly scheduler: Scheduler;
  readonly database: MemoryDatabase;
  readonly now: () => Date;
  readonly onStored: (rows: readonly OperationRow[]) => void;
  readonly onJudged: (rows: readonly OperationRow[], tables: MemoryTables) => void;
}

export interface Controls {
  /** The server stores an operation without looking whether its photos are there. */
  readonly trustsTheTable?: boolean;
  /** What the clients of a device see of its store. */
  readonly store?: (store: Store) => Store;
  /** What a server's process sees of its ledger. */
  readonly ledger?: (ledger: MemoryLedger, about: ProcessParts) => MemoryLedger;
  /** Real time outside: timers stay the runtime's, and the schedule begins then (ms since 1970). */
  readonly realSince?: number;
  readonly crypto?: (crypto: DeviceCrypto) => DeviceCrypto;
  /** What a server reads of a push. */
  readonly readPush?: (body: unknown) => unknown;
  /** Numbers of the feed are taken in any order. */
  readonly feedUnordered?: boolean;
  /** What is held keeps the number of its receipt. */
  readonly heldSharesSeq?: boolean;
  /** Numbers of records are taken without waiting for who took some before. */
  readonly recordNumbersUnordered?: boolean;
  /** What is swept of records raises no floor. */
  readonly sweepsSilently?: boolean;
  /** Records are moved between persons, and no generation is raised. */
  readonly mergesSilently?: boolean;
  /** A backup claims the highest number there is, and waits for nobody. */
  readonly backupWithoutFence?: boolean;
  /** An operator puts back the newest backup only, and always by the command, which tells the devices. */
  readonly careful?: boolean;
  readonly shop?: ShopControls;
  /** A restore mints no epoch, and says nothing. */
  readonly restoreWithoutEpoch?: boolean;
  /** Rows restored into a younger cluster keep the ids of their transactions. */
  readonly restoreKeepsXids?: boolean;
}

export const NO_CONTROLS: Controls = {};

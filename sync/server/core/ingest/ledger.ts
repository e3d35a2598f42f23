/**
 * The port to what is stored. The rules of push, pull, judging and restore are written against it, so that they run on PostgreSQL and,
 * in the simulator, on a deterministic twin. One contract suite holds both (`sync/server/testing/ledger-contract.ts`).
 */

import type { Problem } from '../../../protocol/base/problem.ts';
import type { LanePosition } from '../../../protocol/lane-position.ts';
import type { Change, Operation } from '../../../protocol/wire.ts';

export interface LedgerRow {
  /** In lower case. */
  readonly opId: string;
  readonly sha256: string;
  /** What the receipt says; its text is a function of these, because Ed25519 signs the same bytes the same way (RFC 8032). */
  readonly received: ReceivedFacts;
  /** JSON text as it was issued; stored when the operation is judged. Undefined before that. */
  readonly receipt: string | undefined;
  readonly outcome: 'received' | 'applied' | 'held';
  /** Of the outcome: that of the receipt, until it is judged. */
  readonly seq: number;
  readonly problem: Problem | undefined;
  /** Where it is a person's: the number from which on their records hold its result. */
  readonly recordsSeq?: number | undefined;
}

export interface ReceivedFacts {
  readonly seq: number;
  /** The epoch in which it was stored. */
  readonly epoch: string;
  readonly receivedAt: Date;
  /** Of the key that signs receipts. */
  readonly keyId: string;
}

export interface NewLedgerRow {
  readonly opId: string;
  readonly operation: Operation;
  readonly envelope: Uint8Array;
  readonly receivedAt: Date;
  readonly keyId: string;
  /** Null where nobody measured it: a saved copy. */
  readonly skewSeconds: number | null;
  /** From where it came, as `neighborhoodOf` names it; undefined for a saved copy. */
  readonly network?: string | undefined;
  /** Who of the staff handed it over from a saved copy. */
  readonly importedBy?: string | undefined;
}

export interface Epoch {
  readonly epoch: string;
  readonly safeThrough: number;
}

export interface Ledger {
  /** The vendor's epoch, minted at first use. */
  epoch(vendor: string): Promise<Epoch>;
  /** Mints a new epoch where `instead` is still the current one: the ledger was found to be an older state of itself. */
  mintEpoch(vendor: string, instead: string): Promise<Epoch>;
  /** What is known of these operations. What is known once stays known: rows are never deleted. */
  find(vendor: string, opIds: readonly string[]): Promise<ReadonlyMap<string, LedgerRow>>;
  /** Which of these positions of the device's lanes are taken, as `positionName`. */
  findPositions(
    vendor: string,
    device: string,
    positions: readonly LanePosition[],
  ): Promise<ReadonlySet<string>>;
  /** Which of these blobs the device has delivered in full, by what was noted when they came. */
  findBlobs(vendor: string, device: string, names: readonly string[]): Promise<ReadonlySet<string>>;
  /**
   * Stores all rows whose opId is new, in one transaction that is durable when this returns, and registers the device. The transaction
   * itself takes their `seq`, so that none is ever younger than a transaction which began after it ended. Where another transaction is
   * storing the same opId, it waits for that one's end.
   * @returns all of the rows as they are stored now, new or not, with the epoch and `safeThrough` read in the same transaction.
   */
  store(vendor: string, device: string, rows: readonly NewLedgerRow[]): Promise<StoredRows>;
  /** News of the device's own operations after `seq`, of committed transactions only, oldest first. */
  changes(vendor: string, device: string, after: number, limit: number): Promise<readonly Change[]>;
}

export interface StoredRows extends Epoch {
  readonly rows: ReadonlyMap<string, LedgerRow>;
  /** opIds that this call stored. */
  readonly fresh: ReadonlySet<string>;
}

/**
 * The port to what is stored. The rules of a push and of judging are written against it, so that they run on PostgreSQL and, in
 * the simulator, on a deterministic twin.
 */
import type { Operation, Problem } from '../../protocol/wire.ts';

export interface LedgerRow {
  /** In lower case. */
  readonly opId: string;
  readonly sha256: string;
  /** JSON text, byte for byte as it was signed. */
  readonly receipt: string;
  readonly outcome: 'received' | 'applied' | 'held';
  /** Of the outcome: that of the receipt, until it is judged. */
  readonly seq: number;
  readonly problem: Problem | undefined;
}

export interface LanePosition {
  readonly lane: string;
  readonly laneNo: number;
}

export interface NewLedgerRow {
  readonly opId: string;
  readonly operation: Operation;
  readonly envelope: Uint8Array;
  readonly seq: number;
  readonly receipt: string;
  readonly receivedAt: Date;
  readonly skewSeconds: number;
}

export interface Epoch {
  readonly epoch: string;
  readonly safeThrough: number;
}

export interface Ledger {
  /** The vendor's epoch, minted at first use. */
  epoch(vendor: string): Promise<Epoch>;
  /** What is known of these operations. What is known once stays known: rows are never deleted. */
  find(vendor: string, opIds: readonly string[]): Promise<ReadonlyMap<string, LedgerRow>>;
  /** Which of these positions of the device's lanes are taken, as `lane#laneNo`. */
  findPositions(
    vendor: string,
    device: string,
    positions: readonly LanePosition[],
  ): Promise<ReadonlySet<string>>;
  takeSeqs(count: number): Promise<readonly number[]>;
  /**
   * Stores all rows whose opId is new, in one transaction that is durable when this returns, and registers the device. Where another
   * transaction is storing the same opId, it waits for that one's end.
   * @returns the opIds that were new.
   */
  store(vendor: string, device: string, rows: readonly NewLedgerRow[]): Promise<ReadonlySet<string>>;
}

export function positionName({ lane, laneNo }: LanePosition): string {
  return `${lane}#${laneNo}`;
}

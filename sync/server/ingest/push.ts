/**
 * The rules of a push. Invariants:
 * - an operation is stored once, whoever sends it how often and at the same time, and every sender gets the same receipt (G3);
 * - an answer names a receipt only after the transaction with its row is durable;
 * - no operation's fault changes what becomes of another, and none is refused and forgotten (G5);
 * - an operation is stored only after its predecessor in the lane (G4).
 */
import type { OperationResult, Outcome, Problem } from '../../protocol/wire.ts';
import { problem } from '../problems.ts';
import { type Epoch, type LanePosition, type Ledger, type LedgerRow, positionName } from './ledger.ts';
import { checkOperation, type StorableOperation } from './operation.ts';
import type { ReceiptSigner } from './receipts.ts';

/** A result whose receipt is the stored text, which is put into the answer as it is. */
export interface PushResult {
  readonly opId: string;
  readonly outcome: Outcome;
  readonly seq: number | null;
  readonly receipt?: string;
  readonly missing?: readonly string[];
  readonly problem?: Problem;
}

export interface Push {
  readonly vendor: string;
  readonly device: string;
  readonly skewSeconds: number;
  readonly ops: readonly unknown[];
}

export interface PushOutcome extends Epoch {
  readonly results: readonly PushResult[];
}

export interface IngestDependencies {
  readonly ledger: Ledger;
  readonly signer: ReceiptSigner;
  readonly now: () => Date;
  /**
   * Has operations judged, given in an order in which they may be. Resolves when they are, or earlier where that takes too long:
   * then the feed tells the device.
   */
  readonly judge: (vendor: string, opIds: readonly string[]) => Promise<void>;
}

export type Ingest = (push: Push) => Promise<PushOutcome>;

const byKey = (a: StorableOperation, b: StorableOperation) => (a.key < b.key ? -1 : 1);
const byLane = (a: StorableOperation, b: StorableOperation) =>
  a.operation.lane === b.operation.lane
    ? a.operation.laneNo - b.operation.laneNo
    : a.operation.lane < b.operation.lane
      ? -1
      : 1;

function predecessorOf({ operation: { lane, laneNo } }: StorableOperation): LanePosition | undefined {
  return laneNo === 1 ? undefined : { lane, laneNo: laneNo - 1 };
}

export function createIngest({ ledger, signer, now, judge }: IngestDependencies): Ingest {
  /** What each operation waits for; empty for those that can be stored, in this batch's own order too. */
  async function findMissing(
    push: Push,
    fresh: readonly StorableOperation[],
  ): Promise<ReadonlyMap<string, readonly string[]>> {
    const positions = fresh.flatMap((one) => predecessorOf(one) ?? []);
    const named = fresh.flatMap(({ operation }) => operation.after ?? []).map((id) => id.toLowerCase());
    const [taken, known] = await Promise.all([
      ledger.findPositions(push.vendor, push.device, positions),
      ledger.find(push.vendor, named),
    ]);
    const there = new Set([...taken, ...known.keys()]);
    const missing = new Map<string, readonly string[]>();
    let waiting = fresh;
    for (let before = -1; before !== waiting.length; ) {
      before = waiting.length;
      waiting = waiting.filter((one) => {
        const predecessor = predecessorOf(one);
        const wanted = [
          ...(predecessor ? [positionName(predecessor)] : []),
          ...(one.operation.after ?? []).map((id) => id.toLowerCase()),
        ].filter((name) => !there.has(name));
        // No blob has been taken yet: there is no way to send one in this version.
        wanted.push(...one.operation.blobs);
        missing.set(one.key, wanted);
        if (wanted.length > 0) return true;
        there.add(positionName(one.operation)).add(one.key);
        return false;
      });
    }
    return missing;
  }

  async function storeAll(
    push: Push,
    ready: readonly StorableOperation[],
    epoch: string,
    seqs: readonly number[],
  ): Promise<void> {
    if (ready.length === 0) return;
    const receivedAt = now();
    // Rows are stored in the order of their keys, so that two batches with the same operations never wait for each other.
    const rows = await Promise.all(
      ready.toSorted(byKey).map(async ({ operation, key, envelope }, index) => {
        const seq = seqs[index];
        if (seq === undefined) throw new Error('The ledger gave too few numbers.');
        const { opId, sha256 } = operation;
        const receipt = await signer.issue({
          opId,
          sha256,
          seq,
          epoch,
          receivedAt: receivedAt.toISOString(),
        });
        return { opId: key, operation, envelope, seq, receipt, receivedAt, skewSeconds: push.skewSeconds };
      }),
    );
    const stored = await ledger.store(push.vendor, push.device, rows);
    const toJudge = ready.filter(({ key }) => stored.has(key)).toSorted(byLane);
    if (toJudge.length > 0)
      await judge(
        push.vendor,
        toJudge.map(({ key }) => key),
      );
  }

  return async (push) => {
    const checks = push.ops.map(checkOperation);
    const storable = checks.flatMap((check) => (check.ok ? [check.storable] : []));
    const keys = [...new Set(storable.map(({ key }) => key))];
    // Numbers are taken ahead, which saves a round trip: those of a retry stay unused, and gaps mean nothing.
    const [{ epoch, safeThrough }, known, seqs] = await Promise.all([
      ledger.epoch(push.vendor),
      ledger.find(push.vendor, keys),
      ledger.takeSeqs(keys.length),
    ]);
    const isFirst = (one: StorableOperation, index: number) =>
      storable.findIndex(({ key }) => key === one.key) === index;
    const fresh = storable.filter((one, index) => !known.has(one.key) && isFirst(one, index));
    const missing =
      fresh.length === 0 ? new Map<string, readonly string[]>() : await findMissing(push, fresh);
    const ready = fresh.filter(({ key }) => missing.get(key)?.length === 0);
    await storeAll(push, ready, epoch, seqs);
    const rows = ready.length === 0 ? known : await ledger.find(push.vendor, keys);
    const results = checks.map((check) =>
      check.ok ? resultOf(check.storable, rows.get(check.storable.key), missing) : refused(check.result),
    );
    return { epoch, safeThrough, results };
  };
}

function refused({ opId, outcome, seq, problem: why }: OperationResult): PushResult {
  return { opId, outcome, seq, ...(why ? { problem: why } : {}) };
}

function resultOf(
  { operation: { opId, sha256 }, key }: StorableOperation,
  row: LedgerRow | undefined,
  missing: ReadonlyMap<string, readonly string[]>,
): PushResult {
  if (!row) return { opId, outcome: 'waiting', seq: null, missing: missing.get(key) ?? [] };
  if (row.sha256 !== sha256)
    return { opId, outcome: 'conflict', seq: null, problem: problem('OPERATION_CHANGED') };
  return {
    opId,
    outcome: row.outcome,
    seq: row.seq,
    receipt: row.receipt,
    ...(row.problem ? { problem: row.problem } : {}),
  };
}

/** The answer as JSON, with each receipt byte for byte as it is stored. */
export function serialisePush({ epoch, safeThrough, results }: PushOutcome, serverTime: Date): string {
  const list = results.map(({ receipt, ...rest }) => {
    const json = JSON.stringify(rest);
    return receipt === undefined ? json : `${json.slice(0, -1)},"receipt":${receipt}}`;
  });
  const head = JSON.stringify({ epoch, safeThrough, serverTime: serverTime.toISOString() });
  return `${head.slice(0, -1)},"results":[${list.join(',')}]}`;
}

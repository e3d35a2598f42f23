/**
 * The rules of a push. Invariants:
 * - an operation is stored once, however many senders push it at once, and each gets the same receipt (G3);
 * - an answer names a receipt only after the transaction with its row is durable;
 * - no operation's fault changes what becomes of another, and none is refused and forgotten (G5);
 * - an operation is stored only after its predecessor in the lane (G4), after what it names, and after its blobs (G2);
 * - what can't wait for anything costs one round trip to the ledger.
 */

import type { Problem } from '../../../protocol/base/problem.ts';
import { type LanePosition, positionName } from '../../../protocol/lane-position.ts';
import type { Operation, OperationResult, Outcome, Receipt } from '../../../protocol/wire.ts';
import { problem } from '../../base/problems.ts';
import type { BlobKey } from '../blobs/blob-store.ts';
import type { Epoch, Ledger, LedgerRow } from './ledger.ts';
import { checkOperation, type StorableOperation } from './operation.ts';
import { type ReceiptSigner, receiptsOf } from './receipts.ts';
import { createRestoreCheck } from './restore-check.ts';

/** A result whose receipt is JSON text, which is put into the answer as it is. */
export interface PushResult {
  readonly opId: string;
  readonly outcome: Outcome;
  readonly seq: number | null;
  readonly receipt?: string;
  readonly missing?: readonly string[];
  readonly problem?: Problem;
  readonly recordsSeq?: number;
}

export interface Push {
  readonly vendor: string;
  readonly device: string;
  /** Null where nobody measured it: a saved copy. */
  readonly skewSeconds: number | null;
  /** From where it comes, as `neighborhoodOf` names it. */
  readonly network?: string;
  /** Who of the staff hands it over, where it isn't the device. */
  readonly importedBy?: string;
  readonly ops: readonly unknown[];
  /** The device's newest receipts. */
  readonly witnesses?: readonly Receipt[];
}

export interface PushOutcome extends Epoch {
  readonly results: readonly PushResult[];
}

export interface IngestDependencies {
  readonly ledger: Ledger;
  readonly signer: ReceiptSigner;
  readonly now: () => Date;
  /**
   * Has operations judged, given in an order in which they may be. Resolves to true when they are, or earlier to false where that takes
   * too long: then the feed tells the device. Urgent ones go before all that wait.
   */
  readonly judge: (vendor: string, opIds: readonly string[], isUrgent: boolean) => Promise<boolean>;
  readonly isUrgent: (kind: string) => boolean;
  /** Where a blob stands, by the bytes that are there. */
  readonly locateBlob: (key: BlobKey) => Promise<{ readonly complete: boolean } | undefined>;
  /**
   * Told of operations that are stored, with the links that a kiosk has signed over them, before the device hears of it: where this fails the
   * device sends them again. Nothing is refused for its link.
   */
  readonly watch?: (vendor: string, device: string, operations: readonly Operation[]) => Promise<void>;
}

export type Ingest = (push: Push) => Promise<PushOutcome>;

type Rows = ReadonlyMap<string, LedgerRow>;
type Missing = ReadonlyMap<string, readonly string[]>;

const byLane = (a: StorableOperation, b: StorableOperation) =>
  a.operation.lane === b.operation.lane
    ? a.operation.laneNo - b.operation.laneNo
    : a.operation.lane < b.operation.lane
      ? -1
      : 1;

function predecessorOf({ operation: { lane, laneNo } }: StorableOperation): LanePosition | undefined {
  return laneNo === 1 ? undefined : { lane, laneNo: laneNo - 1 };
}

const awaitedBy = ({ operation }: StorableOperation) =>
  (operation.after ?? []).map((opId) => opId.toLowerCase());

function dependsOnNothing({ operation }: StorableOperation): boolean {
  return operation.laneNo === 1 && !operation.after?.length && operation.blobs.length === 0;
}

function firstOfEachKey(storable: readonly StorableOperation[]): readonly StorableOperation[] {
  return [...new Map(storable.toReversed().map((one) => [one.key, one])).values()].toReversed();
}

/** What each operation waits for; empty for those that can be stored, in this batch's own order too. @param there what is stored. */
function missingOf(fresh: readonly StorableOperation[], there: Set<string>): Missing {
  const missing = new Map<string, readonly string[]>();
  let waiting = fresh;
  for (let before = -1; before !== waiting.length; ) {
    before = waiting.length;
    waiting = waiting.filter((one) => {
      const predecessor = predecessorOf(one);
      const wanted = [
        ...(predecessor ? [positionName(predecessor)] : []),
        ...awaitedBy(one),
        ...one.operation.blobs,
      ].filter((name) => !there.has(name));
      missing.set(one.key, wanted);
      if (wanted.length > 0) return true;
      there.add(positionName(one.operation)).add(one.key);
      return false;
    });
  }
  return missing;
}

export function createIngest({
  ledger,
  signer,
  now,
  judge,
  isUrgent: isUrgentKind,
  locateBlob,
  watch,
}: IngestDependencies): Ingest {
  const checkForRestore = createRestoreCheck(ledger, signer);

  /** By the table and by the store: after a restore the table can know of photos that the store has lost. */
  async function findDelivered(vendor: string, device: string, names: readonly string[]) {
    const known = await ledger.findBlobs(vendor, device, names);
    const there = await Promise.all(
      [...known].map(async (sha256) =>
        (await locateBlob({ vendor, device, sha256 }))?.complete ? [sha256] : [],
      ),
    );
    return there.flat();
  }

  /** Rows that are known already, and what the others wait for. Nothing is asked where nothing can be waited for. */
  async function findMissing(
    { vendor, device }: Push,
    all: readonly StorableOperation[],
  ): Promise<{ readonly known: Rows; readonly missing: Missing }> {
    if (all.every(dependsOnNothing)) return { known: new Map(), missing: missingOf(all, new Set()) };
    const keys = all.map(({ key }) => key);
    const positions = all.flatMap((one) => predecessorOf(one) ?? []);
    const blobs = [...new Set(all.flatMap(({ operation }) => operation.blobs))];
    const [found, taken, delivered] = await Promise.all([
      ledger.find(vendor, [...keys, ...all.flatMap(awaitedBy)]),
      ledger.findPositions(vendor, device, positions),
      findDelivered(vendor, device, blobs),
    ]);
    const fresh = all.filter(({ key }) => !found.has(key));
    const known = new Map([...found].filter(([key]) => keys.includes(key)));
    // A machine with a new key offers again what it had sent under the old one: that is stored, and what follows it waits for nothing.
    const again = all.filter(({ key }) => known.has(key)).map(({ operation }) => positionName(operation));
    const there = new Set([...found.keys(), ...taken, ...again, ...delivered]);
    return { known, missing: missingOf(fresh, there) };
  }

  /** @returns the keys of those that are judged by now. */
  async function judgeFresh(vendor: string, fresh: readonly StorableOperation[]): Promise<readonly string[]> {
    const judged = await Promise.all(
      [true, false].map(async (isUrgent) => {
        const keys = fresh
          .filter((one) => isUrgentKind(one.operation.kind) === isUrgent)
          .map(({ key }) => key);
        return keys.length > 0 && (await judge(vendor, keys, isUrgent)) ? keys : [];
      }),
    );
    return judged.flat();
  }

  async function storeReady(
    { vendor, device, skewSeconds, network, importedBy }: Push,
    ready: readonly StorableOperation[],
  ): Promise<Epoch & { readonly rows: Rows }> {
    if (ready.length === 0) return { ...(await ledger.epoch(vendor)), rows: new Map() };
    const receivedAt = now();
    const { keyId } = signer;
    const stored = await ledger.store(
      vendor,
      device,
      ready.map(({ operation, key, envelope }) => ({
        opId: key,
        operation,
        envelope,
        receivedAt,
        keyId,
        skewSeconds,
        network,
        importedBy,
      })),
    );
    const fresh = ready.filter(({ key }) => stored.fresh.has(key)).toSorted(byLane);
    const judged = await judgeFresh(vendor, fresh);
    if (judged.length === 0) return stored;
    return { ...stored, rows: new Map([...stored.rows, ...(await ledger.find(vendor, judged))]) };
  }

  return async (push) => {
    await checkForRestore(push.vendor, push.witnesses ?? []);
    const checks = push.ops.map(checkOperation);
    const all = firstOfEachKey(checks.flatMap((check) => (check.ok ? [check.storable] : [])));
    const { known, missing } = await findMissing(push, all);
    const stored = await storeReady(
      push,
      all.filter(({ key }) => missing.get(key)?.length === 0),
    );
    const rows = new Map([...known, ...stored.rows]);
    await watch?.(
      push.vendor,
      push.device,
      all.flatMap(({ key, operation }) => (rows.has(key) ? [operation] : [])),
    );
    const receipts = await receiptsOf(rows.values(), signer);
    const results = checks.map((check) =>
      check.ok
        ? resultOf(check.storable, rows.get(check.storable.key), missing, receipts)
        : refused(check.result),
    );
    return { epoch: stored.epoch, safeThrough: stored.safeThrough, results };
  };
}

function refused({ opId, outcome, seq, problem: why }: OperationResult): PushResult {
  return { opId, outcome, seq, ...(why ? { problem: why } : {}) };
}

function resultOf(
  { operation: { opId, sha256 }, key }: StorableOperation,
  row: LedgerRow | undefined,
  missing: Missing,
  receipts: ReadonlyMap<string, string>,
): PushResult {
  if (!row) return { opId, outcome: 'waiting', seq: null, missing: missing.get(key) ?? [] };
  if (row.sha256 !== sha256)
    return { opId, outcome: 'conflict', seq: null, problem: problem('OPERATION_CHANGED') };
  const receipt = receipts.get(key);
  return {
    opId,
    outcome: row.outcome,
    seq: row.seq,
    ...(receipt === undefined ? {} : { receipt }),
    ...(row.problem ? { problem: row.problem } : {}),
    ...(row.recordsSeq === undefined ? {} : { recordsSeq: row.recordsSeq }),
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

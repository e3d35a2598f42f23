/** Watches a schedule from outside: what was promised to patients, what the server did, and whether a rule was ever broken on the way. */

import type { WireRequest } from '../../client/base/ports.ts';
import { positionName } from '../../protocol/lane-position.ts';
import { isUrgent } from '../../protocol/operations/registry.ts';
import type { Operation } from '../../protocol/wire.ts';
import { createChance } from '../base/chance.ts';
import type { Violations } from '../base/violation.ts';
import type { BlobFolder } from '../stand-ins/memory-blobs.ts';
import { type MemoryTables, type OperationRow, rowName } from '../stand-ins/memory-database.ts';
import { recordsSeqIn } from '../stand-ins/memory-records.ts';
import { createPlainRecordCrypto } from '../stand-ins/plain-record-crypto.ts';
import { createPersonMonitor } from './person-monitor.ts';
import { VENDOR } from './vendor.ts';

/** A patient was told "Queued". */
export interface QueuedPromise {
  readonly device: number;
  readonly opId: string;
  readonly kind: string;
  readonly at: number;
  readonly draftId: string | undefined;
  /** Of what has no draft: those of a kind and session share a lane, and keep its order. */
  readonly session?: number;
}
/** A patient was told "Saved". */
export interface SavedPromise {
  readonly device: number;
  readonly draftId: string;
  /** Grows with each change that the patient makes. */
  readonly version: number;
}

interface PushedResult {
  readonly opId: string;
  readonly receipt?: unknown;
}

/** What is urgent and was queued so long ago must have been tried before anything else leaves. */
const URGENT_GRACE_MS = 60_000;

/** So long a patient may press the same button again. */
const ASKED_AGAIN_MS = 60 * 60_000;

/** By position in a lane, as devices named it: each operation that was ever offered there. */
type Offered = Map<string, Set<string>>;

/**
 * What stands before an operation in its lane is stored. A device that begins a lane anew counts it anew, and what it offered before that may
 * still arrive: under its first number, with its predecessor stored under the second.
 */
function checkOrder(violations: Violations, row: OperationRow, tables: MemoryTables, offered: Offered): void {
  const { vendor, operation } = row;
  const { lane, laneNo, after = [] } = operation;
  const isThere = (opId: string) => tables.operations.has(rowName(vendor, opId));
  const predecessor = positionName({ lane, laneNo: laneNo - 1 });
  if (laneNo > 1 && ![...(offered.get(predecessor) ?? [])].some(isThere))
    violations.add('order', `${row.opId} was stored before its predecessor ${predecessor}`);
  for (const opId of after)
    if (!isThere(opId)) violations.add('order', `${row.opId} was stored before ${opId}, which it follows`);
}

export function createMonitor(dependencies: {
  readonly violations: Violations;
  readonly now: () => number;
  /** Last digits of the opIds that the server can't read before it is upgraded. */
  readonly aheadDigits: string;
  readonly trace: (text: string) => void;
}) {
  const { violations, now, aheadDigits, trace } = dependencies;
  const queued = new Map<string, QueuedPromise>();
  const saved = new Map<string, SavedPromise>();
  const submittedAt = new Map<string, number>();
  const discarded = new Set<string>();
  const receipts = new Map<string, string>();
  const attempted = new Set<string>();
  const answered = new Set<string>();
  const offered: Offered = new Map();
  const storageFaultAt = new Map<number, number>();
  let unannounced = false;
  const counts = {
    ...{ requests: 0, stored: 0, judged: 0, restores: 0, kills: 0, faults: 0 },
    persons: { pulls: 0, views: 0, edits: 0, commits: 0 },
    orders: { placed: 0, again: 0, refused: 0 },
  };

  /** Another of the same lane is being tried before it, and has no answer yet. */
  function follows(promise: QueuedPromise): boolean {
    return [...queued.values()].some(
      (other) =>
        other.kind === promise.kind &&
        other.device === promise.device &&
        other.session === promise.session &&
        other.opId < promise.opId &&
        attempted.has(other.opId) &&
        !answered.has(other.opId),
    );
  }

  const persons = createPersonMonitor({
    counts: counts.persons,
    violations,
    crypto: createPlainRecordCrypto(VENDOR, createChance('nothing')),
    trace,
    isUnannounced: () => unannounced,
  });

  return {
    counts,
    persons,
    queued,
    saved,
    discarded,
    isAhead: (opId: string) => aheadDigits !== '' && aheadDigits.includes(opId.at(-1) ?? '-'),

    /** The patient has asked for it to be handed in. */
    onSubmit(draftId: string) {
      if (!submittedAt.has(draftId)) submittedAt.set(draftId, now());
    },
    isHandedIn: (draftId: string) =>
      now() - (submittedAt.get(draftId) ?? Number.POSITIVE_INFINITY) > ASKED_AGAIN_MS,
    onSaved(promise: SavedPromise) {
      trace(`saved ${promise.draftId} ${promise.version}`);
      saved.set(promise.draftId, promise);
    },
    onQueued(promise: Omit<QueuedPromise, 'at'>) {
      trace(`queued ${promise.opId}`);
      if (!queued.has(promise.opId)) queued.set(promise.opId, { ...promise, at: now() });
    },
    onStorageFault(device: number) {
      counts.faults += 1;
      storageFaultAt.set(device, now());
    },

    onStored(rows: readonly OperationRow[], tables: MemoryTables, folder: BlobFolder) {
      for (const row of rows) {
        counts.stored += 1;
        trace(`stored ${row.opId} ${row.seq}`);
        checkOrder(violations, row, tables, offered);
        for (const name of row.operation.blobs)
          if (!folder.has(`${row.vendor}/${row.device}/${name}`))
            violations.add('blob-missing', `${row.opId} was stored without its photo`);
      }
    },

    onJudged(rows: readonly OperationRow[], tables: MemoryTables) {
      for (const row of rows) {
        counts.judged += 1;
        persons.onJudged(row.opId, recordsSeqIn(tables, row.vendor, row.opId) !== undefined);
        trace(`judged ${row.opId} ${row.outcome} ${row.judgedSeq}`);
        const { lane, laneNo } = row.operation;
        const before = tables.positions.get(`${row.vendor}/${row.device}/${lane}#${laneNo - 1}`);
        if (
          before !== undefined &&
          tables.operations.get(rowName(row.vendor, before))?.outcome === 'received'
        )
          violations.add('order', `${row.opId} was judged before its predecessor in the lane`);
        if ((tables.items.get(rowName(row.vendor, row.opId))?.times ?? 0) > 1)
          violations.add('duplicate', `${row.opId} was applied twice`);
      }
    },

    /** @param incarnation of the database: after a restore without a word the epoch is the same, and the ledger another. */
    onPushed(device: string, text: string, incarnation: number) {
      const { epoch, results }: { epoch: string; results: readonly PushedResult[] } = JSON.parse(text);
      for (const { opId, receipt } of results) {
        if (receipt === undefined) continue;
        answered.add(opId);
        const key = `${incarnation}/${epoch}/${device}/${opId}`;
        const told = JSON.stringify(receipt);
        const before = receipts.get(key);
        if (before === undefined) receipts.set(key, told);
        else if (before !== told) violations.add('receipt-differs', `${opId}: ${before} and then ${told}`);
      }
    },

    onRequest(device: number, request: WireRequest) {
      counts.requests += 1;
      trace(`request ${device} ${request.method} ${request.body?.length ?? 0}`);
      if (request.method !== 'POST' || request.body === undefined || request.session === true) return;
      const { ops }: { ops: readonly Operation[] } = JSON.parse(new TextDecoder().decode(request.body));
      for (const { opId, lane, laneNo } of ops) {
        const name = positionName({ lane, laneNo });
        offered.set(name, (offered.get(name) ?? new Set()).add(opId));
      }
      const urgent = ops.filter(({ kind }) => isUrgent(kind));
      for (const { opId } of urgent) attempted.add(opId);
      if (urgent.length === ops.length) return;
      if (urgent.length > 0)
        violations.add('alert-behind-form', `${urgent[0]?.opId} travels with what isn't urgent`);
      if (now() - (storageFaultAt.get(device) ?? Number.NEGATIVE_INFINITY) < URGENT_GRACE_MS) return;
      for (const promise of queued.values())
        if (
          promise.device === device &&
          isUrgent(promise.kind) &&
          !attempted.has(promise.opId) &&
          now() - promise.at > URGENT_GRACE_MS &&
          !follows(promise)
        )
          violations.add('alert-behind-form', `a form left while ${promise.opId} had never been tried`);
    },

    onRestored(announced: boolean) {
      counts.restores += 1;
      persons.onRestored();
      unannounced ||= !announced;
      trace('restored');
    },
    /** Whether the database was ever replaced without a word. */
    isUnannounced: () => unannounced,
  };
}
export type Monitor = ReturnType<typeof createMonitor>;

/** A process's ledger on a real PostgreSQL. The simulator's tables follow what is committed there, so that the same checks hold. */
import { isUrgent } from '../../protocol/operations/registry.ts';
import type { Sql } from '../../server/base/database/database.ts';
import { createPostgresLedger } from '../../server/core/ingest/postgres-ledger.ts';
import type { ReceiptSigner } from '../../server/core/ingest/receipts.ts';
import { createJudgeStore } from '../../server/core/judging/judge-store.ts';
import { createKinds } from '../../server/core/judging/kinds.ts';
import { createItemStore } from '../../server/features/inbox/store-items.ts';
import { operations } from '../../server/features/intake/operations.ts';
import { type OperationRow, rowName } from '../stand-ins/memory-database.ts';
import type { MemoryLedger } from '../stand-ins/memory-ledger.ts';
import type { ProcessParts } from './controls.ts';

export function createPostgresProcess(
  own: MemoryLedger,
  { life, scheduler, database, now, onStored, onJudged }: ProcessParts,
  { sql, signer }: { readonly sql: Sql; readonly signer: ReceiptSigner },
): MemoryLedger {
  const ledger = createPostgresLedger(sql);
  const judgeStore = createJudgeStore({
    ...{ sql, now, signer },
    kinds: createKinds(operations),
    applies: [createItemStore()],
  });
  const death = new Promise<never>((_, reject) => {
    life.onDeath(() => reject(new Error('The process has died.')));
  });
  death.catch(() => undefined);
  /** Virtual time stands still meanwhile; a process that dies doesn't hear the end of it. */
  const real = <T>(work: () => Promise<T>): Promise<T> => life.through(() => scheduler.hold(work()));

  return {
    epoch: (vendor) => real(() => ledger.epoch(vendor)),
    mintEpoch: (vendor, instead) => real(() => ledger.mintEpoch(vendor, instead)),
    find: (vendor, opIds) => real(() => ledger.find(vendor, opIds)),
    findPositions: (...given) => real(() => ledger.findPositions(...given)),
    changes: (...given) => real(() => ledger.changes(...given)),
    // Blobs lie in the simulator's folder.
    findBlobs: own.findBlobs,

    store: (vendor, device, rows) =>
      real(async () => {
        const stored = await ledger.store(vendor, device, rows);
        const fresh = rows.flatMap(({ opId, operation, envelope, skewSeconds }): OperationRow[] => {
          const row = stored.fresh.has(opId) ? stored.rows.get(opId) : undefined;
          if (!row) return [];
          const { received, outcome, receipt, problem } = row;
          return [
            {
              ...{ vendor, opId, device, operation, envelope, skewSeconds, outcome, receipt, problem },
              ...{ ...received, xid: 0, judgedSeq: undefined },
            },
          ];
        });
        for (const row of fresh) {
          database.tables.operations.set(rowName(vendor, row.opId), row);
          const { lane, laneNo } = row.operation;
          database.tables.positions.set(`${vendor}/${device}/${lane}#${laneNo}`, row.opId);
        }
        onStored(fresh);
        return stored;
      }),

    judge: (names, decide) =>
      real(async () => {
        // What a dead process had begun is rolled back, as its connection is lost.
        const judged = await judgeStore.judge(names, (operations) =>
          Promise.race([decide(operations), death]),
        );
        const rows = judged.flatMap(({ vendor, opId, outcome }): OperationRow[] => {
          const row = database.tables.operations.get(rowName(vendor, opId));
          return row ? [{ ...row, outcome }] : [];
        });
        for (const row of rows) {
          const name = rowName(row.vendor, row.opId);
          database.tables.operations.set(name, row);
          const times = (database.tables.items.get(name)?.times ?? 0) + 1;
          const kind = isUrgent(row.operation.kind) ? 'alert' : 'case';
          database.tables.items.set(name, { opId: row.opId, kind, times, resolvedAt: undefined });
        }
        onJudged(rows, database.tables);
        return judged;
      }),

    findUnjudged: (...given) => real(() => judgeStore.findUnjudged(...given)),
    // Staff work through the console, which has tests of its own.
    resolve: async () => false,
  };
}

/** Opens and seals what a batch is to send. What can't go now is put off by itself, with what comes after it in its lane. */
import { backoff } from '../base/backoff.ts';
import type { Clock, Random } from '../base/ports.ts';
import { StorageError, type StorageErrorCode } from '../base/storage-error.ts';
import type { OutboxRow } from '../store/rows.ts';
import type { Store } from '../store/store.ts';
import type { ReadOperation, ReadyOperation } from './envelopes.ts';

/** It can't be sent now, and nothing is wrong with it. */
const NOT_YET: ReadonlySet<StorageErrorCode> = new Set(['unsealable', 'locked']);

export interface MakeReadyDependencies {
  readonly store: Store;
  readonly readOperation: ReadOperation;
  readonly clock: Clock;
  readonly random: Random;
  readonly onPutOff: () => void;
}

export type MakeReady = (
  rows: readonly OutboxRow[],
) => Promise<{ readonly ready: readonly ReadyOperation[]; readonly postponed: readonly string[] }>;

export function createMakeReady(dependencies: MakeReadyDependencies): MakeReady {
  const { store, readOperation, clock, random, onPutOff } = dependencies;

  async function markUnreadable(rows: readonly OutboxRow[]): Promise<void> {
    await store.write(['outbox'], async (transaction) => {
      for (const { opId } of rows) {
        const row = await transaction.get('outbox', opId);
        if (row?.state === 'queued')
          await transaction.put('outbox', { ...row, state: 'attention', why: 'not-understood' });
      }
    });
    onPutOff();
  }

  /** It waits for a key of the vendor's, or for the patient: it is tried again like one that the server put off. */
  async function postpone({ opId }: OutboxRow, code: StorageErrorCode): Promise<void> {
    await store.write(['outbox'], async (transaction) => {
      const row = await transaction.get('outbox', opId);
      if (row?.state !== 'queued') return;
      const attempts = row.attempts + 1;
      const nextAt = clock.now() + backoff(attempts, random);
      const why = code === 'unsealable' ? ({ why: 'no-key' } as const) : {};
      await transaction.put('outbox', { ...row, ...why, attempts, nextAt });
    });
    onPutOff();
  }

  return async (rows) => {
    const ready: ReadyOperation[] = [];
    const unreadable: OutboxRow[] = [];
    const postponed: string[] = [];
    const stuck = new Set<string>();
    for (const row of rows) {
      if (stuck.has(row.lane)) continue;
      try {
        const found = await readOperation(row);
        if (found === undefined) unreadable.push(row);
        else ready.push(found);
      } catch (error) {
        if (!(error instanceof StorageError) || !NOT_YET.has(error.code)) throw error;
        await postpone(row, error.code);
        postponed.push(row.opId);
        stuck.add(row.lane);
      }
    }
    if (unreadable.length > 0) await markUnreadable(unreadable);
    return { ready, postponed };
  };
}

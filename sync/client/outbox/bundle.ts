/** "Save a copy": what one session has on this device and the clinic hasn't safely, as it would be sent, for when no network comes. */
import type { Bundle } from '../../protocol/bundle.ts';
import type { Operation } from '../../protocol/wire.ts';
import { base64url } from '../base/bytes.ts';
import { StorageError } from '../base/storage-error.ts';
import type { Device } from '../keys/device.ts';
import type { OutboxRow } from '../store/rows.ts';
import { isSafe, recallServer } from '../store/server-memory.ts';
import type { Store } from '../store/store.ts';
import type { ReadOperation } from './envelopes.ts';

/** Lanes with something that waits first; within a lane in its order, which the server asks for. */
function inOrder(rows: readonly OutboxRow[]): readonly OutboxRow[] {
  const waiting = new Set(rows.filter((row) => row.state === 'queued').map((row) => row.lane));
  const rank = (row: OutboxRow) => (waiting.has(row.lane) ? 0 : 1);
  return rows.toSorted(
    (one, other) =>
      rank(one) - rank(other) ||
      (one.lane === other.lane ? one.laneNo - other.laneNo : one.lane < other.lane ? 1 : -1),
  );
}

/**
 * @throws StorageError `absent` where everything of the session is safe at the clinic or gone, and what kept its operations from being read
 * where none could be (`unreadable`, `unsealable`, `locked`).
 */
export function createBundles(dependencies: {
  readonly vendor: string;
  readonly store: Store;
  readonly device: Device;
  readonly readOperation: ReadOperation;
}): (session: string) => Promise<Bundle> {
  const { vendor, store, device, readOperation } = dependencies;
  return async (session) => {
    const rows = await store.read(['outbox', 'meta'], async (transaction) => {
      const server = await recallServer(transaction);
      const all = await transaction.by('outbox', 'session', session);
      return all.filter((row) => row.kept && !(row.state !== 'queued' && isSafe(row, server)));
    });
    if (rows.length === 0) throw new StorageError('absent');
    const operations: Operation[] = [];
    let failure = new StorageError('unreadable');
    for (const row of inOrder(rows)) {
      try {
        const ready = await readOperation(row);
        if (ready !== undefined) operations.push(ready.operation);
      } catch (error) {
        if (!(error instanceof StorageError)) throw error;
        failure = error;
      }
    }
    if (operations.length === 0) throw failure;
    const blobs: Record<string, string> = {};
    for (const name of new Set(operations.flatMap((operation) => operation.blobs))) {
      const body = await store.read(['blobBodies'], (transaction) => transaction.get('blobBodies', name));
      if (body !== undefined) blobs[name] = base64url(body.bytes);
    }
    const { deviceId } = await device.identity();
    return { bundle: 1, vendor, deviceId, operations, blobs };
  };
}

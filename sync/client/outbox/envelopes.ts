/** Reads an operation as it is sent, whichever version of this software has queued it, and seals what has waited for a key. */
import type { Operation } from '../../protocol/wire.ts';
import { type Bytes, base64url, bindingOf } from '../base/bytes.ts';
import type { SealEnvelope } from '../keys/envelope-sealing.ts';
import { forgetUnusedKey, type SubjectKeys, sealedTables } from '../keys/subject-keys.ts';
import type { OutboxRow } from '../store/rows.ts';
import type { Store } from '../store/store.ts';
import { unsealedBinding } from './enqueue.ts';

export interface ReadyOperation {
  /** As it is stored now: an alert that was just sealed has its hash. */
  readonly row: OutboxRow;
  readonly operation: Operation;
}
/**
 * @returns undefined where its envelope is gone or can't be opened.
 * @throws StorageError `unsealable` where it waits for a key, `locked` where the patient's lock keeps it: neither says anything against it.
 */
export type ReadOperation = (row: OutboxRow) => Promise<ReadyOperation | undefined>;

function toOperation(row: OutboxRow, envelope: Bytes): ReadyOperation {
  const { opId, lane, laneNo, after, kind, v, capturedAt, sha256, blobs, chain } = row;
  return {
    row,
    operation: {
      opId,
      lane,
      laneNo,
      ...(after === undefined ? {} : { after: [...after] }),
      kind,
      v,
      capturedAt,
      sha256,
      envelope: base64url(envelope),
      blobs: [...blobs],
      ...(chain === undefined ? {} : { chain }),
    },
  };
}

export function createReadOperation(dependencies: {
  readonly vendor: string;
  readonly store: Store;
  readonly keys: SubjectKeys;
  readonly sealEnvelope: SealEnvelope;
}): ReadOperation {
  const { vendor, store, keys, sealEnvelope } = dependencies;

  /** Its hash is fixed here, once and for all: of two tabs the first decides, and the second sends what the first has sealed. */
  async function sealNow(row: OutboxRow, plain: Bytes): Promise<ReadyOperation | undefined> {
    const { bytes, sha256, size } = await sealEnvelope(row, plain);
    return await store.write(['outbox', ...sealedTables], async (transaction) => {
      const [now, envelope] = [
        await transaction.get('outbox', row.opId),
        await transaction.get('envelopes', row.opId),
      ];
      if (now === undefined || envelope === undefined) return undefined;
      if (envelope.bytes !== undefined) return toOperation(now, envelope.bytes);
      const sealed: OutboxRow = { ...now, sha256, size };
      await transaction.put('outbox', sealed);
      await transaction.put('envelopes', { opId: row.opId, subjectId: row.subjectId, bytes });
      if (row.owner === 'shared') await forgetUnusedKey(transaction, row.subjectId);
      return toOperation(sealed, bytes);
    });
  }

  const find = (opId: string) =>
    store.read(['outbox', 'envelopes'], async (transaction) => ({
      row: await transaction.get('outbox', opId),
      envelope: await transaction.get('envelopes', opId),
    }));

  return async (row) => {
    const { row: current, envelope } = await find(row.opId);
    if (current === undefined || envelope === undefined) return undefined;
    if (envelope.bytes !== undefined) return toOperation(current, envelope.bytes);
    if (envelope.box === undefined) return undefined;
    const boundTo = envelope.unsealed
      ? unsealedBinding(vendor, row)
      : bindingOf('envelope', vendor, row.subjectId, row.opId);
    const ring = envelope.unsealed ? keys.neverLocked : keys;
    const plain = await ring.open(envelope.subjectId, envelope.box, boundTo);
    if (plain !== undefined)
      return envelope.unsealed ? await sealNow(current, plain) : toOperation(current, plain);
    // Another tab may have sealed it just now, and forgotten the key that it needs no longer.
    const again = await find(row.opId);
    if (again.row === undefined || again.envelope?.bytes === undefined) return undefined;
    return toOperation(again.row, again.envelope.bytes);
  };
}

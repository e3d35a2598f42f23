/**
 * The one way into the outbox, for every kind: the id first, because the envelope is bound to it; then the payload is sealed, outside of any
 * transaction; then one strict transaction, the caller's, stores the operation and takes the next number of its lane.
 */
import { requireBlobs } from './blobs.ts';
import { type Bytes, bindingOf, utf8 } from './bytes.ts';
import { captureTime, wallTime } from './captured-at.ts';
import type { SealEnvelope } from './envelope-sealing.ts';
import { uuidV7 } from './ids.ts';
import type { Clock, DeviceCrypto, Random, WriteTransaction } from './ports.ts';
import { StorageError } from './storage-error.ts';
import type { EnvelopeRow, OutboxRow, TableName } from './store/rows.ts';
import type { Sealer } from './subject-keys.ts';

export interface NewOperation
  extends Pick<OutboxRow, 'lane' | 'kind' | 'v' | 'session' | 'subjectId' | 'questionnaireSlug' | 'owner'> {
  readonly draftId?: string;
  readonly after?: readonly string[];
  readonly blobs?: readonly string[];
  readonly payload: object;
}
export interface PreparedOperation {
  readonly row: Omit<OutboxRow, 'laneNo'>;
  readonly envelope: EnvelopeRow;
}

export interface Enqueue {
  /**
   * @param untilSealed keeps the payload where there is no key of the vendor's: it is then sealed when it is sent. Without it that is an error.
   * @throws StorageError `unsealable`
   */
  prepare(operation: NewOperation, untilSealed?: Sealer): Promise<PreparedOperation>;
  /** @throws StorageError `blob-missing`, which undoes the transaction. */
  put(transaction: WriteTransaction, prepared: PreparedOperation): Promise<OutboxRow>;
}

/** The tables that {@link Enqueue.put} touches. */
export const enqueueTables = ['outbox', 'envelopes', 'meta', 'blobs'] as const satisfies readonly TableName[];

/** What the box of an {@link EnvelopeRow.unsealed} payload is bound to. */
export function unsealedBinding(vendor: string, row: Pick<OutboxRow, 'opId' | 'subjectId'>): Bytes {
  return bindingOf('unsealed', vendor, row.subjectId, row.opId);
}

async function nextInLane(transaction: WriteTransaction, lane: string): Promise<number> {
  const found = (await transaction.get('meta', `lane:${lane}`))?.value;
  const laneNo = (typeof found === 'number' ? found : 0) + 1;
  await transaction.put('meta', { key: `lane:${lane}`, value: laneNo });
  return laneNo;
}

export function createEnqueue(dependencies: {
  readonly vendor: string;
  readonly sealEnvelope: SealEnvelope;
  readonly crypto: Pick<DeviceCrypto, 'humanCode'>;
  readonly random: Random;
  readonly clock: Clock;
}): Enqueue {
  const { vendor, sealEnvelope, crypto, random, clock } = dependencies;
  return {
    async prepare({ payload, blobs = [], ...fixed }, untilSealed) {
      const opId = uuidV7(random, clock);
      const { subjectId } = fixed;
      const plain = utf8(JSON.stringify(payload));
      const about = {
        ...fixed,
        opId,
        capturedAt: captureTime(clock),
        blobs,
        code: await crypto.humanCode(opId),
        queuedAt: wallTime(clock),
        state: 'queued',
        attempts: 0,
        nextAt: 0,
        kept: true,
      } as const;
      try {
        const { bytes, sha256, size } = await sealEnvelope({ opId, ...fixed }, plain);
        return { row: { ...about, sha256, size }, envelope: { opId, subjectId, bytes } };
      } catch (error) {
        if (!(error instanceof StorageError) || error.code !== 'unsealable' || untilSealed === undefined)
          throw error;
        const box = await untilSealed.seal(plain, unsealedBinding(vendor, about));
        return {
          row: { ...about, sha256: '', size: plain.length },
          envelope: { opId, subjectId, box, unsealed: true },
        };
      }
    },

    async put(transaction, { row: prepared, envelope }) {
      await requireBlobs(transaction, prepared.blobs);
      const row: OutboxRow = { ...prepared, laneNo: await nextInLane(transaction, prepared.lane) };
      await transaction.put('outbox', row);
      await transaction.put('envelopes', envelope);
      return row;
    },
  };
}

/**
 * The one way into the outbox, for every kind: the id first, because the envelope is bound to it; then the payload is sealed, outside of any
 * transaction; then one strict transaction, the caller's, stores the operation and takes the next number of its lane.
 */
import type { ChainLink } from '../../protocol/chain.ts';
import type { Submission } from '../../protocol/operations/operation.ts';
import { laneName } from '../../protocol/operations/registry.ts';
import { type Bytes, bindingOf, utf8 } from '../base/bytes.ts';
import type { DeviceCrypto } from '../base/crypto-ports.ts';
import { uuidV7 } from '../base/ids.ts';
import type { Clock, Random } from '../base/ports.ts';
import { StorageError } from '../base/storage-error.ts';
import { requireBlobs } from '../blobs/blob-rows.ts';
import type { SealEnvelope } from '../keys/envelope-sealing.ts';
import type { Sealer } from '../keys/subject-keys.ts';
import type { DeviceOwner, EnvelopeRow, OutboxRow, TableName } from '../store/rows.ts';
import type { WriteTransaction } from '../store/store.ts';
import { captureTime, wallTime } from './captured-at.ts';

/** A link that is signed and not taken yet. */
export interface NextLink {
  readonly deviceId: string;
  readonly link: ChainLink;
  /** What the link after it names as its `previous`. */
  readonly hash: string;
}
/** A kiosk's chain over everything that it queues: see `chainLinkSchema`. */
export interface Chain {
  /** To be asked outside of any transaction: it signs. */
  next(operation: Pick<OutboxRow, 'opId' | 'sha256'>): Promise<NextLink>;
  /** @returns false where another operation took that place meanwhile */
  take(transaction: WriteTransaction, next: NextLink): Promise<boolean>;
}

/** Another operation took the chain's next place while this one was being signed. Undoes the transaction. */
class ChainMovedError extends Error {
  override name = 'ChainMovedError';
}

/** @param queue prepares and puts an operation; once more where the chain has moved in between */
export async function untilChained<R>(queue: () => Promise<R>): Promise<R> {
  for (;;) {
    try {
      return await queue();
    } catch (error) {
      if (!(error instanceof ChainMovedError)) throw error;
    }
  }
}

export interface NewOperation extends Pick<Submission, 'operation' | 'session' | 'subjectId' | 'about'> {
  readonly person?: string | undefined;
  readonly owner: DeviceOwner;
  readonly draftId?: string;
  readonly after?: readonly string[];
  readonly blobs?: readonly string[];
  readonly payload: object;
}
export interface PreparedOperation {
  /** Whose account it changes, where it names one. */
  readonly person?: string | undefined;
  readonly row: Omit<OutboxRow, 'laneNo'>;
  readonly envelope: EnvelopeRow;
  /** On a kiosk. */
  readonly next?: NextLink;
}

export interface Enqueue {
  /**
   * @param untilSealed keeps the payload where there is no key of the vendor's: it is then sealed when it is sent. Without it that is an error,
   *   and on a kiosk, which takes nobody then, always.
   * @throws StorageError `unsealable`
   */
  prepare(operation: NewOperation, untilSealed?: Sealer): Promise<PreparedOperation>;
  /** Within {@link untilChained}. @throws StorageError `blob-missing`, which undoes the transaction. */
  put(transaction: WriteTransaction, prepared: PreparedOperation): Promise<OutboxRow>;
}

/** The tables that {@link Enqueue.put} touches. */
export const enqueueTables = [
  'outbox',
  'envelopes',
  'meta',
  'blobs',
  'account',
] as const satisfies readonly TableName[];

/** What the box of an {@link EnvelopeRow.unsealed} payload is bound to. */
export function unsealedBinding(vendor: string, row: Pick<OutboxRow, 'opId' | 'subjectId'>): Bytes {
  return bindingOf('unsealed', vendor, row.subjectId, row.opId);
}

const laneKey = (lane: string) => `lane:${lane}`;

async function lastInLane(transaction: WriteTransaction, lane: string): Promise<number> {
  const found = (await transaction.get('meta', laneKey(lane)))?.value;
  return typeof found === 'number' ? found : 0;
}

async function nextInLane(transaction: WriteTransaction, lane: string): Promise<number> {
  const laneNo = (await lastInLane(transaction, lane)) + 1;
  await transaction.put('meta', { key: laneKey(lane), value: laneNo });
  return laneNo;
}

/** Takes back that many numbers of a lane, whose operations have moved up. */
export async function leaveLane(transaction: WriteTransaction, lane: string, count: number): Promise<void> {
  const value = Math.max(0, (await lastInLane(transaction, lane)) - count);
  await transaction.put('meta', { key: laneKey(lane), value });
}

export function createEnqueue(dependencies: {
  readonly vendor: string;
  readonly sealEnvelope: SealEnvelope;
  readonly crypto: Pick<DeviceCrypto, 'humanCode'>;
  readonly random: Random;
  readonly clock: Clock;
  readonly chain?: Chain | undefined;
}): Enqueue {
  const { vendor, sealEnvelope, crypto, random, clock, chain } = dependencies;
  return {
    async prepare({ operation, payload, person, blobs = [], ...given }, untilSealed) {
      const opId = uuidV7(random, clock);
      const { kind, newest: v } = operation;
      const fixed = { ...given, lane: laneName(operation, given.session), kind, v };
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
        const next = await chain?.next({ opId, sha256 });
        return {
          person,
          row: { ...about, sha256, size },
          envelope: { opId, subjectId, bytes },
          ...(next === undefined ? {} : { next }),
        };
      } catch (error) {
        const unsealable = error instanceof StorageError && error.code === 'unsealable';
        if (!unsealable || untilSealed === undefined || chain !== undefined) throw error;
        const box = await untilSealed.seal(plain, unsealedBinding(vendor, about));
        return {
          person,
          row: { ...about, sha256: '', size: plain.length },
          envelope: { opId, subjectId, box, unsealed: true },
        };
      }
    },

    async put(transaction, { row: prepared, envelope, next, person }) {
      await requireBlobs(transaction, prepared.blobs);
      if (chain !== undefined && (next === undefined || !(await chain.take(transaction, next))))
        throw new ChainMovedError();
      const account = await transaction.get('account', 'account');
      const row: OutboxRow = {
        ...prepared,
        ...(account?.state === 'signed-in' &&
          account.person &&
          account.person === (person ?? account.person) && { person: account.person }),
        laneNo: await nextInLane(transaction, prepared.lane),
        ...(next === undefined ? {} : { chain: next.link }),
      };
      await transaction.put('outbox', row);
      await transaction.put('envelopes', envelope);
      return row;
    },
  };
}

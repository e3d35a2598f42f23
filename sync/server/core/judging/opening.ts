/** Opens what people ask for. An operation that has ended a worker isn't opened again for a while. */
import { type ProblemCode, ProblemError } from '../../base/problems.ts';
import type { SealedOperation } from '../sealing/open-envelope.ts';
import type { Task, TaskResult } from './worker-messages.ts';
import { NoWorkerError, OverloadedError, WorkerDiedError, type WorkerPool } from './worker-pool.ts';
import type { TaskOptions } from './worker-slot.ts';

export type Bytes = Uint8Array<ArrayBuffer>;

const RETRY_SECONDS = '5';
/** What has ended a worker when it was opened isn't tried again for so long. */
const FAILED_FOR_MS = 10 * 60_000;
const MAX_FAILED = 1_000;

interface FailedOpening {
  readonly ok: false;
  readonly code: ProblemCode;
  readonly details: Record<string, never>;
}
const couldNotOpen: FailedOpening = { ok: false, code: 'OPENING_FAILED', details: {} };

/** Its own buffer: a clone takes the whole buffer that a view is part of. */
export function ownBytes(bytes: Uint8Array): Bytes {
  return new Uint8Array(bytes);
}

export interface OpeningDependencies {
  readonly pool: WorkerPool;
  readonly onFault: (opId: string, error: unknown) => void;
  readonly now: () => number;
}

export function createOpening({ pool, onFault, now }: OpeningDependencies) {
  /** When it has ended a worker, by vendor and operation. */
  const failed = new Map<string, number>();
  const nameOf = ({ vendor, opId }: SealedOperation) => `${vendor} ${opId}`;

  function hasFailed(operation: SealedOperation): boolean {
    const at = failed.get(nameOf(operation));
    return at !== undefined && now() - at < FAILED_FOR_MS;
  }

  function rememberFailed(operation: SealedOperation): void {
    failed.delete(nameOf(operation));
    failed.set(nameOf(operation), now());
    const [oldest] = failed.keys();
    if (failed.size > MAX_FAILED && oldest !== undefined) failed.delete(oldest);
  }

  /** @throws WorkerDiedError, or ProblemError UNAVAILABLE. */
  async function runOpening(task: Task, options: TaskOptions): Promise<TaskResult> {
    try {
      return await pool.run(task, options);
    } catch (error) {
      if (error instanceof OverloadedError || error instanceof NoWorkerError)
        throw new ProblemError('UNAVAILABLE', {}, { 'retry-after': RETRY_SECONDS });
      throw error;
    }
  }

  /** The worker is ours: what it gives back to a kind of task is what the task says. */
  async function openAs<Opened>(
    operation: SealedOperation,
    toTask: (copy: SealedOperation) => Task,
  ): Promise<Opened | FailedOpening> {
    if (hasFailed(operation)) return couldNotOpen;
    const { vendor, opId, lane, kind, v, envelope } = operation;
    const copy = { vendor, opId, lane, kind, v, envelope: ownBytes(envelope) };
    try {
      const text = await runOpening(toTask(copy), { owner: vendor, transfer: [copy.envelope.buffer] });
      return JSON.parse(String(text)) as Opened;
    } catch (error) {
      if (!(error instanceof WorkerDiedError)) throw error;
      rememberFailed(operation);
      onFault(opId, error);
      return couldNotOpen;
    }
  }

  async function openBlob(vendor: string, key: Bytes, bytes: Bytes): Promise<Bytes | undefined> {
    const copy = ownBytes(bytes);
    const task = { kind: 'openBlob', key: ownBytes(key), bytes: copy } as const;
    try {
      const opened = await runOpening(task, { owner: vendor, transfer: [copy.buffer] });
      return typeof opened === 'string' ? undefined : opened;
    } catch (error) {
      if (!(error instanceof WorkerDiedError)) throw error;
      onFault('', error);
      throw new ProblemError('UNAVAILABLE', {}, { 'retry-after': RETRY_SECONDS });
    }
  }

  return { openAs, openBlob };
}

/** The code of a judging worker: a thread of the server's process, started by `judge-pool.ts`. */
import { constants, setPriority } from 'node:os';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { openBlob } from '../../../seal/blob.ts';
import type { SealingPrivateKey } from '../../../seal/hpke.ts';
import { createPublished, type PublishedSource } from '../../packs/published.ts';
import type { SealedOperation } from '../sealing/open-envelope.ts';
import { createKeyUnsealer, type Unsealer } from '../sealing/unsealer.ts';
import { createJudge } from './judge.ts';
import { loadKinds, type OpenedOperation, type Shown } from './kinds.ts';
import { openOperation } from './open-operation.ts';
import { verdictText } from './verdict-text.ts';
import {
  type FromWorker,
  type Question,
  type QuestionKind,
  type Questions,
  type Task,
  type TaskResult,
  type ToWorker,
  tellError,
  type WorkerSetup,
} from './worker-messages.ts';

type Ask = <Kind extends QuestionKind>(
  kind: Kind,
  question: Questions[Kind]['question'],
) => Promise<Questions[Kind]['answer']>;

/** Keys are fetched once, and what they open is opened here; those that never leave their keeper open there. */
function createWorkerUnsealer(ask: Ask): Unsealer {
  const kept = new Map<string, SealingPrivateKey>();
  async function find(vendor: string, keyId: string): Promise<SealingPrivateKey | 'elsewhere' | undefined> {
    const name = `${vendor} ${keyId}`;
    const known = kept.get(name);
    if (known) return known;
    const key = await ask('key', { vendor, keyId });
    if (key && key !== 'elsewhere') kept.set(name, key);
    return key;
  }
  const here = createKeyUnsealer(async (vendor, keyId) => {
    const key = await find(vendor, keyId);
    return key === 'elsewhere' ? undefined : key;
  });
  return {
    ...here,
    async open(vendor, keyId, sealed, boundTo) {
      return (await find(vendor, keyId)) === 'elsewhere'
        ? ask('unseal', { vendor, keyId, sealed, boundTo })
        : here.open(vendor, keyId, sealed, boundTo);
    },
  };
}

/** Receipts go first: on Linux a priority is the thread's own, elsewhere it would be the whole server's. */
function giveWay(): void {
  if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_LOW);
}

function worked(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** Waits for each, so that what one vendor's keys keep from being judged keeps nothing of another's; then rejects as the first that did. */
async function all(promises: readonly Promise<void>[]): Promise<void> {
  const settled = await Promise.allSettled(promises);
  for (const one of settled) if (one.status === 'rejected') throw one.reason;
}

async function serve(port: MessagePort, { lane, kindFiles }: WorkerSetup): Promise<void> {
  const kinds = await loadKinds(kindFiles);
  // What is urgent is what everything else gives way to.
  if (lane !== 'urgent') giveWay();
  const asked = new Map<number, { resolve: (answer: unknown) => void; reject: (error: Error) => void }>();
  let lastQuestion = 0;
  const tell = (message: FromWorker) => port.postMessage(message);

  /** The main thread answers a kind of question with what {@link Questions} says. */
  const ask: Ask = (kind, question) =>
    new Promise<unknown>((resolve, reject) => {
      const id = ++lastQuestion;
      asked.set(id, { resolve, reject });
      tell({ type: 'question', id, question: { kind, ...question } as Question });
    }) as Promise<Questions[typeof kind]['answer']>;

  const unsealer = createWorkerUnsealer(ask);
  const source: PublishedSource = {
    history: (vendor) => ask('history', { vendor }),
    definition: (vendor, formHash) => ask('definition', { vendor, formHash }),
  };
  const findPublished = createPublished(source);
  const judge = createJudge({
    findPublished,
    unsealer,
    kinds,
    onFault: ({ opId }, error) => tell({ type: 'fault', opId, error: tellError(error) }),
  });

  async function open(operation: SealedOperation): Promise<OpenedOperation> {
    const opening = await openOperation(operation, { unsealer, kinds });
    return opening.ok ? { ok: true, kind: opening.kind, payload: opening.opened.payload } : opening;
  }

  async function show(operation: SealedOperation, marks: unknown): Promise<Shown> {
    const opening = await openOperation(operation, { unsealer, kinds });
    if (!opening.ok) return { ok: false, code: opening.code };
    const { vendor } = operation;
    const { definition } = source;
    return opening.opened.show({ vendor, published: await findPublished(vendor), definition, marks });
  }

  async function perform(id: number, task: Task): Promise<TaskResult> {
    switch (task.kind) {
      case 'judge':
        await all(
          task.operations.map(async (operation, index) => {
            const text = verdictText(await judge(operation));
            tell({ type: 'part', id, index, text, worked: worked() });
          }),
        );
        return '';
      case 'open':
        return JSON.stringify(await open(task.operation));
      case 'show':
        return JSON.stringify(await show(task.operation, task.marks));
      case 'openBlob':
        return openBlob(task.key, task.bytes);
    }
  }

  function hear(answer: Exclude<ToWorker, { type: 'task' }>): void {
    const { resolve, reject } = asked.get(answer.id) ?? {};
    asked.delete(answer.id);
    if (answer.type === 'answer') resolve?.(answer.answer);
    else reject?.(new Error('The main thread has no answer.'));
  }

  async function work(id: number, task: Task): Promise<void> {
    try {
      const result = await perform(id, task);
      tell({ type: 'done', id, result, worked: worked() });
    } catch (error) {
      tell({ type: 'failed', id, error: tellError(error), worked: worked() });
    }
  }

  port.on('message', (message: ToWorker) => {
    if (message.type === 'task') void work(message.id, message.task);
    else hear(message);
  });
  // A task that can't be read would be waited for: the end of the thread is told.
  port.on('messageerror', () => process.exit(1));
  tell({ type: 'ready', worked: worked() });
}

if (parentPort) await serve(parentPort, workerData as WorkerSetup);

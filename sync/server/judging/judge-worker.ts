/** The code of a judging worker: a thread of the server's process, started by `judge-pool.ts`. */
import { constants, setPriority } from 'node:os';
import { type MessagePort, parentPort } from 'node:worker_threads';
import { openBlob } from '../../seal/blob.ts';
import type { SealingPrivateKey } from '../../seal/hpke.ts';
import { createKeyUnsealer, type Unsealer } from '../sealing/unsealer.ts';
import { createJudge } from './judge.ts';
import { openOperation } from './open-operation.ts';
import { createPublished } from './published.ts';
import type { FromWorker, Question, QuestionKind, Questions, Task, ToWorker } from './worker-messages.ts';

type Ask = <Kind extends QuestionKind>(
  kind: Kind,
  question: Questions[Kind]['question'],
) => Promise<Questions[Kind]['answer']>;

const asError = (error: unknown) => (error instanceof Error ? error : new Error('Not an error.'));

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

function serve(port: MessagePort): void {
  giveWay();
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
  const judge = createJudge({
    findPublished: createPublished({
      history: (vendor) => ask('history', { vendor }),
      definition: (vendor, formHash) => ask('definition', { vendor, formHash }),
    }),
    unsealer,
    onFault: ({ opId }, error) => tell({ type: 'fault', opId, error: asError(error) }),
  });

  async function perform(task: Task): Promise<unknown> {
    switch (task.kind) {
      case 'judge':
        return Promise.all(task.operations.map(judge));
      case 'open':
        return openOperation(task.operation, unsealer);
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
      const result = await perform(task);
      tell({ type: 'done', id, result, worked: worked() });
    } catch (error) {
      tell({ type: 'failed', id, error: asError(error), worked: worked() });
    }
  }

  port.on('message', (message: ToWorker) => {
    if (message.type === 'task') void work(message.id, message.task);
    else hear(message);
  });
  tell({ type: 'ready', worked: worked() });
}

if (parentPort) serve(parentPort);

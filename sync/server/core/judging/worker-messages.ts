/**
 * What the main thread and a judging worker say to each other. What a worker has opened crosses as text or bytes alone: a structured clone of
 * it may be more than the other side can read, and an error of it may hold it too.
 */
import type { SealingPrivateKey } from '../../../seal/hpke.ts';
import type { PublishedHistory } from '../../packs/published.ts';
import type { SealedOperation } from '../sealing/open-envelope.ts';
import type { Unsealed } from '../sealing/unsealer.ts';
import type { ReceivedOperation } from './verdict.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** Of the work that a worker is there for. `urgent`: operations of urgent kinds and nothing else. */
export type WorkerLane = 'urgent' | 'judging' | 'opening';

/** What a worker is started with. */
export interface WorkerSetup {
  readonly lane: WorkerLane;
  /** See `loadKinds`. */
  readonly kindFiles: readonly string[];
}

/** What a worker does. */
export type Task =
  /** Gives a part for each operation, by its index: the verdict's text, see `verdict-text.ts`. */
  | { readonly kind: 'judge'; readonly operations: readonly ReceivedOperation[] }
  /** Gives the JSON of an `OpenedOperation`. */
  | { readonly kind: 'open'; readonly operation: SealedOperation }
  /** Gives the JSON of a `Shown`. */
  | { readonly kind: 'show'; readonly operation: SealedOperation; readonly marks: unknown }
  /** Gives the bytes; undefined where the key doesn't open them. */
  | { readonly kind: 'openBlob'; readonly key: Bytes; readonly bytes: Bytes };

export type TaskResult = string | Bytes | undefined;

/** What a worker asks the main thread for, and the answers. */
export interface Questions {
  readonly history: {
    readonly question: { readonly vendor: string };
    readonly answer: PublishedHistory | undefined;
  };
  readonly definition: {
    readonly question: { readonly vendor: string; readonly formHash: string };
    readonly answer: string | undefined;
  };
  /** `elsewhere`: the key never leaves its keeper. */
  readonly key: {
    readonly question: { readonly vendor: string; readonly keyId: string };
    readonly answer: SealingPrivateKey | 'elsewhere' | undefined;
  };
  readonly unseal: {
    readonly question: {
      readonly vendor: string;
      readonly keyId: string;
      readonly sealed: Bytes;
      readonly boundTo: Bytes;
    };
    readonly answer: Unsealed;
  };
}
export type QuestionKind = keyof Questions;
export type Question = {
  readonly [Kind in QuestionKind]: { readonly kind: Kind } & Questions[Kind]['question'];
}[QuestionKind];

export type ToWorker =
  | { readonly type: 'task'; readonly id: number; readonly task: Task }
  | { readonly type: 'answer'; readonly id: number; readonly answer: unknown }
  | { readonly type: 'no-answer'; readonly id: number };

/** An error as texts. */
export interface ToldError {
  readonly name: string;
  readonly message: string;
  readonly code?: string;
  readonly stack?: string;
}

export type FromWorker =
  /** @property worked milliseconds of processor time that the thread has used, ever. */
  | { readonly type: 'ready'; readonly worked: number }
  | { readonly type: 'done'; readonly id: number; readonly result: TaskResult; readonly worked: number }
  /** One of the parts of a task is done: the next has as much time as this had. */
  | {
      readonly type: 'part';
      readonly id: number;
      readonly index: number;
      readonly text: string;
      readonly worked: number;
    }
  /** Couldn't be done now; the worker is well. */
  | { readonly type: 'failed'; readonly id: number; readonly error: ToldError; readonly worked: number }
  | { readonly type: 'question'; readonly id: number; readonly question: Question }
  /** A fault of this server's, found while judging. */
  | { readonly type: 'fault'; readonly opId: string; readonly error: ToldError };

const MAX_LETTERS = 4_000;

export function tellError(error: unknown): ToldError {
  if (!(error instanceof Error)) return { name: 'Error', message: 'Not an error.' };
  const cause = error.cause instanceof Error ? error.cause : error;
  const cut = (text: unknown) => String(text).slice(0, MAX_LETTERS);
  return {
    name: cut(cause.name),
    message: cut(error.message),
    ...('code' in cause && typeof cause.code === 'string' ? { code: cut(cause.code) } : {}),
    ...(typeof cause.stack === 'string' ? { stack: cut(cause.stack) } : {}),
  };
}

export function hearError({ name, message, code, stack }: ToldError): Error {
  const error: Error & { code?: string } = new Error(message);
  error.name = name;
  if (code !== undefined) error.code = code;
  if (stack !== undefined) error.stack = stack;
  return error;
}

/** What the main thread and a judging worker say to each other. Everything in it can be cloned. */
import type { SealingPrivateKey } from '../../seal/hpke.ts';
import type { SealedOperation } from '../sealing/open-envelope.ts';
import type { Unsealed } from '../sealing/unsealer.ts';
import type { OpenedOperation } from './open-operation.ts';
import type { PublishedHistory } from './published.ts';
import type { ReceivedOperation, Verdict } from './verdict.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** What a worker does, and what comes of it, by kind. */
export interface Tasks {
  readonly judge: {
    readonly task: { readonly operations: readonly ReceivedOperation[] };
    readonly result: readonly Verdict[];
  };
  readonly open: { readonly task: { readonly operation: SealedOperation }; readonly result: OpenedOperation };
  readonly openBlob: {
    readonly task: { readonly key: Bytes; readonly bytes: Bytes };
    readonly result: Bytes | undefined;
  };
}
export type TaskKind = keyof Tasks;
export type Task = { readonly [Kind in TaskKind]: { readonly kind: Kind } & Tasks[Kind]['task'] }[TaskKind];

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

export type FromWorker =
  /** @property worked milliseconds of processor time that the thread has used, ever. */
  | { readonly type: 'ready'; readonly worked: number }
  | { readonly type: 'done'; readonly id: number; readonly result: unknown; readonly worked: number }
  /** Couldn't be done now; the worker is well. */
  | { readonly type: 'failed'; readonly id: number; readonly error: Error; readonly worked: number }
  | { readonly type: 'question'; readonly id: number; readonly question: Question }
  /** A fault of this server's, found while judging. */
  | { readonly type: 'fault'; readonly opId: string; readonly error: Error };

/** How features write records: within the transaction that changes their own tables. */
import type { Problem } from '../../../protocol/base/problem.ts';
import type { Transaction } from '../../base/database/database.ts';

/** One record's new state; a null body is a tombstone. */
export interface RecordChange {
  readonly vendor: string;
  readonly person: string;
  readonly kind: string;
  readonly v: number;
  readonly id: string;
  readonly body: Readonly<Record<string, unknown>> | null;
  /** Of a tombstone. */
  readonly reason?: string;
}

/** What became of an operation of a person: their devices drop its overlay with the page that tells so. */
export interface SettledOperation {
  readonly vendor: string;
  readonly person: string;
  readonly opId: string;
  readonly outcome: 'applied' | 'held';
  readonly problem?: Problem;
}

/** Only collects: numbers are given as the last act before the commit, so that no reader steps over a late one. */
export interface Publish {
  record(change: RecordChange): void;
  settle(operation: SettledOperation): void;
}

/** A transaction whose records are written at its end. */
export type PublishWithin = <Result>(
  work: (transaction: Transaction, publish: Publish) => Promise<Result>,
) => Promise<Result>;

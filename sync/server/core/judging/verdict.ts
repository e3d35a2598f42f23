/** What judging an operation comes to. The core knows outcomes; what a kind has found for features goes through it unread. */

import type { Problem } from '../../../protocol/base/problem.ts';
import type { Operation } from '../../../protocol/wire.ts';
import type { Transaction } from '../../base/database/database.ts';
import type { Publish } from '../records/publishing.ts';

/** JSON by the name of what stores it. */
export type Effects = Readonly<Record<string, unknown>>;

export interface Verdict {
  readonly outcome: 'applied' | 'held';
  /** Why it is held. */
  readonly problem: Problem | undefined;
  readonly effects: Effects;
}

/** A name of {@link Effects}, with the type of what stands there. */
export interface EffectName<Draft> {
  /** @param draft survives JSON: it crosses from a worker to the main thread as text. */
  of(draft: Draft): Effects;
  in(verdict: Pick<Verdict, 'effects'>): Draft | undefined;
}

export function effectNamed<Draft>(name: string): EffectName<Draft> {
  return {
    of: (draft) => ({ [name]: draft }),
    // Only a kind of this server's writes there, by `of`.
    in: ({ effects }) => effects[name] as Draft | undefined,
  };
}

export interface ReceivedOperation {
  readonly vendor: string;
  readonly opId: string;
  readonly device: string;
  readonly lane: string;
  readonly kind: string;
  readonly v: number;
  readonly envelope: Uint8Array;
  /** Names of the blobs that it waited for: they are all there. */
  readonly blobs: readonly string[];
  /** Its human code. */
  readonly code: string;
  readonly capturedAt: Operation['capturedAt'];
  readonly skewSeconds: number | null;
  readonly receivedAt: Date;
  /** An operation that it names in `after` is held. */
  readonly followsHeld: boolean;
}

/** A verdict for each operation, in its place; undefined where there can be none now, e.g. while the vendor's keys can't be had. */
export type Decide = (operations: readonly ReceivedOperation[]) => Promise<readonly (Verdict | undefined)[]>;

/** An operation with its verdict, as features store it. */
export interface Decided {
  readonly operation: ReceivedOperation;
  readonly verdict: Verdict;
  /** As `neighborhoodOf` names it; null where nobody knows. */
  readonly network: string | null;
  /** Handed over by staff from a saved copy. */
  readonly isImported: boolean;
}

/**
 * Writes what a feature keeps of a batch, within the transaction that stores its outcomes: of all operations, whatever their kind, in the order in which
 * they arrived. Those transactions take turns (`orderFeed`).
 */
export type ApplyBatch = (
  transaction: Transaction,
  decided: readonly Decided[],
  context: ApplyContext,
) => Promise<void>;

/** A feature's own code can't keep something of a batch: what only one operation brings with it, and others mustn't share. */
export class ApplyError extends Error {
  override name = 'ApplyError';
}

export interface ApplyContext {
  readonly at: Date;
  /** Records of any person of these vendors, written at the end of the transaction. */
  readonly publish: Publish;
}

/** What the benchmark and its load generator, a process of its own, say to each other. */
import type { Target } from './submissions.ts';

export type Order =
  | {
      readonly kind: 'prepare';
      readonly target: Target;
      readonly count: number;
      readonly clients: number;
      readonly batch: number;
    }
  /** Sends what was prepared as fast as it is answered. @see abortShare of the requests whose line is cut once they are sent, at first. */
  | { readonly kind: 'run'; readonly abortShare: number }
  /** Sends what was prepared at this rate, whatever is answered. */
  | { readonly kind: 'open loop'; readonly perSecond: number }
  | { readonly kind: 'end' };

export interface Ran {
  readonly seconds: number;
  /** Rows that were answered with a receipt. */
  readonly receipts: number;
  readonly cut: number;
  /** Milliseconds from the first byte sent to the whole answer, of requests that were answered. */
  readonly p50: number;
  readonly p99: number;
  /** Of envelopes, the mean. */
  readonly envelopeBytes: number;
}

export type Report = { readonly kind: 'prepared' } | ({ readonly kind: 'ran' } & Ran);

/** What every request of the console's API comes to. */
import type { z } from 'zod/mini';
import type { consoleProblemCodes } from '../../../../sync/protocol/api/staff.ts';

/**
 * The protocol's codes, and what only the browser knows: `OFFLINE` no answer came; `NOT_OURS` something else answered (a captive
 * portal, a proxy) or in a shape this page doesn't know; `SERVER` the server failed.
 */
export type FailureCode = (typeof consoleProblemCodes)[number] | 'OFFLINE' | 'NOT_OURS' | 'SERVER';

export interface Failure {
  readonly code: FailureCode;
  /** With `RATE_LIMITED`: seconds until the next try makes sense. */
  readonly retryAfter?: number;
  /** With `INVALID_REQUEST`: the fields at fault, by JSON Pointer. */
  readonly errors?: readonly { readonly pointer: string; readonly detail: string }[];
}
export type Answer<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly failure: Failure };

/** @param path below the console's API. */
export type Ask = <Value>(
  method: string,
  path: string,
  schema: z.ZodMiniType<Value>,
  content?: unknown,
) => Promise<Answer<Value>>;

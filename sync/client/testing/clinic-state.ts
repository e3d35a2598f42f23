/** What a test may set of its clinic, and what passes between it and a device. */
import type { Operation, Outcome, Receipt } from '../../protocol/wire.ts';
import type { WireRequest } from '../base/ports.ts';

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}
/** Stands between device and server for one request. Throwing is a lost connection. */
export type Weather = (request: WireRequest, proceed: () => Promise<Answer>) => Promise<Answer>;

/** A request that arrived. */
export interface ClinicRequest {
  readonly method: string;
  readonly url: string;
  readonly ops: readonly Operation[];
  readonly witnesses: readonly Receipt[];
}

export const EPOCH_ONE = '11111111-1111-4111-8111-111111111111';

export type ClinicState = ReturnType<typeof createClinicState>;

export function createClinicState() {
  return {
    epoch: EPOCH_ONE,
    seq: 0,
    safeThrough: 0,
    /** Requests that were answered with 401 for want of the nonce. */
    nonceRequests: 0,
    nonce: 'nonce-1' as string | undefined,
    serverTime: () => new Date(Date.UTC(2026, 10, 20, 9)).toISOString(),
    /** What the vendor makes of an operation. */
    outcome: (_operation: Operation): Outcome => 'applied',
    /** What an operation that isn't known yet waits for beside its photos, as the server names it; by the device that sends it. */
    awaits: (_operation: Operation, _device: string): readonly string[] => [],
    /** Changes in a page of the feed. */
    page: 500,
    /** Whether streams of events are to be had. */
    streams: false,
    /** Weather of every request; `forecast` goes before it. */
    weather: undefined as Weather | undefined,
  };
}

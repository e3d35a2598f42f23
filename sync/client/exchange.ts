/**
 * One request to the vendor's server and what may be believed of the answer. Only a body of the protocol's media type,
 * under the protocol's header and valid by its schema, is an answer; the page of a captive portal, a proxy's error or
 * silence is `offline` (failure case 37).
 */
import type { z } from 'zod/mini';
import {
  NONCE_HEADER,
  PROOF_HEADER,
  SYNC_MEDIA_TYPE,
  SYNC_PROTOCOL,
  SYNC_PROTOCOL_HEADER,
} from '../protocol/wire.ts';
import { type Bytes, utf8 } from './bytes.ts';
import { withDeadline } from './deadline.ts';
import type { Clock, Transport, WireAnswer } from './ports.ts';
import type { ProofRequest } from './proof.ts';
import type { Status } from './status.ts';

/** No answer for so long: screens say "offline", while the request goes on. */
export const LIE_FI_MS = 4_000;
/** Then it is given up. */
export const REQUEST_DEADLINE_MS = 30_000;
export const MOST_RETRY_AFTER_MS = 60 * 60_000;

export type Verdict<T> =
  | { readonly kind: 'answer'; readonly body: T }
  | { readonly kind: 'sign-in' | 'too-large' | 'update' }
  | { readonly kind: 'busy'; readonly retryAfterMs: number | undefined }
  /** Our server spoke, and what it said is no answer to this request. */
  | { readonly kind: 'refused'; readonly status: number }
  /** `answered`: something did answer, though not our server. */
  | { readonly kind: 'offline'; readonly answered: boolean };

export interface Exchange {
  call<T>(
    request: { readonly method: 'GET' | 'POST'; readonly path: string; readonly body?: unknown },
    schema: z.ZodMiniType<T>,
  ): Promise<Verdict<T>>;
  stop(): void;
}

/** RFC 9110 section 10.2.3: seconds, or a date. */
export function retryAfter(text: string | undefined, now: number): number | undefined {
  if (text === undefined) return undefined;
  const milliseconds = /^\d+$/.test(text.trim()) ? Number(text) * 1000 : Date.parse(text) - now;
  return Number.isNaN(milliseconds) ? undefined : Math.min(Math.max(milliseconds, 0), MOST_RETRY_AFTER_MS);
}

function isOurs(answer: WireAnswer): boolean {
  return answer.header(SYNC_PROTOCOL_HEADER) === SYNC_PROTOCOL;
}

export function createExchange(dependencies: {
  /** Absolute, e.g. `https://care.example/connect/willow`. */
  readonly endpoint: string;
  readonly transport: Transport;
  readonly clock: Clock;
  readonly prove: (request: ProofRequest) => Promise<string>;
  readonly status: Status;
}): Exchange {
  const { endpoint, transport, clock, prove, status } = dependencies;
  let nonce: string | undefined;
  const running = new Set<() => void>();
  let stopped = false;

  async function send(
    method: 'GET' | 'POST',
    path: string,
    body: Bytes | undefined,
  ): Promise<[WireAnswer, string]> {
    const url = `${endpoint}${path}`;
    const proof = await prove({ method, url, body: body ?? utf8(''), nonce });
    if (stopped) throw new Error('stopped');
    const { answer, abort } = transport.send({
      method,
      url,
      headers: {
        [PROOF_HEADER]: proof,
        accept: SYNC_MEDIA_TYPE,
        ...(body === undefined ? {} : { 'content-type': SYNC_MEDIA_TYPE }),
      },
      ...(body === undefined ? {} : { body }),
    });
    running.add(abort);
    const stopWaiting = clock.setTimer(LIE_FI_MS, () => status.unreached());
    try {
      const received = answer.then(async (head): Promise<[WireAnswer, string]> => [head, await head.text()]);
      const both = await withDeadline(
        clock,
        REQUEST_DEADLINE_MS,
        received,
        () => new Error('no answer in time'),
      );
      nonce = both[0].header(NONCE_HEADER) ?? nonce;
      return both;
    } catch (error) {
      abort();
      throw error;
    } finally {
      stopWaiting();
      running.delete(abort);
    }
  }

  function judge<T>([answer, text]: [WireAnswer, string], schema: z.ZodMiniType<T>, at: number): Verdict<T> {
    const ours = isOurs(answer);
    if (ours) status.reached(undefined, at);
    else status.unreached();
    switch (answer.status) {
      case 401:
        if (ours || answer.header(NONCE_HEADER) !== undefined) return { kind: 'sign-in' };
        return { kind: 'offline', answered: true };
      case 413:
        return { kind: 'too-large' };
      case 426:
        return { kind: 'update' };
      case 429:
      case 503:
        return { kind: 'busy', retryAfterMs: retryAfter(answer.header('retry-after'), at) };
    }
    if (!ours) return { kind: 'offline', answered: true };
    const type = answer.header('content-type')?.split(';')[0]?.trim().toLowerCase();
    if (answer.status !== 200 || type !== SYNC_MEDIA_TYPE) return { kind: 'refused', status: answer.status };
    try {
      const parsed = schema.safeParse(JSON.parse(text));
      if (parsed.success) return { kind: 'answer', body: parsed.data };
    } catch {
      // No JSON: cut off on the way.
    }
    return { kind: 'refused', status: answer.status };
  }

  return {
    async call(request, schema) {
      if (stopped) return { kind: 'offline', answered: false };
      const body = request.body === undefined ? undefined : utf8(JSON.stringify(request.body));
      const started = clock.now();
      const begun = clock.monotonic();
      let answered: [WireAnswer, string];
      try {
        const before = nonce;
        answered = await send(request.method, request.path, body);
        // RFC 9449 section 8: the server wants a nonce, or a newer one.
        if (answered[0].status === 401 && nonce !== undefined && nonce !== before)
          answered = await send(request.method, request.path, body);
      } catch {
        status.unreached();
        return { kind: 'offline', answered: false };
      }
      const verdict = judge(answered, schema, started);
      if (verdict.kind === 'answer') {
        const serverTime = serverTimeOf(verdict.body);
        // Half of the round trip: the server read its clock about then.
        status.reached(serverTime, started + (clock.monotonic() - begun) / 2);
      }
      return verdict;
    },
    stop() {
      stopped = true;
      for (const abort of running) abort();
    },
  };
}

function serverTimeOf(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null || !('serverTime' in body)) return undefined;
  return typeof body.serverTime === 'string' ? body.serverTime : undefined;
}

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
  UPLOAD_COMPLETE_HEADER,
  UPLOAD_LENGTH_HEADER,
  UPLOAD_MEDIA_TYPE,
  UPLOAD_OFFSET_HEADER,
} from '../../protocol/wire.ts';
import { type Bytes, utf8 } from '../base/bytes.ts';
import { withDeadline } from '../base/deadline.ts';
import type { Clock, Transport, WireAnswer, WireRequest } from '../base/ports.ts';
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

/** How far the server has got with a blob. */
export interface BlobPosition {
  readonly kind: 'position';
  /** Bytes that it has. */
  readonly offset: number;
  readonly complete: boolean;
  /** The part that was sent is among them. */
  readonly taken: boolean;
}
export type BlobVerdict =
  | BlobPosition
  /** The whole doesn't have the hash that names it: nothing of it is kept. */
  | { readonly kind: 'mismatch' }
  | Exclude<Verdict<never>, { readonly kind: 'answer' }>;

export interface BlobPart {
  readonly sha256: string;
  readonly offset: number;
  /** Bytes of the whole. */
  readonly length: number;
  readonly bytes: Bytes;
}

export interface Outgoing {
  readonly method: WireRequest['method'];
  /** Below the endpoint. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Bytes | undefined;
}

export interface Exchange {
  /** Asks how far the server has got with a blob. */
  locate(sha256: string): Promise<BlobVerdict>;
  /** Sends a part of a blob. */
  append(part: BlobPart): Promise<BlobVerdict>;
  call<T>(
    request: { readonly method: 'GET' | 'POST'; readonly path: string; readonly body?: unknown },
    schema: z.ZodMiniType<T>,
  ): Promise<Verdict<T>>;
  /**
   * A request of another protocol of the same server, with the same proof: head and body as they came, believed by nobody yet.
   * @returns undefined where there was no answer
   */
  ask(outgoing: Outgoing): Promise<readonly [WireAnswer, string] | undefined>;
  /** Server-sent events; undefined where the place has none. Its proof bears the nonce of the last answer. */
  listen(
    path: string,
    onEvent: () => void,
  ): Promise<ReturnType<NonNullable<Transport['listen']>> | undefined>;
  stop(): void;
}

/** RFC 9110 section 10.2.3: seconds, or a date. */
export function retryAfter(text: string | undefined, now: number): number | undefined {
  if (text === undefined) return undefined;
  const milliseconds = /^\d+$/.test(text.trim()) ? Number(text) * 1000 : Date.parse(text) - now;
  return Number.isNaN(milliseconds) ? undefined : Math.min(Math.max(milliseconds, 0), MOST_RETRY_AFTER_MS);
}

export function isOurs(answer: WireAnswer): boolean {
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

  async function send({ method, path, headers, body }: Outgoing): Promise<[WireAnswer, string]> {
    const url = `${endpoint}${path}`;
    const proof = await prove({ method, url, body: body ?? utf8(''), nonce });
    if (stopped) throw new Error('stopped');
    const { answer, abort } = transport.send({
      method,
      url,
      headers: {
        [PROOF_HEADER]: proof,
        [SYNC_PROTOCOL_HEADER]: SYNC_PROTOCOL,
        accept: SYNC_MEDIA_TYPE,
        ...headers,
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

  /** RFC 9449 section 8: where the server wants a nonce, or a newer one, the request goes once more. */
  async function sendTwice(outgoing: Outgoing): Promise<[WireAnswer, string] | undefined> {
    if (stopped) return undefined;
    try {
      const before = nonce;
      const answered = await send(outgoing);
      if (answered[0].status !== 401 || nonce === undefined || nonce === before) return answered;
      return await send(outgoing);
    } catch {
      status.unreached();
      return undefined;
    }
  }

  type Failed = Exclude<Verdict<never>, { readonly kind: 'answer' }>;

  /** What an answer says of the whole request, whatever was asked; undefined where it may be an answer to it. */
  function refusal(answer: WireAnswer, at: number): Failed | undefined {
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
    return ours ? undefined : { kind: 'offline', answered: true };
  }

  function judge<T>([answer, text]: [WireAnswer, string], schema: z.ZodMiniType<T>, at: number): Verdict<T> {
    const refused = refusal(answer, at);
    if (refused !== undefined) return refused;
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

  function judgeBlob(answer: WireAnswer, asked: 'HEAD' | 'PATCH', at: number): BlobVerdict {
    const refused = refusal(answer, at);
    if (refused !== undefined) return refused;
    if (answer.status === 460) return { kind: 'mismatch' };
    const positions = asked === 'HEAD' ? [200, 404] : [204, 409];
    const offset = answer.header(UPLOAD_OFFSET_HEADER);
    const complete = answer.header(UPLOAD_COMPLETE_HEADER);
    if (
      !positions.includes(answer.status) ||
      offset === undefined ||
      !/^\d{1,15}$/.test(offset) ||
      (complete !== '?0' && complete !== '?1')
    )
      return { kind: 'refused', status: answer.status };
    return {
      kind: 'position',
      offset: Number(offset),
      complete: complete === '?1',
      taken: answer.status === 204,
    };
  }

  async function askAboutBlob(
    outgoing: Pick<Outgoing, 'headers' | 'body'> & {
      readonly method: 'HEAD' | 'PATCH';
      readonly sha256: string;
    },
  ): Promise<BlobVerdict> {
    const { sha256, ...rest } = outgoing;
    const at = clock.now();
    const answered = await sendTwice({ ...rest, path: `/sync/v1/blobs/${sha256}` });
    if (answered === undefined) return { kind: 'offline', answered: false };
    return judgeBlob(answered[0], outgoing.method, at);
  }

  return {
    async call(request, schema) {
      const body = request.body === undefined ? undefined : utf8(JSON.stringify(request.body));
      const started = clock.now();
      const begun = clock.monotonic();
      const headers: Record<string, string> = body === undefined ? {} : { 'content-type': SYNC_MEDIA_TYPE };
      const answered = await sendTwice({ method: request.method, path: request.path, headers, body });
      if (answered === undefined) return { kind: 'offline', answered: false };
      const verdict = judge(answered, schema, started);
      if (verdict.kind === 'answer') {
        const serverTime = serverTimeOf(verdict.body);
        // Half of the round trip: the server read its clock about then.
        status.reached(serverTime, started + (clock.monotonic() - begun) / 2);
      }
      return verdict;
    },
    ask: sendTwice,
    locate: (sha256) => askAboutBlob({ method: 'HEAD', sha256, headers: {}, body: undefined }),
    append: ({ sha256, offset, length, bytes }) =>
      askAboutBlob({
        method: 'PATCH',
        sha256,
        headers: {
          'content-type': UPLOAD_MEDIA_TYPE,
          [UPLOAD_OFFSET_HEADER]: String(offset),
          [UPLOAD_LENGTH_HEADER]: String(length),
        },
        body: bytes,
      }),
    async listen(path, onEvent) {
      const url = `${endpoint}${path}`;
      if (stopped || transport.listen === undefined) return undefined;
      const proof = await prove({ method: 'GET', url, body: utf8(''), nonce });
      if (stopped) return undefined;
      const headers = {
        [PROOF_HEADER]: proof,
        [SYNC_PROTOCOL_HEADER]: SYNC_PROTOCOL,
        accept: 'text/event-stream',
      };
      const listening = transport.listen({ method: 'GET', url, headers }, onEvent);
      const abort = () => listening.abort();
      running.add(abort);
      void listening.ended.then(() => running.delete(abort));
      return listening;
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

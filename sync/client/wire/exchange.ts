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
  UPLOAD_LENGTH_HEADER,
  UPLOAD_MEDIA_TYPE,
  UPLOAD_OFFSET_HEADER,
} from '../../protocol/wire.ts';
import { type Bytes, utf8 } from '../base/bytes.ts';
import { withDeadline } from '../base/deadline.ts';
import type { Clock, Transport, WireAnswer, WireRequest } from '../base/ports.ts';
import { type BlobVerdict, createAnswers, type Verdict } from './answers.ts';
import type { ProofRequest } from './proof.ts';
import type { Status } from './status.ts';

export { isOurs } from './answers.ts';

/** No answer for so long: screens say "offline", while the request goes on. */
export const LIE_FI_MS = 4_000;
/** Then it is given up. */
export const REQUEST_DEADLINE_MS = 30_000;

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
  readonly session?: true;
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

function serverTimeOf(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null || !('serverTime' in body)) return undefined;
  return typeof body.serverTime === 'string' ? body.serverTime : undefined;
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

  async function send({ method, path, headers, body, session }: Outgoing): Promise<[WireAnswer, string]> {
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
      ...(session && { session }),
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

  const { readAnswer, readPosition } = createAnswers(status);

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
    return readPosition(answered[0], outgoing.method, at);
  }

  return {
    async call(request, schema) {
      const body = request.body === undefined ? undefined : utf8(JSON.stringify(request.body));
      const started = clock.now();
      const begun = clock.monotonic();
      const headers: Record<string, string> = body === undefined ? {} : { 'content-type': SYNC_MEDIA_TYPE };
      const answered = await sendTwice({ method: request.method, path: request.path, headers, body });
      if (answered === undefined) return { kind: 'offline', answered: false };
      const verdict = readAnswer(answered, schema, started);
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

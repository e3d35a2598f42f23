/** Requests that bear the patient's session beside the device's proof, and what may be believed of the answers. */
import type { z } from 'zod/mini';
import { problemSchema } from '../../protocol/base/problem.ts';
import { NONCE_HEADER } from '../../protocol/wire.ts';
import { utf8 } from '../base/bytes.ts';
import type { Clock, WireRequest } from '../base/ports.ts';
import { retryAfter } from './answers.ts';
import { type Exchange, isOurs } from './exchange.ts';

export type RequestFailure =
  /** Our server wasn't reached. */
  | { readonly status: 'offline' }
  /** Asked too often, or the server is busy. `retryAfterMs` where it said. */
  | { readonly status: 'later'; readonly retryAfterMs?: number }
  /** The server said something that this version doesn't understand: an update may help. */
  | { readonly status: 'not-understood' };

export type Reply<T> =
  | { readonly status: 'ok'; readonly body: T }
  /** The server has said no: the `code` of its problem. */
  | { readonly status: 'problem'; readonly code: string }
  | RequestFailure;

export const codeOf = (reply: Reply<unknown>) => (reply.status === 'problem' ? reply.code : undefined);

export interface SessionRequests {
  ask<T>(request: Asking, schema: z.ZodMiniType<T>): Promise<Reply<T>>;
  /** Answered by 204. */
  tell(request: Asking): Promise<Reply<undefined>>;
}

interface Asking {
  readonly method: WireRequest['method'];
  /** Below the endpoint. */
  readonly path: string;
  readonly body?: unknown;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function createSessionRequests(dependencies: {
  readonly exchange: Pick<Exchange, 'ask'>;
  readonly clock: Pick<Clock, 'now'>;
}): SessionRequests {
  const { exchange, clock } = dependencies;

  async function send<T>(
    { method, path, body }: Asking,
    read: (status: number, body: unknown) => { readonly body: T } | undefined,
  ): Promise<Reply<T>> {
    const sent = body === undefined ? undefined : utf8(JSON.stringify(body));
    const headers = {
      accept: 'application/json',
      ...(sent === undefined ? {} : { 'content-type': 'application/json' }),
    };
    // The exchange repeats a request for a new nonce after 401 alone: a failed sign-in is 403, and an attempt counts once.
    const answered = await exchange.ask({ method, path, headers, body: sent, session: true });
    if (answered === undefined) return { status: 'offline' };
    const [head, text] = answered;
    // Like every answer to a proof, it has the next nonce: the page of a captive portal has neither.
    if (!isOurs(head) && head.header(NONCE_HEADER) === undefined) return { status: 'offline' };
    if (head.status === 429 || head.status === 503) {
      const retryAfterMs = retryAfter(head.header('retry-after'), clock.now());
      return { status: 'later', ...(retryAfterMs === undefined ? {} : { retryAfterMs }) };
    }
    const content = parse(text);
    const found = read(head.status, content);
    if (found !== undefined) return { status: 'ok', ...found };
    const problem = head.status >= 400 ? problemSchema.safeParse(content) : undefined;
    return problem?.success ? { status: 'problem', code: problem.data.code } : { status: 'not-understood' };
  }

  return {
    ask: (request, schema) =>
      send(request, (status, body) => {
        const parsed = status === 200 ? schema.safeParse(body) : undefined;
        return parsed?.success ? { body: parsed.data } : undefined;
      }),
    tell: (request) => send(request, (status) => (status === 204 ? { body: undefined } : undefined)),
  };
}

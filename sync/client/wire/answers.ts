/** What may be believed of an answer, and what it says. */
import type { z } from 'zod/mini';
import {
  NONCE_HEADER,
  SYNC_MEDIA_TYPE,
  SYNC_PROTOCOL,
  SYNC_PROTOCOL_HEADER,
  UPLOAD_COMPLETE_HEADER,
  UPLOAD_OFFSET_HEADER,
} from '../../protocol/wire.ts';
import type { WireAnswer } from '../base/ports.ts';
import type { Status } from './status.ts';

export const MAX_RETRY_AFTER_MS = 60 * 60_000;

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

/** RFC 9110 section 10.2.3: seconds, or a date. */
export function retryAfter(text: string | undefined, now: number): number | undefined {
  if (text === undefined) return undefined;
  const milliseconds = /^\d+$/.test(text.trim()) ? Number(text) * 1000 : Date.parse(text) - now;
  return Number.isNaN(milliseconds) ? undefined : Math.min(Math.max(milliseconds, 0), MAX_RETRY_AFTER_MS);
}

export function isOurs(answer: WireAnswer): boolean {
  return answer.header(SYNC_PROTOCOL_HEADER) === SYNC_PROTOCOL;
}

type Failed = Exclude<Verdict<never>, { readonly kind: 'answer' }>;

export function createAnswers(status: Pick<Status, 'reached' | 'unreached'>) {
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

  function readAnswer<T>(
    [answer, text]: [WireAnswer, string],
    schema: z.ZodMiniType<T>,
    at: number,
  ): Verdict<T> {
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

  function readPosition(answer: WireAnswer, asked: 'HEAD' | 'PATCH', at: number): BlobVerdict {
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

  return { readAnswer, readPosition };
}

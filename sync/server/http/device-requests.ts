/** What every route of a device or a kiosk does first. */
import type { FastifyRequest } from 'fastify';
import { OLDEST_SYNC_PROTOCOL, SYNC_PROTOCOL_HEADER } from '../../protocol/wire.ts';
import { ProblemError, schemaErrors } from '../base/problems.ts';
import type { RateLimiter } from '../base/rate-limiter.ts';
import { readJson } from './read-json.ts';

const NO_BODY = new Uint8Array();

interface Reader<Value> {
  safeParse(
    value: unknown,
  ):
    | { readonly success: true; readonly data: Value }
    | { readonly success: false; readonly error: { readonly issues: Parameters<typeof schemaErrors>[0] } };
}

/** @throws ProblemError of status 429. */
export function limit(limiter: RateLimiter, key: string): void {
  const seconds = limiter.take(key);
  if (seconds > 0) throw new ProblemError('RATE_LIMITED', {}, { 'retry-after': String(seconds) });
}

/** @throws ProblemError of status 426. A request that names no protocol is taken for one of today's. */
export function checkProtocol(request: FastifyRequest): void {
  const named = request.headers[SYNC_PROTOCOL_HEADER];
  if (typeof named === 'string' && /^\d+$/.test(named) && Number(named) < OLDEST_SYNC_PROTOCOL)
    throw new ProblemError('PROTOCOL_TOO_OLD');
}

/** @throws ProblemError of status 400 with the fields at fault. */
export function bodyOf<Value>(request: FastifyRequest, schema: Reader<Value>): Value {
  const parsed = schema.safeParse(readJson(request.body instanceof Uint8Array ? request.body : NO_BODY));
  if (parsed.success) return parsed.data;
  throw new ProblemError('INVALID_REQUEST', { errors: schemaErrors(parsed.error.issues) });
}

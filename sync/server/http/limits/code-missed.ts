import type { FastifyRequest } from 'fastify';
import { ProblemError } from '../../base/problems.ts';
import { consumeByNetwork } from './by-network.ts';
import type { Limits } from './limits.ts';
import type { RatePolicy } from './policy.ts';

/**
 * What to answer to a code that is not right: 404, and 429 after so many of a network. The right one always passes, also where others of the same network have
 * used this up: these codes have 50 bits and minutes to live, so that what a network may ask at all (`NetworkGate`) is far too little to find one.
 */
export async function codeMissed(
  limits: Limits,
  request: FastifyRequest,
  policy: RatePolicy,
): Promise<ProblemError> {
  const { allowed, retryAfter } = await consumeByNetwork(limits, request.ip, policy);
  return allowed
    ? new ProblemError('NOT_FOUND')
    : new ProblemError('RATE_LIMITED', {}, { 'retry-after': String(retryAfter) });
}

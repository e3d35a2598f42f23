/** What the requests of a phone number share. */
import type { FastifyRequest } from 'fastify';
import { textRequestSchema } from '../../../protocol/api/phone.ts';
import type { Sql } from '../../base/database/database.ts';
import { ProblemError } from '../../base/problems.ts';
import { deviceOf, vendorOf } from '../../http/access/access.ts';
import { bodyOf } from '../../http/device-requests.ts';
import type { AccountDesk } from '../accounts/feature.ts';
import { type Asking, NOBODY } from './texting.ts';

export const BASE = '/connect/:vendor/account/v1/phone';

/** 403: a client would repeat a 401 with a new nonce, and be counted twice. */
export const failed = () => new ProblemError('SIGN_IN_FAILED', { status: 403 });

export function askingOf(request: FastifyRequest): Asking {
  const { phone, language } = bodyOf(request, textRequestSchema);
  const [vendor, { deviceId: device }] = [vendorOf(request), deviceOf(request)];
  return { vendor, phone, language, device, from: request.ip };
}

export type CountTry = ReturnType<typeof createCountTry>;

/** Counted before anything is looked at. It throws RATE_LIMITED. */
export function createCountTry(sql: Sql, desk: Pick<AccountDesk, 'people' | 'limits' | 'trail'>) {
  const { people, limits, trail } = desk;
  return async (vendor: string, subject: string, person: string | undefined, request: FastifyRequest) => {
    const known = await people.isKnown(sql, vendor, person ?? NOBODY, deviceOf(request).deviceId);
    const attempt = {
      ...{ vendor, email: subject, from: request.ip },
      knownBrowser: known ? deviceOf(request).deviceId : undefined,
    };
    const allowance = await limits.codes.take(attempt);
    if (allowance.allowed) return attempt;
    if (allowance.isAudited) trail.refused({ vendor, person, from: request.ip });
    throw new ProblemError('RATE_LIMITED', {}, { 'retry-after': String(allowance.retryAfter) });
  };
}

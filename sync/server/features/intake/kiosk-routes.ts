/** Where a kiosk gives an unfinished intake back to its patient: see `sync/protocol/api/kiosk.ts`. */
import { z } from 'zod';
import { resumeRequestSchema } from '../../../protocol/api/kiosk.ts';
import { ProblemError } from '../../base/problems.ts';
import { kioskOf, vendorOf } from '../../http/access/access.ts';
import { bodyOf } from '../../http/device-requests.ts';
import { KIOSK_BASE, type KioskScope, kioskOnly } from '../../http/kiosk-scope.ts';
import type { Limits } from '../../http/limits/limits.ts';
import { perMinute } from '../../http/limits/policy.ts';
import type { PausedIntakes } from './resume.ts';

/** Tries of a code and a birth date at a kiosk. */
const RESUMES = perMinute('kiosk-resumes', 6);
const photoParams = z.object({ sha256: z.string().regex(/^[0-9a-f]{64}$/) });

export interface ResumeRoutesDependencies {
  readonly paused: PausedIntakes;
  readonly limits: Limits;
  readonly tellStaff: (vendor: string) => void;
}

export function addResumeRoutes(
  { routes, answer }: KioskScope,
  { paused, limits, tellStaff }: ResumeRoutesDependencies,
): void {
  routes.post(`${KIOSK_BASE}/resume`, kioskOnly, async (request, reply) => {
    const vendor = vendorOf(request).pack.slug;
    const { id, device } = kioskOf(request);
    const asked = bodyOf(request, resumeRequestSchema);
    // Codes of people are short, and this limit is all that guards them: it counts before it is looked.
    const tries = `${vendor} ${device}`;
    await limits.demand(tries, RESUMES);
    const resumed = await paused.resume(vendor, id, asked, request.ip);
    if (!resumed) throw new ProblemError('NOT_FOUND');
    // The next patient at this kiosk may mistype as often.
    await limits.refund(tries, 1, RESUMES);
    tellStaff(vendor);
    return answer(reply, resumed);
  });

  routes.get(`${KIOSK_BASE}/resumed/:sha256`, kioskOnly, async (request, reply) => {
    const parsed = photoParams.safeParse(request.params);
    if (!parsed.success) throw new ProblemError('NOT_FOUND');
    const { sha256 } = parsed.data;
    const photo = await paused.photo(vendorOf(request).pack.slug, kioskOf(request).id, sha256);
    if (!photo) throw new ProblemError('NOT_FOUND');
    return answer(reply, { sealed: Buffer.from(photo).toString('base64url') });
  });
}

/** What kiosks say to the server of themselves. See `sync/protocol/api/kiosk.ts`. */
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { enrolRequestSchema, helpRequestSchema, kioskHealthSchema } from '../../../protocol/api/kiosk.ts';
import { ProblemError } from '../../base/problems.ts';
import { deviceOf, kioskOf, vendorOf } from '../../http/access/access.ts';
import { bodyOf } from '../../http/device-requests.ts';
import { KIOSK_BASE, type KioskScope, kioskOnly } from '../../http/kiosk-scope.ts';
import { codeMissed } from '../../http/limits/code-missed.ts';
import type { Limits } from '../../http/limits/limits.ts';
import { perMinute } from '../../http/limits/policy.ts';
import { isKioskServer } from './assignment.ts';
import { isKeyOf } from './device-key.ts';
import type { Kiosks } from './kiosks.ts';

export interface KioskRoutesDependencies {
  readonly kiosks: Kiosks;
  /** Of tries of codes. */
  readonly limits: Limits;
  readonly publicUrl: URL | undefined;
  readonly tellStaff: (vendor: string) => void;
  /** Changes with the list of those who are expected today. */
  readonly checkInVersion: (vendor: string) => Promise<string>;
  readonly now: () => Date;
}

/** Wrong codes of a network. */
const ENROLMENT_MISSES = perMinute('kiosk-enrolment-misses', 10);

const assignmentQuery = z.object({ reads: z.coerce.number().int().min(1) });

/** What is to be written into the assignment. @throws ProblemError where a kiosk would not take it. */
function serverOf(request: FastifyRequest, publicUrl: URL | undefined): string {
  const origin = publicUrl?.origin ?? `${request.protocol}://${request.host}`;
  if (isKioskServer(origin)) return origin;
  throw new ProblemError('INVALID_REQUEST', { detail: 'A kiosk needs https: set PUBLIC_URL.' });
}

const slugOf = (request: FastifyRequest) => vendorOf(request).pack.slug;

export function addKioskRoutes(
  { routes, answer }: KioskScope,
  { kiosks, limits, publicUrl, tellStaff, checkInVersion, now }: KioskRoutesDependencies,
): void {
  routes.post(`${KIOSK_BASE}/enrol`, { config: { access: 'device' } }, async (request, reply) => {
    const { deviceId } = deviceOf(request);
    const asked = bodyOf(request, enrolRequestSchema);
    if (!isKeyOf(asked.deviceKey, deviceId))
      throw new ProblemError('INVALID_REQUEST', {
        errors: [{ pointer: '/deviceKey', detail: 'not_the_key_of_the_proof' }],
      });
    const vendor = slugOf(request);
    const assignment = await kiosks.enrolment.enrol(vendor, {
      ...asked,
      device: deviceId,
      server: serverOf(request, publicUrl),
      from: request.ip,
    });
    if (!assignment) throw await codeMissed(limits, request, ENROLMENT_MISSES);
    tellStaff(vendor);
    return answer(reply, assignment);
  });

  routes.get(`${KIOSK_BASE}/assignment`, kioskOnly, async (request, reply) => {
    // A kiosk of before there was a second version doesn't say what it reads.
    const { reads } = assignmentQuery.safeParse(request.query).data ?? { reads: 1 };
    const assignment = await kiosks.register.assignment(slugOf(request), kioskOf(request).id, reads);
    if (!assignment) throw new ProblemError('NOT_FOUND');
    return answer(reply, assignment);
  });

  routes.post(
    `${KIOSK_BASE}/health`,
    { config: { access: 'kiosk', alsoRevoked: true } },
    async (request, reply) => {
      const vendor = slugOf(request);
      const { id, device } = kioskOf(request);
      const health = bodyOf(request, kioskHealthSchema);
      const orders = await kiosks.register.takeHealth(vendor, id, health);
      await kiosks.chain.compare(vendor, id, device, health);
      return answer(reply, {
        serverTime: now().toISOString(),
        ...orders,
        checkInVersion: await checkInVersion(vendor),
      });
    },
  );

  routes.post(`${KIOSK_BASE}/help`, kioskOnly, async (request, reply) => {
    const vendor = slugOf(request);
    const asked = bodyOf(request, helpRequestSchema);
    const { state, isNews } = await kiosks.help.call(vendor, kioskOf(request).id, asked);
    if (isNews) tellStaff(vendor);
    return answer(reply, { state });
  });
}

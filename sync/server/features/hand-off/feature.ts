/** An unfinished form goes on on a device of the patient's: from a kiosk, or from another site's page. */
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { handOffSchema } from '../../../protocol/api/hand-off.ts';
import { ProblemError } from '../../base/problems.ts';
import { type Core, type Feature, type OpenedFeature, serviceNamed } from '../../core/feature.ts';
import { kioskOf, vendorOf } from '../../http/access/access.ts';
import { bodyOf } from '../../http/device-requests.ts';
import { KIOSK_BASE, type KioskScope, kioskOnly } from '../../http/kiosk-scope.ts';
import { codeMissed } from '../../http/limits/code-missed.ts';
import type { Limits } from '../../http/limits/limits.ts';
import { perMinute } from '../../http/limits/policy.ts';
import { createHandOffs, type HandOffs } from './hand-offs.ts';

/** For other features that have a form to hand over. */
export const handOffDesk = serviceNamed<Pick<HandOffs, 'put'>>('hand-offs');

const CLAIM_MISSES = perMinute('hand-off-misses', 30);

const handOffParams = z.object({ id: z.string().regex(/^[A-Za-z0-9_-]{8,64}$/) });

const formParams = z.object({ hash: z.string().regex(/^[0-9a-f]{64}$/) });

function handOffIdOf(request: FastifyRequest): string {
  const parsed = handOffParams.safeParse(request.params);
  if (!parsed.success) throw new ProblemError('NOT_FOUND');
  return parsed.data.id;
}

const slugOf = (request: FastifyRequest) => vendorOf(request).pack.slug;

/** A phone asks where kiosks do, and within the same bounds. */
function addRoutes({ routes, answer }: KioskScope, handOffs: HandOffs, limits: Limits): void {
  routes.put(`${KIOSK_BASE}/hand-offs/:id`, kioskOnly, async (request, reply) => {
    const id = handOffIdOf(request);
    const handOff = bodyOf(request, handOffSchema);
    // An id of another kiosk's is as unknown as any other.
    if (!(await handOffs.put(slugOf(request), kioskOf(request).id, id, handOff)))
      throw new ProblemError('NOT_FOUND');
    return answer(reply);
  });

  // Whether the vendor has ever published that form: what is handed over may be anybody's.
  routes.get(
    '/connect/:vendor/hand-offs/forms/:hash',
    { config: { access: 'public' } },
    async (request, reply) => {
      const named = formParams.safeParse(request.params);
      if (!named.success || !vendorOf(request).offers.has(named.data.hash))
        throw await codeMissed(limits, request, CLAIM_MISSES);
      return reply.header('cache-control', 'no-store').status(204).send();
    },
  );

  routes.post(
    '/connect/:vendor/hand-offs/:id/claim',
    { config: { access: 'public' } },
    async (request, reply) => {
      const handOff = await handOffs.claim(slugOf(request), handOffIdOf(request));
      if (!handOff) throw await codeMissed(limits, request, CLAIM_MISSES);
      return reply.header('content-type', 'application/json').send(Buffer.from(JSON.stringify(handOff)));
    },
  );
}

function open(core: Core): OpenedFeature {
  const { sql, now, limits } = core;
  const handOffs = createHandOffs(sql, now);
  handOffDesk.provide(core, handOffs);
  return {
    addKioskRoutes: (scope) => addRoutes(scope, handOffs, limits),
    async turn() {
      await sql`delete from hand_offs where expires_at < ${now().toISOString()}`;
    },
  };
}

export const handOff: Feature = { name: 'hand-off', open };

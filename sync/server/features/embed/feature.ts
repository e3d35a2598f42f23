/** Forms in other sites' pages: their partners' ids, and the way out into a page of their own. Its rules are in the README. */
import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { mayEmbed } from '../../../domain/embed/embed-part.ts';
import { externalIdFault } from '../../../domain/embed/external-id.ts';
import { casePartnerSchema, referenceRequestSchema } from '../../../protocol/api/embed.ts';
import { handOffSchema } from '../../../protocol/api/hand-off.ts';
import { ProblemError } from '../../base/problems.ts';
import type { Core, Feature, OpenedFeature } from '../../core/feature.ts';
import { staffOf, vendorOf } from '../../http/access/access.ts';
import { foundOrThrow, itemParams, staffMay } from '../../http/console-scope.ts';
import { bodyOf } from '../../http/device-requests.ts';
import { consumeByNetwork } from '../../http/limits/by-network.ts';
import { perMinute, type RatePolicy } from '../../http/limits/policy.ts';
import { createByteBudget } from '../../http/limits/storage-gate.ts';
import { handOffDesk } from '../hand-off/feature.ts';
import { addPages } from './pages.ts';
import { createPartnerKeys } from './partner-keys.ts';
import { createReferences, type References } from './references.ts';

const BASE = '/connect/:vendor/embed/v1';
/** A draft without its photos. */
const MAX_HAND_OFF_BYTES = 600_000;
/** Of one network: enough for a waiting room behind one address, too few to try ids. */
const ASKING = perMinute('embed-references', 60);
const HANDING_OVER = perMinute('embed-hand-offs', 20);

/** Drafts alone, of people who leave a frame: ten thousand a day of a vendor. Nothing is lost without it: the form goes on in the frame. */
const MEBIBYTE = 1024 * 1024;
export const HAND_OFF_BUDGET = { ofNetwork: 32 * MEBIBYTE, ofVendor: 256 * MEBIBYTE };

const params = z.object({ id: z.string().regex(/^[A-Za-z0-9_-]{16,64}$/) });
const open = { config: { access: 'public' } } as const;

function addRoutes(server: FastifyInstance, core: Core, references: References): void {
  const takeBytes = createByteBudget(HAND_OFF_BUDGET, () => core.now().getTime());
  const admit = async (request: FastifyRequest, policy: RatePolicy) => {
    const { allowed, retryAfter } = await consumeByNetwork(core.limits, request.ip, policy);
    if (!allowed) throw new ProblemError('RATE_LIMITED', {}, { 'retry-after': String(retryAfter) });
    return vendorOf(request).pack;
  };

  server.register(async (routes) => {
    routes.removeAllContentTypeParsers();
    routes.addContentTypeParser(
      'application/json',
      { parseAs: 'buffer', bodyLimit: MAX_HAND_OFF_BYTES },
      (_request, body, done) => done(null, body),
    );
    routes.addHook('onRequest', async (_request, reply) => {
      reply.header('cache-control', 'no-store');
    });

    routes.post(`${BASE}/references`, open, async (request, reply) => {
      const pack = await admit(request, ASKING);
      const asked = bodyOf(request, referenceRequestSchema);
      if (!mayEmbed(pack, asked.partner)) throw new ProblemError('EMBED_ORIGIN_BLOCKED');
      const fault = externalIdFault(asked.externalId);
      // Why, and never the id itself: that is what may be about a person.
      if (fault)
        throw new ProblemError('INVALID_REQUEST', { errors: [{ pointer: '/externalId', detail: fault }] });
      return reply.send(await references.look(pack, asked));
    });

    routes.put(`${BASE}/hand-offs/:id`, open, async (request, reply) => {
      const pack = await admit(request, HANDING_OVER);
      const named = params.safeParse(request.params);
      if (!named.success || !pack.embed) throw new ProblemError('NOT_FOUND');
      const handOff = bodyOf(request, handOffSchema);
      const seconds = takeBytes(pack.slug, request.ip, handOff.sealed.length);
      if (seconds > 0) throw new ProblemError('RATE_LIMITED', {}, { 'retry-after': String(seconds) });
      // By nobody who could put it twice: what is there stays.
      const isTaken = await handOffDesk.of(core).put(pack.slug, randomUUID(), named.data.id, handOff);
      if (!isTaken) throw new ProblemError('NOT_FOUND');
      return reply.status(204).send();
    });
  });
}

export const embed: Feature = {
  name: 'embed',
  open(core): OpenedFeature {
    const keys = createPartnerKeys(core);
    const references = createReferences(core.sql, core.secret, keys);
    return {
      apply: references.apply,
      addRoutes: (server) => addRoutes(server, core, references),
      addPages,
      addConsoleRoutes(scope) {
        scope.withTypeProvider<ZodTypeProvider>().get(
          '/cases/:id/partner',
          {
            config: staffMay('cases.read'),
            schema: { params: itemParams, response: { 200: casePartnerSchema } },
          },
          async (request) =>
            foundOrThrow(await references.ofCase(staffOf(request).vendor, request.params.id)),
        );
      },
    };
  },
};

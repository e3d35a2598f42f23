/** What a demo vendor's server has written instead of sending it, for its care team to read. Nowhere else: codes that sign patients in are among it. */
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { type OutboxList, outboxListSchema } from '../../../protocol/api/outbox.ts';
import { ProblemError } from '../../base/problems.ts';
import type { Core, Feature, OpenedFeature } from '../../core/feature.ts';
import { staffOf } from '../../http/access/access.ts';
import { staffMay } from '../../http/console-scope.ts';
import { writtenMessages } from '../../providers/mail/outbox.ts';

/** Letters load nothing and run nothing, whoever opens the address. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'";

function open(core: Core): OpenedFeature {
  const written = writtenMessages.find(core);
  const isDemo = (slug: string) => core.vendors.all.some(({ pack }) => pack.slug === slug && pack.demo);
  const of = (slug: string) => {
    if (!written || !isDemo(slug)) throw new ProblemError('NOT_FOUND');
    return written;
  };
  return {
    addConsoleRoutes(scope) {
      const console = scope.withTypeProvider<ZodTypeProvider>();
      console.get(
        '/outbox',
        {
          config: staffMay('outbox.read'),
          schema: {
            querystring: z.object({ before: z.string().max(200).optional() }),
            response: { 200: outboxListSchema },
          },
        },
        async (request): Promise<OutboxList> => {
          const { vendor } = staffOf(request);
          const { messages, more } = await of(vendor).list(vendor, request.query.before);
          const shown = messages.map(({ html: _html, vendor: _vendor, ...message }) => message);
          return { messages: shown, more };
        },
      );
      console.get(
        '/outbox/:name',
        { config: staffMay('outbox.read'), schema: { params: z.object({ name: z.string().max(200) }) } },
        async (request, reply) => {
          const { vendor } = staffOf(request);
          const found = await of(vendor).open(vendor, request.params.name);
          if (found?.html === undefined) throw new ProblemError('NOT_FOUND');
          return reply
            .header('content-security-policy', POLICY)
            .type('text/html; charset=utf-8')
            .send(found.html);
        },
      );
    },
  };
}

export const outbox: Feature = { name: 'outbox', open };

/** Calls for help, as staff see and answer them. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { helpListSchema, seenCallsSchema } from '../../../protocol/api/help-calls.ts';
import { staffOf } from '../../http/access/access.ts';
import { emptyBody, foundOrThrow, itemParams, staffMay } from '../../http/console-scope.ts';
import type { Kiosks } from './kiosks.ts';

export interface HelpRoutesDependencies {
  readonly kiosks: Pick<Kiosks, 'help' | 'register'>;
  readonly tellStaff: (vendor: string) => void;
  readonly now: () => Date;
}

export function addHelpRoutes(
  scope: FastifyInstance,
  { kiosks, tellStaff, now }: HelpRoutesDependencies,
): void {
  const console = scope.withTypeProvider<ZodTypeProvider>();

  const helpOf = async (request: FastifyRequest) => {
    const { vendor } = staffOf(request);
    const [calls, names] = await Promise.all([kiosks.help.open(vendor), kiosks.register.names(vendor)]);
    return {
      calls: calls.map(({ id, reason, kiosk, at }) => ({ id, reason, at, kiosk: names.get(kiosk) ?? '' })),
      serverTime: now().toISOString(),
    };
  };

  console.get(
    '/help-calls',
    { config: staffMay('help.answer'), schema: { response: { 200: helpListSchema } } },
    async (request) => helpOf(request),
  );

  console.post(
    '/help-calls/seen',
    { config: staffMay('help.answer'), schema: { body: seenCallsSchema } },
    async (request, reply) => {
      await kiosks.help.seen(staffOf(request).vendor, request.body.ids);
      return reply.status(204).send();
    },
  );

  console.post(
    '/help-calls/:id/answer',
    {
      config: staffMay('help.answer'),
      schema: { params: itemParams, body: emptyBody, response: { 200: helpListSchema } },
    },
    // Anyone on staff may answer a call for help: an auditor, too.
    async (request) => {
      foundOrThrow(
        await kiosks.help.answer(request.params.id, { staff: staffOf(request), from: request.ip }),
      );
      tellStaff(staffOf(request).vendor);
      return helpOf(request);
    },
  );
}

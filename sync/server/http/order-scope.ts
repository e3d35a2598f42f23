/** `/connect/{vendor}/orders/v1/{order}`: one order, for who holds its token. The routes are the features'. */
import type { FastifyInstance } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { ProblemError } from '../base/problems.ts';
import type { RateLimiter } from '../base/rate-limiter.ts';
import { takeByNetwork } from './limits/by-network.ts';
import { networksOf } from './limits/network.ts';
import { readJson } from './read-json.ts';

export const orderOnly = { config: { access: 'order' } } as const;
export const orderParams = z.object({ vendor: z.string(), order: z.uuid() });

const MAX_BYTES = 16_384;

/** @param perNetwork a token has 32 random bytes: this only keeps the guessing cheap for us. */
export function addOrderScope(
  server: FastifyInstance,
  { perNetwork }: { readonly perNetwork: RateLimiter },
  addRoutes: (orders: FastifyInstance) => void,
): void {
  server.register(
    async (orders) => {
      orders.setValidatorCompiler(validatorCompiler);
      orders.setSerializerCompiler(serializerCompiler);
      orders.removeAllContentTypeParsers();
      orders.addContentTypeParser(
        'application/json',
        { parseAs: 'buffer', bodyLimit: MAX_BYTES },
        async (_request: unknown, body: Buffer) => (body.length === 0 ? undefined : readJson(body)),
      );
      orders.addHook('onRequest', async (request, reply) => {
        reply.header('cache-control', 'no-store');
        const seconds = takeByNetwork(perNetwork, networksOf(request.ip));
        if (seconds > 0) throw new ProblemError('RATE_LIMITED', {}, { 'retry-after': String(seconds) });
      });
      addRoutes(orders);
    },
    { prefix: '/connect/:vendor/orders/v1/:order' },
  );
}

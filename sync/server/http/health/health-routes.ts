/** `/healthz`: the process answers. `/readyz`: it can do its work. Neither says more than that to a stranger. */
import type { FastifyInstance } from 'fastify';
import { PROBLEM_MEDIA_TYPE, problem } from '../../base/problems.ts';
import type { Readiness } from './readiness.ts';

const RETRY_SECONDS = '5';

export function addHealthRoutes(app: FastifyInstance, readReadiness: () => Promise<Readiness>): void {
  const open = { config: { access: 'public' } } as const;
  app.get('/healthz', open, async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  );
  app.get('/readyz', open, async (_request, reply) => {
    const { isReady, checks } = await readReadiness();
    reply.header('cache-control', 'no-store');
    if (isReady) return reply.send({ status: 'ready', checks });
    return reply
      .status(503)
      .header('retry-after', RETRY_SECONDS)
      .header('content-type', PROBLEM_MEDIA_TYPE)
      .serializer((value: unknown) => JSON.stringify(value))
      .send({ ...problem('UNAVAILABLE'), checks });
  });
}

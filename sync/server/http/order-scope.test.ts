import fastify from 'fastify';
import { expect, it } from 'vitest';
import { ProblemError } from '../base/problems.ts';
import { createRateLimiter } from '../base/rate-limiter.ts';
import { addOrderScope } from './order-scope.ts';

it('orders are asked about so often by a network, and not by each address in it', async () => {
  const app = fastify();
  app.setErrorHandler((error, _request, reply) =>
    reply.status(error instanceof ProblemError ? (error.problem.status ?? 500) : 500).send(),
  );
  const perNetwork = createRateLimiter({ burst: 3, perMinute: 3 }, () => 0);
  addOrderScope(app, { perNetwork }, (orders) => orders.get('', async () => 'seen'));
  const ask = async (remoteAddress: string) => {
    const url = '/connect/meadow/orders/v1/8b9cf6a6-57cd-4d3c-8f2a-0a3d6f9f1c11';
    return (await app.inject({ url, remoteAddress })).statusCode;
  };
  const answers = [];
  for (const last of ['a', 'b', 'c', 'd']) answers.push(await ask(`2001:db8:7:7::${last}`));
  expect(answers).toEqual([200, 200, 200, 429]);
  expect(await ask('2001:db8:7:8::a')).toBe(200);
  await app.close();
});

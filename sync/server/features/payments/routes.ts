/** What a patient does with an order's payment: see `sync/protocol/api/orders.ts`. */
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { OrderView } from '../../../domain/orders/order-view.ts';
import {
  paymentAnswerSchema,
  paymentConfirmSchema,
  paymentStartedSchema,
  paymentStartSchema,
} from '../../../protocol/api/orders.ts';
import { orderOf } from '../../http/access/access.ts';
import type { Limits } from '../../http/limits/limits.ts';
import { orderOnly } from '../../http/order-scope.ts';
import { createConfirmLimits } from './confirm-limits.ts';
import type { PaymentName } from './payment.ts';
import type { Paying } from './start.ts';

export function addPaymentRoutes(
  routes: FastifyInstance,
  {
    paying,
    show,
    limits,
  }: {
    readonly paying: Paying;
    readonly show: (name: PaymentName) => Promise<OrderView>;
    readonly limits: Limits;
  },
): void {
  const tries = createConfirmLimits(limits);
  const orders = routes.withTypeProvider<ZodTypeProvider>();

  orders.post(
    '/payment',
    { ...orderOnly, schema: { body: paymentStartSchema, response: { 200: paymentStartedSchema } } },
    async (request) => paying.start(orderOf(request), request.body.total),
  );

  orders.post(
    '/payment/confirm',
    { ...orderOnly, schema: { body: paymentConfirmSchema, response: { 200: paymentAnswerSchema } } },
    async (request) => {
      const name = orderOf(request);
      const paid = await tries.count(name, request.ip, () => paying.confirm(name, request.body));
      return { ...paid, order: await show(name) };
    },
  );

  orders.post(
    '/payment/check',
    { ...orderOnly, schema: { body: z.strictObject({}), response: { 200: paymentAnswerSchema } } },
    async (request) => {
      const name = orderOf(request);
      return { ...(await paying.check(name)), order: await show(name) };
    },
  );
}

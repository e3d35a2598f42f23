/** What a patient does with an order's payment: see `sync/protocol/api/orders.ts`. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { OrderView } from '../../../domain/orders/order-view.ts';
import {
  cardKeepingSchema,
  type PaymentAnswer,
  paymentAnswerSchema,
  paymentConfirmSchema,
  paymentStartedSchema,
  paymentStartSchema,
} from '../../../protocol/api/orders.ts';
import { oneAtATime } from '../../base/one-at-a-time.ts';
import { ProblemError } from '../../base/problems.ts';
import type { PublishWithin } from '../../core/records/publishing.ts';
import { orderOf, patientOf } from '../../http/access/access.ts';
import { bodyOf } from '../../http/device-requests.ts';
import { orderOnly, orderParams } from '../../http/order-scope.ts';
import { type PatientScope, patientOnly } from '../../http/patient-scope.ts';
import { removeCard } from './cards.ts';
import { admittedAs, type ConfirmLimits, countedAs } from './confirm-limits.ts';
import type { PaymentName } from './payment.ts';
import type { FindOwn } from './service.ts';
import type { Paying, Starter } from './start.ts';

export function addPaymentRoutes(
  routes: FastifyInstance,
  {
    paying,
    show,
    tries,
    starterOf,
  }: {
    readonly paying: Paying;
    readonly show: (name: PaymentName) => Promise<OrderView>;
    readonly tries: ConfirmLimits;
    readonly starterOf: (request: FastifyRequest, name: PaymentName) => Promise<Starter>;
  },
): void {
  const orders = routes.withTypeProvider<ZodTypeProvider>();
  /** What became of it: that costs the provider two requests, and nobody a try. */
  const ask = oneAtATime(
    ({ total, ...name }: PaymentName & { readonly total: number }) => paying.confirm(name, { total }),
    ({ vendor, order, total }) => `${vendor} ${order} ${total}`,
  );

  orders.post(
    '/payment',
    { ...orderOnly, schema: { body: paymentStartSchema, response: { 200: paymentStartedSchema } } },
    async (request) => {
      const name = orderOf(request);
      // With what a start hands out, cards are tried where nobody asks us.
      const by = await starterOf(request, name);
      await tries.admit(name, admittedAs(by, await paying.isBegun(name)));
      return paying.start(name, request.body.total, by);
    },
  );

  orders.post(
    '/payment/confirm',
    { ...orderOnly, schema: { body: paymentConfirmSchema, response: { 200: paymentAnswerSchema } } },
    async (request) => {
      const name = orderOf(request);
      const { method, challenge, total } = request.body;
      // The provider's own script has asked the card already.
      const isAsked = method === undefined && challenge === undefined;
      const paid = isAsked
        ? await tries.note(name, countedAs(await starterOf(request, name)), await ask({ ...name, total }))
        : await tries.count(name, request.ip, () => paying.confirm(name, request.body));
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

/** By who is signed in, on a device that isn't shared: a card that was kept pays their orders alone, and is shown to nobody else. */
export function addPatientPaymentRoutes(
  { routes, answer }: PatientScope,
  {
    paying,
    show,
    tries,
    own,
    publishWithin,
  }: {
    readonly paying: Paying;
    readonly show: (name: PaymentName) => Promise<OrderView>;
    readonly tries: ConfirmLimits;
    readonly own: FindOwn;
    readonly publishWithin: PublishWithin;
  },
): void {
  const BASE = '/connect/:vendor/account/v1';

  async function ownOrder(
    request: FastifyRequest,
  ): Promise<PaymentName & { readonly person: string; readonly session: string }> {
    const { vendor, person, shared, sessionId: session } = patientOf(request);
    const order = orderParams.safeParse(request.params).data?.order.toLowerCase();
    const found = order === undefined || shared ? undefined : await own({ vendor, order }, person);
    if (!found) throw new ProblemError('NOT_FOUND');
    return { ...found, person, session };
  }

  routes.post(`${BASE}/orders/:order/payment`, patientOnly, async (request, reply) => {
    const { person, session, ...name } = await ownOrder(request);
    const { total } = bodyOf(request, paymentStartSchema);
    const by = { from: request.ip, session, owner: person };
    const result = await tries.count(name, request.ip, () => paying.payByKept(name, total, person, by));
    return answer(reply, { ...result, order: await show(name) } satisfies PaymentAnswer);
  });

  routes.put(`${BASE}/orders/:order/card`, patientOnly, async (request, reply) => {
    const { person, session, ...name } = await ownOrder(request);
    await paying.keepCard(name, person, session, bodyOf(request, cardKeepingSchema).keep);
    return answer(reply);
  });

  routes.post(`${BASE}/card/removal`, patientOnly, async (request, reply) => {
    const { vendor, person } = patientOf(request);
    await publishWithin((transaction, publish) => removeCard(transaction, publish, { vendor, person }));
    return answer(reply);
  });
}

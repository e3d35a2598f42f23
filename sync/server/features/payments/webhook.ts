/** What Stripe tells: kept once by its id and answered, and only then looked at, by a job that asks what is true. */
import type { FastifyInstance } from 'fastify';
import { ProblemError } from '../../base/problems.ts';
import type { PaymentProviders } from '../../providers/open-payments.ts';
import { readStripeEvent } from '../../providers/payment/stripe/stripe-webhook.ts';
import type { PaymentStore } from './store.ts';

export const STRIPE_WEBHOOK_PATH = '/payments/stripe/webhook';
const MAX_BYTES = 262_144;

export function addStripeWebhook(
  server: FastifyInstance,
  {
    store,
    webhook,
    vendors,
    now,
  }: {
    readonly store: PaymentStore;
    readonly webhook: PaymentProviders['webhook'];
    readonly vendors: readonly string[];
    readonly now: () => Date;
  },
): void {
  server.register(async (routes) => {
    // The signature is over the bytes as they came.
    routes.removeAllContentTypeParsers();
    routes.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_BYTES }, (_request, body, done) =>
      done(null, body),
    );

    routes.post(STRIPE_WEBHOOK_PATH, { config: { access: 'public' } }, async (request, reply) => {
      const signature = request.headers['stripe-signature'];
      const hint =
        webhook && Buffer.isBuffer(request.body) && typeof signature === 'string'
          ? readStripeEvent(request.body, signature, { ...webhook, now: now() })
          : undefined;
      // Whoever it was learns nothing more.
      if (!hint) throw new ProblemError('NOT_FOUND');
      const { id, type, intent } = hint;
      if (intent !== undefined)
        await store.within(async (rows) => {
          let vendor = '';
          for (const one of vendors) if (await rows.findByIntent(one, intent)) vendor = one;
          await rows.addEvent({ vendor, id, type, intent, receivedAt: now() });
        });
      return reply.status(204).send();
    });
  });
}

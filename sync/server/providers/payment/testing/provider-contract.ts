/** What every provider of payments does: the same tests for the demo's, for Stripe's over its double, and, where a key is given, for a real test account. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { DemoToken } from '../../../../domain/payment/demo-cards.ts';
import { type NewIntent, type PaymentProvider, ProviderRefused } from '../provider.ts';

export interface ProviderUnderTest {
  readonly provider: () => PaymentProvider;
  /** Its name of a card. */
  readonly methodOf: (token: DemoToken) => string;
}

const VENDOR = 'meadow';
const newOrder = (purpose: NewIntent['purpose'] = 'hold', amount = 4900): NewIntent => ({
  ...{ purpose, amount, currency: 'USD', vendor: VENDOR, order: randomUUID() },
});

export function describeProvider(name: string, { provider, methodOf }: ProviderUnderTest): void {
  const send = (request: Parameters<PaymentProvider['send']>[1], key: string = randomUUID()) =>
    provider().send(VENDOR, request, key);
  const retrieve = (intent: string) => provider().retrieve(VENDOR, intent);
  async function confirmed(token: DemoToken, purpose: NewIntent['purpose'] = 'hold'): Promise<string> {
    const intent = await send({ step: 'create', intent: newOrder(purpose) });
    await send({ step: 'confirm', intent, method: methodOf(token) });
    return intent;
  }

  describe(`the provider ${name}`, () => {
    it('creates an intent that waits for a card, once per key', async () => {
      const [order, key] = [newOrder(), randomUUID()];
      const intent = await send({ step: 'create', intent: order }, key);
      expect(await send({ step: 'create', intent: order }, key)).toBe(intent);
      expect(await retrieve(intent)).toMatchObject({
        state: 'open',
        amount: 4900,
        currency: 'USD',
        received: 0,
      });
    });

    it('refuses a key that comes back with another request', async () => {
      const key = randomUUID();
      await send({ step: 'create', intent: newOrder() }, key);
      await expect(send({ step: 'create', intent: newOrder('hold', 100) }, key)).rejects.toThrow(
        ProviderRefused,
      );
    });

    it('changes the amount of an intent that nobody has confirmed', async () => {
      const intent = await send({ step: 'create', intent: newOrder() });
      await send({ step: 'update', intent, amount: 5200 });
      expect((await retrieve(intent)).amount).toBe(5200);
    });

    it('holds, keeps the card and says until when', async () => {
      const object = await retrieve(await confirmed('demo_4242'));
      expect(object).toMatchObject({ state: 'held', received: 0, card: '4242' });
      expect(object.method).toBeDefined();
      expect(object.customer).toBeDefined();
      expect(object.captureBefore?.getTime()).toBeGreaterThan(0);
    });

    it('charges a part of what is held, and only once', async () => {
      const intent = await confirmed('demo_4242');
      await send({ step: 'capture', intent, amount: 3000 });
      expect(await retrieve(intent)).toMatchObject({ state: 'succeeded', received: 3000 });
      await expect(send({ step: 'capture', intent, amount: 1900 })).rejects.toThrow(ProviderRefused);
    });

    it('charges at once where nothing waits for a decision', async () => {
      expect(await retrieve(await confirmed('demo_4242', 'charge'))).toMatchObject({
        state: 'succeeded',
        received: 4900,
      });
    });

    it.each([
      ['demo_declined', 'declined'],
      ['demo_no_funds', 'no-funds'],
      ['demo_expired', 'expired-card'],
      ['demo_wrong_cvc', 'wrong-cvc'],
      ['demo_error', 'processing-error'],
    ] as const)(
      'says of %s why it was declined, and takes another card on the same intent',
      async (token, declined) => {
        const intent = await confirmed(token);
        expect(await retrieve(intent)).toMatchObject({ state: 'open', declined });
        await send({ step: 'confirm', intent, method: methodOf('demo_4242') });
        expect((await retrieve(intent)).state).toBe('held');
      },
    );

    it('lets the bank ask', async () => {
      expect((await retrieve(await confirmed('demo_3ds_always'))).state).toBe('action');
    });

    it('cancels what is held, and not what is charged', async () => {
      const intent = await confirmed('demo_4242');
      await send({ step: 'cancel', intent, kind: 'payment' });
      expect((await retrieve(intent)).state).toBe('canceled');
      const charged = await confirmed('demo_4242', 'charge');
      await expect(send({ step: 'cancel', intent: charged, kind: 'payment' })).rejects.toThrow(
        ProviderRefused,
      );
    });

    it('charges a saved card without the patient', async () => {
      const { customer = '', method = '' } = await retrieve(await confirmed('demo_4242', 'save'));
      const order = { ...newOrder('charge'), saved: { customer, method } };
      const intent = await send({ step: 'create', intent: order });
      expect((await retrieve(intent)).received).toBe(0);
      await send({ step: 'confirm', intent, offSession: true });
      expect(await retrieve(intent)).toMatchObject({ state: 'succeeded', received: 4900 });
    });

    it('asks for the patient where the bank insists', async () => {
      const { customer = '' } = await retrieve(await confirmed('demo_4242', 'save'));
      const saved = { customer, method: methodOf('demo_3ds_always') };
      const intent = await send({ step: 'create', intent: { ...newOrder('charge'), saved } });
      await send({ step: 'confirm', intent, offSession: true });
      expect((await retrieve(intent)).state).toBe('action');
    });

    it('gives back parts, each under its key, and never more than was paid', async () => {
      const intent = await confirmed('demo_4242', 'charge');
      const key = randomUUID();
      await send({ step: 'refund', intent, amount: 3000 }, key);
      await send({ step: 'refund', intent, amount: 3000 }, key);
      await expect(send({ step: 'refund', intent, amount: 3000 })).rejects.toThrow(ProviderRefused);
      const { refunds } = await retrieve(intent);
      expect(refunds).toMatchObject([{ key, amount: 3000 }]);
    });

    it('lists the money that moved', async () => {
      const since = new Date(0);
      const intent = await confirmed('demo_4242', 'charge');
      await send({ step: 'refund', intent, amount: 1200 });
      const moved = (await provider().movements(VENDOR, since)).filter((one) => one.intent === intent);
      expect(moved.map(({ kind, amount }) => [kind, amount])).toEqual([
        ['charge', 4900],
        ['refund', 1200],
      ]);
    });

    it('knows nothing of an intent of another', async () => {
      await expect(retrieve('pi_of_nobody')).rejects.toThrow(ProviderRefused);
    });
  });
}

/** What staff are asked to look at, and when that is over. */
import { describe, expect, it } from 'vitest';
import type { Movement } from '../../providers/payment/provider.ts';
import { type Alerted, attentionOf } from './attention.ts';
import { CHARGED_LESS, newPayment, REFUND_FAILED } from './payment.ts';
import { createRounds } from './rounds.ts';
import { createMemoryStore } from './testing/memory-store.ts';

const quiet: Alerted = {
  ...{
    alert: null,
    booksDiffer: false,
    status: 'captured',
    captureWanted: null,
    releaseWanted: false,
    intentId: 'pi_1',
  },
};

describe('a payment that staff are to look at', () => {
  it.each([
    [{}, undefined],
    [{ status: 'disputed' }, 'disputed'],
    [{ alert: REFUND_FAILED }, 'refund-failed'],
    [{ booksDiffer: true }, 'books-differ'],
    [{ booksDiffer: true, alert: REFUND_FAILED }, 'books-differ'],
    [{ booksDiffer: true, alert: REFUND_FAILED, status: 'disputed' }, 'disputed'],
    [{ alert: 'CHARGED_LESS', status: 'captured' }, 'charged-less'],
    [{ alert: 'REFUNDED_MORE', status: 'refunded', captureWanted: 4900 }, 'refunded-more'],
    [{ alert: 'UNKNOWN', status: 'unknown', captureWanted: 4900 }, 'unanswered'],
    [{ alert: 'expired_hold', status: 'authorized', captureWanted: 4900 }, 'not-charged'],
    [{ alert: 'busy', status: 'canceling', releaseWanted: true, captureWanted: 4900 }, 'not-released'],
    [{ alert: 'account_closed', status: 'none', intentId: null }, 'not-started'],
    [{ alert: 'UNKNOWN', status: 'refund_pending' }, 'unanswered'],
  ] as const)('%o: %s', (change, attention) => {
    expect(attentionOf({ ...quiet, ...change })).toBe(attention);
  });
});

describe('books that differ from the provider’s', () => {
  const at = new Date('2026-11-02T09:00:00Z');
  const name = { vendor: 'meadow', order: 'order-1' };
  const refund: Movement = { kind: 'refund', object: 're_1', intent: 'pi_1', amount: 100 };
  const stray: Movement = { kind: 'charge', object: 'pi_9', intent: 'pi_9', amount: 100 };

  it('are told of their order until they agree beside what else is to be seen of it, and what is nobody’s is counted', async () => {
    const store = createMemoryStore(() => ({ ask: () => Promise.reject(new Error('not asked')) }));
    await store.within(async (rows) => {
      await rows.add(newPayment({ ...name, amount: 4900, currency: 'USD', purpose: 'charge' }, at, 'demo'));
      await rows.storeIntent(name, 1, 'pi_1', at);
    });
    let movements: readonly Movement[] = [refund, stray];
    const told: string[] = [];
    const rounds = createRounds({
      ...{ store, now: () => at, vendors: ['meadow'], mayMove: async () => true },
      logger: { warn: () => undefined, error: () => undefined },
      providerOf: () => ({ movements: async () => movements }) as never,
      fetchAndApply: async () => undefined,
      perform: async () => 'done',
      onDecline: async () => undefined,
      onAlert: (_vendor, order, alert) => void told.push(`${order} ${alert}`),
    });
    const reconcile = () => rounds.reconcile('meadow', at);
    const alerted = async () => (await store.alerts('meadow')).map(attentionOf);
    const alert = (code: string) =>
      store.within(async (rows) => {
        const payment = await rows.lock(name);
        if (payment) await rows.save({ ...payment, alert: code });
      });
    await alert(REFUND_FAILED);
    expect((await reconcile()).map(({ order }) => order)).toEqual(['order-1', null]);
    expect(await alerted()).toEqual(['books-differ']);
    // What else there is to be seen waits, also what comes meanwhile.
    await alert(CHARGED_LESS);
    expect(await alerted()).toEqual(['books-differ']);
    // Said once, however often it is compared.
    await reconcile();
    expect(told).toEqual(['order-1 LEDGER_DIFFERS']);
    await store.within(async (rows) => {
      await rows.post([
        {
          ...{
            ...name,
            id: 'refund:re_1',
            kind: 'refund',
            object: 're_1',
            resolves: null,
            currency: 'USD',
            at,
          },
          postings: [],
        },
      ]);
    });
    movements = [refund];
    expect(await reconcile()).toEqual([]);
    expect(await alerted()).toEqual(['charged-less']);
  });
});

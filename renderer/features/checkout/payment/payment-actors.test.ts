import { describe, expect, it } from 'vitest';
import { testOrder, testRequests } from '../testing/orders.ts';
import { paymentActors } from './payment-actors.ts';

const ignore = () => undefined;
const noCard = async () => ({ status: 'absent' }) as const;

describe('starting a payment', () => {
  it.each([
    ['it is authorized already', { statuses: { payment: 'authorized' } }, 'paid'],
    ['nobody knows yet', { statuses: { payment: 'unknown' } }, 'unknown'],
    ['its price has changed', { statuses: { order: 'problem' } }, 'changed'],
    ['it was canceled', { statuses: { order: 'cancelled' } }, 'paid'],
  ] as const)('asks for no card - %s', async (_why, part, status) => {
    let started = 0;
    const requests = testRequests({
      order: testOrder({}, part.statuses),
      startPayment: async () => {
        started += 1;
        return { status: 'offline' };
      },
    });
    expect(await paymentActors(requests, ignore, noCard).start()).toEqual({ status });
    expect(started).toBe(0);
  });

  it('R2: is for the total that the server says, and is told with it', async () => {
    const totals: number[] = [];
    const requests = testRequests({
      startPayment: async (total) => {
        totals.push(total);
        return { status: 'refused', code: 'PRICE_CHANGED' };
      },
    });
    expect(await paymentActors(requests, ignore, noCard).start()).toEqual({ status: 'changed' });
    expect(totals).toEqual([4900]);
  });

  it('leads to what is to be settled where that is why it can’t be', async () => {
    const server = { order: testOrder() };
    const requests = testRequests({
      read: async () => ({ status: 'ok', answer: { ...server, serverTime: '2026-11-26T10:00:01.000Z' } }),
      async startPayment() {
        server.order = testOrder({ problems: [{ code: 'CONSENT_OUTDATED' }] }, { order: 'problem' });
        return { status: 'refused', code: 'ORDER_LOCKED' };
      },
    });
    expect(await paymentActors(requests, ignore, noCard).start()).toEqual({ status: 'changed' });
  });

  it.each([
    [{ status: 'offline' }, 'offline'],
    [{ status: 'absent' }, 'not-found'],
    [{ status: 'refused', code: 'ORDER_LOCKED' }, 'locked'],
    [{ status: 'refused', code: 'RATE_LIMITED' }, 'tries'],
    [{ status: 'refused', code: '' }, 'unavailable'],
  ] as const)('says why it can’t be - %o', async (answer, trouble) => {
    const requests = testRequests({ startPayment: async () => answer });
    expect(await paymentActors(requests, ignore, noCard).start()).toEqual({ status: 'failed', trouble });
  });
});

describe('confirming one', () => {
  const billing = { lines: ['1 High Street'], city: 'Leeds', postcode: 'LS1 4DY', country: 'GB' };
  it.each([
    ['where the order is mailed', testOrder(), { method: 'm' }, { postcode: '12207' }],
    ['where somebody said', testOrder({ billing }), { method: 'm' }, { postcode: 'LS1 4DY' }],
    [
      'nowhere at a pharmacy',
      testOrder({ delivery: { way: 'pickup', pharmacy: 'elm' } }),
      { method: 'm' },
      {},
    ],
    ['where Stripe’s own script was told', testOrder({ billing }), {}, {}],
  ] as const)('names a card that is billed %s', async (_where, order, how, told) => {
    const confirms: unknown[] = [];
    const requests = testRequests({
      async confirmPayment(body) {
        confirms.push(body);
        return { status: 'ok', answer: { result: 'done', order } };
      },
    });
    await paymentActors(requests, ignore, noCard, () => order).confirm({ total: 4900, ...how });
    expect(confirms).toEqual([{ total: 4900, ...how, ...told }]);
  });

  it('that is locked says nothing of money: the page of the order does', async () => {
    const locked = async () => ({ status: 'refused', code: 'ORDER_LOCKED' }) as const;
    const { confirm } = paymentActors(testRequests({ confirmPayment: locked }), ignore, noCard);
    expect(await confirm({ total: 4900, method: 'm' })).toEqual({ status: 'changed' });
  });

  it.each([{ status: 'offline' }, { status: 'refused', code: 'UNAVAILABLE' }, { status: 'absent' }] as const)(
    'R7: says nothing where the answer says nothing - %o',
    async (answer) => {
      const { confirm } = paymentActors(testRequests({ confirmPayment: async () => answer }), ignore, noCard);
      await expect(confirm({ total: 4900, method: 'm' })).rejects.toThrow();
    },
  );

  it('begins again where its tries are used up, or what was begun is over', async () => {
    const over = { result: 'declined', order: testOrder({}, { payment: 'voided' }) } as const;
    const answers = [
      { status: 'refused', code: 'RATE_LIMITED' },
      { status: 'ok', answer: over },
    ] as const;
    for (const answer of answers) {
      const { confirm, check } = paymentActors(
        testRequests({ confirmPayment: async () => answer, checkPayment: async () => answer }),
        ignore,
        noCard,
      );
      expect(await confirm({ total: 4900, method: null })).toEqual({ status: 'again' });
      expect(await check()).toEqual({ status: 'again' });
    }
  });

  it('sends the card’s name and what the bank was told, and nothing else', async () => {
    const sent: unknown[] = [];
    const requests = testRequests({
      confirmPayment: async (body) => {
        sent.push(body);
        return { status: 'ok', answer: { result: 'declined', declined: 'no-funds', order: testOrder() } };
      },
    });
    const { confirm } = paymentActors(requests, ignore, noCard);
    expect(await confirm({ total: 4900, method: 'm', challenge: null })).toEqual({
      status: 'declined',
      declined: 'no-funds',
    });
    await confirm({ total: 4900, method: null, challenge: 'passed' });
    expect(sent).toEqual([
      { total: 4900, method: 'm' },
      { total: 4900, challenge: 'passed' },
    ]);
  });
});

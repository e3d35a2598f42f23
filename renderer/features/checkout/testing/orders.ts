/** An order as a server tells of it, and a server that tells it. */
import type { OrderStatuses } from '../../../../sync/domain/orders/order-status.ts';
import type { OrderView } from '../../../../sync/domain/orders/order-view.ts';
import type { OrderRequests } from '../order/order-requests.ts';

export const TEST_ORDER = '0f8fad5b-d9cb-469f-a165-70867728950e';
export const TEST_TOKEN = 'T'.repeat(43);

/** A prescription by mail, waiting for its payment. */
export function testOrder(part: Partial<OrderView> = {}, statuses: Partial<OrderStatuses> = {}): OrderView {
  return {
    ...{ id: TEST_ORDER, code: 'K7-42QF', placedAt: '2026-11-26T10:00:00.000Z', currency: 'USD' },
    lines: [
      {
        ...{
          sku: 'ZO-1',
          product: 'zolpidem',
          kind: 'rx',
          quantity: 1,
          unit: 4400,
          discount: 0,
          tax: 0,
          total: 4400,
        },
        ...{ name: { en: 'Zolpidem' }, pack: { en: '10 tablets' } },
      },
    ],
    totals: { subtotal: 4400, discount: 0, shipping: 500, tax: 0, total: 4900 },
    delivery: {
      ...{ way: 'mail', rate: 'standard' },
      address: { lines: ['1 Elm Street'], city: 'Albany', region: 'US-NY', postcode: '12207', country: 'US' },
    },
    contact: { name: 'Ana Ruiz', email: 'ana@example.org' },
    statuses: {
      order: 'placed',
      clinical: 'waiting',
      payment: 'none',
      fulfillment: 'unfulfilled',
      ...statuses,
    },
    problems: [],
    money: { held: 0, charged: 0, refunded: 0, refunding: 0 },
    payment: 'card',
    history: [{ at: '2026-11-26T10:00:00.000Z', event: 'placed', actor: 'patient' }],
    ...part,
  };
}

export function testRequests({
  order = testOrder(),
  ...part
}: Partial<OrderRequests> & { readonly order?: OrderView }): OrderRequests {
  const answer = async () =>
    ({ status: 'ok', answer: { order, serverTime: '2026-11-26T10:00:01.000Z' } }) as const;
  const paid = async () => ({ status: 'ok', answer: { result: 'done', order } }) as const;
  return {
    ...{ read: answer, accept: answer, changePharmacy: answer, changeBilling: answer, cancel: answer },
    handOff: async () => ({ status: 'offline' }),
    startPayment: async (amount) => ({
      status: 'ok',
      answer: { amount, currency: 'USD', purpose: 'hold', provider: { name: 'demo' } },
    }),
    ...{ confirmPayment: paid, checkPayment: paid },
    ...part,
  };
}

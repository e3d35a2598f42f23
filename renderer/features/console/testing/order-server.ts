/** Orders in memory, for the screens of the order desk. */
import type {
  ConsoleOrder,
  OrderRow,
  OrdersResponse,
  PackingSlip,
} from '../../../../sync/protocol/api/console-orders.ts';
import { createKioskServer, type KioskServer, NOW } from './kiosk-server.ts';

const idOf = (number: number) => `0197a000-0000-7000-8000-0000000003${String(number).padStart(2, '0')}`;
const row = (number: number, over: Partial<OrderRow>): OrderRow => ({
  ...{ id: idOf(number), code: `OR-${1000 + number}`, name: `Patient ${number}`, placedAt: NOW },
  ...{ label: 'approved', waitingOn: 'pharmacy', total: 7900, currency: 'USD', way: 'mail', items: 1 },
  statuses: { order: 'placed', clinical: 'approved', payment: 'captured', fulfillment: 'unfulfilled' },
  ...{ hasPrescription: true, ...over },
});
const disputed = row(1, { name: 'Daniel Whitcombe', attention: 'disputed' });
export const orderRows: readonly OrderRow[] = [
  disputed,
  row(2, { name: 'Rosa Quill', way: 'pickup', label: 'ready', waitingOn: 'patient' }),
  row(3, { name: 'Ben Ode', label: 'on-its-way', waitingOn: 'carrier', hasPrescription: false, items: 3 }),
];

const address = {
  lines: ['1 Main Street'],
  city: 'Springfield',
  region: 'US-IL',
  postcode: '62701',
  country: 'US',
};
export const mailedOrder: ConsoleOrder = {
  order: {
    ...{ id: disputed.id, code: disputed.code, placedAt: NOW, currency: 'USD', payment: 'card' },
    lines: [
      {
        ...{ sku: 'SIL-10', product: 'sildenafil', kind: 'rx', quantity: 1, unit: 4900, discount: 0, tax: 0 },
        ...{ name: { en: 'Sildenafil 50 mg' }, pack: { en: '10 tablets' }, total: 4900 },
      },
    ],
    totals: { subtotal: 4900, discount: 0, shipping: 3000, tax: 0, total: 7900 },
    delivery: { way: 'mail', rate: 'standard', address },
    contact: { name: 'Daniel Whitcombe', phone: '+12025550143', email: 'daniel@mail.example' },
    statuses: { order: 'placed', clinical: 'approved', payment: 'disputed', fulfillment: 'unfulfilled' },
    problems: [],
    money: { held: 0, charged: 7900, refunded: 0, refunding: 0, card: '4242' },
    history: [],
  },
  to: { way: 'mail', address, rate: { en: 'Standard delivery' } },
  ...{ label: 'approved', waitingOn: 'pharmacy', person: null, caseId: null, language: 'en', dueAtDesk: 0 },
  attention: 'disputed',
  agreed: [
    {
      ...{
        document: 'terms',
        title: { en: 'Terms of sale' },
        version: '1.2',
        language: 'es',
        decidedAt: NOW,
      },
    },
    { document: 'made-up', title: null, version: '9.9', language: 'x y', decidedAt: NOW },
  ],
  actions: ['preparing', 'shipped', 'cancel', 'packing-slip'],
  refundable: { lines: [], shipping: 0, most: 0 },
  events: [
    { at: NOW, event: 'placed', actor: 'patient', by: null, note: null },
    { at: NOW, event: 'disputed', actor: 'system', by: null, note: null },
  ],
  serverTime: NOW,
};
const slip: PackingSlip = {
  ...{ code: disputed.code, placedAt: NOW, name: 'Daniel Whitcombe', language: 'en', to: mailedOrder.to },
  lines: [
    {
      ...{ sku: 'SIL-10', name: { en: 'Sildenafil 50 mg' }, pack: { en: '10 tablets' } },
      ...{ quantity: 1, kind: 'rx' },
    },
  ],
};

/** @param strays movements at the provider that belong to no order. */
export function createOrderServer({ strays = 0 } = {}): KioskServer {
  const kiosks = createKioskServer();
  const list = (query: URLSearchParams): OrdersResponse => ({
    orders: orderRows.filter(
      ({ attention, waitingOn }) =>
        (!query.has('attention') || attention !== undefined) &&
        (!query.has('waiting') || query.get('waiting') === waitingOn),
    ),
    counts: { patient: 1, clinician: 0, pharmacy: 1, provider: 0, carrier: 1, nobody: 0 },
    attention: { orders: 1, strays },
    ...{ cursor: null, serverTime: NOW },
  });
  return {
    ...kiosks,
    answer(method, path, body, query = new URLSearchParams()) {
      if (method === 'GET' && path === 'orders') return Response.json(list(query));
      if (method === 'GET' && path.endsWith('/packing-slip')) return Response.json(slip);
      if (path.startsWith('orders/')) return Response.json(mailedOrder);
      return kiosks.answer(method, path, body);
    },
  };
}

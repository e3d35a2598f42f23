/** An order, for who holds its token, and for who has it in their account: see `sync/protocol/api/orders.ts`. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { otherBilling } from '../../../domain/orders/billing.ts';
import { fulfillmentRank } from '../../../domain/orders/order-events.ts';
import { mayDo } from '../../../domain/orders/order-guards.ts';
import { isSoldIn } from '../../../domain/shop/cart-problems.ts';
import {
  type Acceptance,
  acceptanceSchema,
  billingChangeSchema,
  handOffOpeningSchema,
  type OrderAnswer,
  type OrderToken,
  orderAnswerSchema,
  orderTokenSchema,
  pharmacyChangeSchema,
} from '../../../protocol/api/orders.ts';
import type { Sql } from '../../base/database/database.ts';
import { ProblemError } from '../../base/problems.ts';
import { orderOf, patientOf } from '../../http/access/access.ts';
import { emptyBody } from '../../http/console-scope.ts';
import { orderOnly, orderParams } from '../../http/order-scope.ts';
import { type PatientScope, patientOnly } from '../../http/patient-scope.ts';
import type { Catalog, Catalogs } from '../shop/feature.ts';
import { guardedOf } from './console-order.ts';
import type { Approval } from './order-approval.ts';
import type { OrderDesk } from './order-desk.ts';
import type { OrderLetters } from './order-letters.ts';
import { exchangeHandOff, mintHandOff, mintToken, OPENING } from './order-tokens.ts';
import { isUnconfirmed, PATIENT, type Within } from './settle-order.ts';
import type { OpenOrder } from './stored/open-order.ts';
import { readOrder, type StoredOrder, viewOf } from './stored/stored-order.ts';

export interface OrderRoutesDependencies {
  readonly sql: Sql;
  readonly desk: OrderDesk;
  readonly letters: OrderLetters;
  readonly approval: Approval;
  readonly catalogs: () => Catalogs | undefined;
  readonly tellStaff: (vendor: string) => void;
  readonly now: () => Date;
}

const LOOKED_AT: readonly StoredOrder['statuses']['order'][] = ['placed', 'problem'];

function demandOpen({ statuses }: StoredOrder): void {
  if (!LOOKED_AT.includes(statuses.order)) throw new ProblemError('ORDER_LOCKED');
}

/** What is reserved in spite of a problem waits for its patient to agree to its price. */
const isLookedAtAgain = (order: StoredOrder): boolean =>
  order.statuses.order === 'problem' && isUnconfirmed(order) && !order.isReserved;

type Consents = NonNullable<Acceptance['consents']>;

/** Of the same text, what was agreed to stays as it was given. */
function keepGiven(given: Consents, sent: Consents): Consents {
  const isSame = (a: Consents[number], b: Consents[number]) =>
    a.document === b.document &&
    a.version === b.version &&
    a.sha256 === b.sha256 &&
    a.decision === b.decision;
  return sent.map((one) => given.find((before) => isSame(before, one)) ?? one);
}

/** What the patient was shown is agreed to, and a code that doesn't count is left out. */
async function accept(
  desk: OrderDesk,
  order: OpenOrder,
  within: Within,
  { total, consents }: Acceptance,
): Promise<void> {
  demandOpen(order.now);
  if (!isUnconfirmed(order.now)) throw new ProblemError('ORDER_LOCKED');
  const { content, problems, isReserved, payBy } = order.now;
  const wanted = { ...content, ...(consents && { consents: keepGiven(content.consents, consents) }) };
  const barriers = await desk.barriers(order, wanted, within);
  const isSettled = problems.length + barriers.length === 0 && content.totals.total <= total;
  // Only an agreement was in the way: what is reserved stays so, at its price.
  if (consents && isReserved && payBy === 'card' && isSettled) {
    order.change({ content: wanted });
    return order.save(within.publish);
  }
  const isCodeWrong = [...problems, ...barriers].some(({ code }) => code.startsWith('PROMO_'));
  // What is reserved waits for its price alone, which is another since it goes to another place.
  const isPrice =
    isReserved && problems.length > 0 && barriers.length === 0 && content.totals.total === total;
  order.change({
    content: { ...wanted, agreedTotal: total, ...(isCodeWrong && { promotion: undefined }) },
  });
  await (isPrice ? desk.priceAgreed(order, within) : desk.settle(order, within));
  // It has changed once more: what is agreed to is what is shown.
  if (order.now.content.totals.total !== total)
    throw new ProblemError('PRICE_CHANGED', { detail: String(order.now.content.totals.total) });
  order.add({ event: 'price_accepted', at: within.at, ...PATIENT, key: `price_accepted ${total}` });
  await order.save(within.publish);
}

const isSkuSoldIn = ({ products }: Catalog, sku: string, place: string): boolean =>
  products.every((product) => !product.plans.some((plan) => plan.sku === sku) || isSoldIn(product, place));

export function addOrderRoutes(routes: FastifyInstance, dependencies: OrderRoutesDependencies): void {
  const { sql, desk, letters, approval, catalogs, tellStaff, now } = dependencies;
  const orders = routes.withTypeProvider<ZodTypeProvider>();

  async function answer(request: FastifyRequest<{ Params: { order: string } }>): Promise<OrderAnswer> {
    const { vendor, order } = orderOf(request);
    const stored = await readOrder(sql, vendor, order);
    if (!stored) throw new ProblemError('NOT_FOUND');
    const named = request.params.order.toLowerCase();
    return {
      order: viewOf(await desk.asSeen(stored)),
      ...(named !== order && { sameAs: order }),
      serverTime: now().toISOString(),
    };
  }

  const change = async (
    request: FastifyRequest,
    work: (order: OpenOrder, within: Within) => Promise<void>,
  ) => {
    const { vendor, order } = orderOf(request);
    await desk.change(vendor, order, work);
    tellStaff(vendor);
  };

  const response = { 200: orderAnswerSchema };

  orders.get('', { ...orderOnly, schema: { params: orderParams, response } }, async (request) => {
    const { vendor, order } = orderOf(request);
    const stored = await readOrder(sql, vendor, order);
    // What was in its way may be over: its form is judged, or something is there again.
    if (stored && isLookedAtAgain(stored))
      await desk.change(vendor, order, async (open, within) => {
        if (isLookedAtAgain(open.now)) await desk.settle(open, within);
      });
    else if (stored?.content.waitsForId)
      await desk.change(vendor, order, (open, within) => approval.lookAgain(open, within, 'system'));
    return answer(request);
  });

  orders.post(
    '/acceptance',
    { ...orderOnly, schema: { params: orderParams, body: acceptanceSchema, response } },
    async (request) => {
      await change(request, (order, within) => accept(desk, order, within, request.body));
      return answer(request);
    },
  );

  orders.post(
    '/pharmacy',
    { ...orderOnly, schema: { params: orderParams, body: pharmacyChangeSchema, response } },
    async (request) => {
      const { pharmacy, note } = request.body;
      const { vendor } = orderOf(request);
      const catalog = await catalogs()?.of(vendor);
      const chosen = catalog?.shop.pharmacies.find(({ id }) => id === pharmacy);
      if (!catalog || !chosen?.active)
        throw new ProblemError('ORDER_LOCKED', { detail: 'PHARMACY_INACTIVE' });
      await change(request, async (order, within) => {
        demandOpen(order.now);
        const { content, statuses } = order.now;
        const isRefused = statuses.fulfillment === 'refused';
        const isSent = fulfillmentRank(statuses.fulfillment) >= fulfillmentRank('preparing');
        if (content.delivery.way !== 'pickup' || (isSent && !isRefused))
          throw new ProblemError('ORDER_LOCKED');
        // What the patient wrote stays until they say otherwise: an empty note takes it away.
        const said = (note ?? content.delivery.note) || undefined;
        // Chosen already: nothing has happened.
        if (!isRefused && content.delivery.pharmacy === pharmacy && content.delivery.note === said) return;
        const place = chosen.region ?? chosen.country;
        // Paid or not, nothing is handed over where it may not be sold.
        if (content.wanted.some(({ sku }) => !isSkuSoldIn(catalog, sku, place)))
          throw new ProblemError('ORDER_LOCKED', { detail: 'AREA_NOT_SERVED' });
        if (isRefused) order.beginAttempt();
        const delivery = { way: 'pickup', pharmacy, ...(said !== undefined && { note: said }) } as const;
        order.change({ content: { ...content, delivery } });
        order.add({
          event: 'pharmacy_changed',
          at: within.at,
          ...PATIENT,
          key: `pharmacy_changed ${within.at.toISOString()}`,
        });
        await approval.moved(order, within, { from: content.delivery, actor: 'patient' });
      });
      return answer(request);
    },
  );

  orders.post(
    '/billing',
    { ...orderOnly, schema: { params: orderParams, body: billingChangeSchema, response } },
    async (request) => {
      await change(request, async (order, within) => {
        demandOpen(order.now);
        // What stands for it was given with its own.
        if (!isUnconfirmed(order.now)) throw new ProblemError('ORDER_LOCKED');
        const { billing: _before, ...content } = order.now.content;
        const { delivery } = content;
        const billing = otherBilling({ delivery, billing: request.body.address });
        order.change({ content: { ...content, ...(billing && { billing }) } });
        await order.save(within.publish);
      });
      return answer(request);
    },
  );

  const shown = ({ token, expiresAt }: { readonly token: string; readonly expiresAt: Date }): OrderToken => ({
    ...{ token, expiresAt: expiresAt.toISOString() },
  });
  const minted = { params: orderParams, body: emptyBody, response: { 200: orderTokenSchema } };

  orders.post('/hand-off', { ...orderOnly, schema: minted }, async (request) =>
    shown(await sql.begin((transaction) => mintHandOff(transaction, request, orderOf(request), now()))),
  );

  const opening = { ...minted, body: handOffOpeningSchema };
  orders.post(OPENING, { ...orderOnly, schema: opening }, async (request) => {
    const token = await sql.begin((transaction) =>
      exchangeHandOff(transaction, request, orderOf(request), now(), request.body?.token),
    );
    if (!token) throw new ProblemError('NOT_FOUND');
    return shown(token);
  });

  orders.post(
    '/cancellation',
    { ...orderOnly, schema: { params: orderParams, body: emptyBody, response } },
    async (request) => {
      await change(request, async (order, within) => {
        if (order.now.statuses.order === 'cancelled') return;
        if (!mayDo('cancel', guardedOf(order.now))) throw new ProblemError('ORDER_LOCKED');
        await desk.end(order, { event: 'cancelled', at: within.at, ...PATIENT }, within);
        await letters.tell(within.transaction, order.now, 'cancelled');
      });
      return answer(request);
    },
  );
}

/** On another device of the person: the token that its page of the order is opened by. */
export function addPatientOrderRoutes(
  { routes, answer }: PatientScope,
  { sql, now }: Pick<OrderRoutesDependencies, 'sql' | 'now'>,
): void {
  routes.post('/connect/:vendor/account/v1/orders/:order/token', patientOnly, async (request, reply) => {
    const { vendor, person } = patientOf(request);
    const named = orderParams.safeParse(request.params).data?.order.toLowerCase();
    if (named === undefined) throw new ProblemError('NOT_FOUND');
    const minted = await sql.begin(async (transaction) => {
      const [own] = await transaction<[{ id: string }?]>`
        select id from orders where vendor = ${vendor} and id = ${named} and person = ${person} and same_as is null`;
      if (!own) throw new ProblemError('NOT_FOUND');
      return mintToken(transaction, { vendor, order: own.id }, now());
    });
    const token: OrderToken = { token: minted.token, expiresAt: minted.expiresAt.toISOString() };
    return answer(reply, token);
  });
}

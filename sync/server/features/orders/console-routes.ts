/** The orders' part of the console's API: see `sync/protocol/api/console-orders.ts`. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import {
  consoleOrderSchema,
  deskPaymentSchema,
  fulfillmentChangeSchema,
  type OrdersQuery,
  orderCancellationSchema,
  orderExportSchema,
  ordersQuerySchema,
  ordersResponseSchema,
  packingSlipSchema,
  refundRequestSchema,
  trackingImportAnswerSchema,
  trackingImportSchema,
} from '../../../protocol/api/console-orders.ts';
import { pageOf } from '../../base/cursor.ts';
import type { Core } from '../../core/feature.ts';
import { auditContextOf, staffOf } from '../../http/access/access.ts';
import { cleanText, itemParams, staffMay } from '../../http/console-scope.ts';
import type { ConsoleOrders } from './console-order.ts';
import type { createTrackingImport } from './import-tracking.ts';

/** Which list, in the audit log: never what was typed. */
const listed = ({ label, waiting, attention, from, to, q, cursor }: OrdersQuery): string =>
  [
    'list=orders',
    ...(label === undefined ? [] : [`label=${label}`]),
    ...(waiting === undefined ? [] : [`waiting=${waiting}`]),
    ...(attention === undefined ? [] : ['attention']),
    ...(from === undefined && to === undefined ? [] : ['dates']),
    ...(q === undefined || q === '' ? [] : ['searched']),
    `page=${pageOf(cursor)}`,
  ].join(' ');

function addReadingRoutes(routes: FastifyInstance, { audit, listings }: Core, orders: ConsoleOrders): void {
  const console = routes.withTypeProvider<ZodTypeProvider>();

  console.get(
    '/orders',
    {
      config: staffMay('orders.read'),
      schema: { querystring: ordersQuerySchema, response: { 200: ordersResponseSchema } },
    },
    async (request) => {
      await listings.note(request, listed(request.query));
      return orders.list(staffOf(request).vendor, request.query);
    },
  );

  console.get(
    '/order-export',
    {
      config: staffMay('orders.read'),
      schema: { querystring: ordersQuerySchema, response: { 200: orderExportSchema } },
    },
    async (request) => {
      const { vendor, email } = staffOf(request);
      await audit.record({
        vendor,
        action: 'orders-exported',
        actor: email,
        from: request.ip,
        detail: listed(request.query),
      });
      return orders.export(vendor, request.query);
    },
  );

  const item = { params: itemParams, response: { 200: consoleOrderSchema } };

  console.get('/orders/:id', { config: staffMay('orders.read'), schema: item }, async (request) => {
    const staff = staffOf(request);
    const id = request.params.id.toLowerCase();
    const found = await orders.view(staff, id);
    await audit.record({
      vendor: staff.vendor,
      action: 'order-viewed',
      actor: staff.email,
      from: request.ip,
      subject: id,
    });
    return found;
  });

  console.get(
    '/orders/:id/packing-slip',
    {
      config: staffMay('orders.fulfill'),
      schema: { params: itemParams, response: { 200: packingSlipSchema } },
    },
    async (request) => {
      const { vendor, email } = staffOf(request);
      const id = request.params.id.toLowerCase();
      const slip = await orders.packingSlip(vendor, id);
      await audit.record({
        vendor,
        action: 'order-viewed',
        actor: email,
        from: request.ip,
        subject: id,
        detail: 'packing-slip',
      });
      return slip;
    },
  );
}

function addActingRoutes(
  routes: FastifyInstance,
  { tellStaff }: Core,
  orders: ConsoleOrders,
  importTracking: ReturnType<typeof createTrackingImport>,
): void {
  const console = routes.withTypeProvider<ZodTypeProvider>();
  const item = { params: itemParams, response: { 200: consoleOrderSchema } };

  async function done(request: FastifyRequest, id: string) {
    const staff = staffOf(request);
    tellStaff(staff.vendor);
    return orders.view(staff, id);
  }

  console.post(
    '/orders/:id/desk-payment',
    { config: staffMay('orders.fulfill'), schema: { ...item, body: deskPaymentSchema } },
    async (request) => {
      const id = request.params.id.toLowerCase();
      await orders.recordAtDesk(auditContextOf(request), id, request.body.amount);
      return done(request, id);
    },
  );

  console.post(
    '/orders/:id/fulfillment',
    { config: staffMay('orders.fulfill'), schema: { ...item, body: fulfillmentChangeSchema } },
    async (request) => {
      const id = request.params.id.toLowerCase();
      const { to, tracking, note } = request.body;
      await orders.fulfill(auditContextOf(request), id, {
        ...(to !== undefined && { to }),
        ...(tracking && { tracking: { carrier: cleanText(tracking.carrier), number: tracking.number } }),
        ...(note !== undefined && { note: cleanText(note) }),
      });
      return done(request, id);
    },
  );

  console.post(
    '/orders/:id/cancellation',
    { config: staffMay('orders.refund'), schema: { ...item, body: orderCancellationSchema } },
    async (request) => {
      const id = request.params.id.toLowerCase();
      await orders.cancel(auditContextOf(request), id, cleanText(request.body.reason));
      return done(request, id);
    },
  );

  console.post(
    '/orders/:id/refund',
    { config: staffMay('orders.refund'), schema: { ...item, body: refundRequestSchema } },
    async (request) => {
      const id = request.params.id.toLowerCase();
      const { body } = request;
      const lines = body.lines.map(({ sku, quantity }) => ({ sku: cleanText(sku), quantity }));
      await orders.refund(auditContextOf(request), id, { ...body, lines, reason: cleanText(body.reason) });
      return done(request, id);
    },
  );

  console.post(
    '/tracking-import',
    {
      config: staffMay('orders.fulfill'),
      schema: { body: trackingImportSchema, response: { 200: trackingImportAnswerSchema } },
    },
    async (request) => {
      const answer = await importTracking(auditContextOf(request), request.body);
      // Also where a later part of the file wasn't taken any more.
      if (!request.body.dryRun) tellStaff(staffOf(request).vendor);
      return answer;
    },
  );
}

export function addConsoleOrderRoutes(
  routes: FastifyInstance,
  core: Core,
  orders: ConsoleOrders,
  importTracking: ReturnType<typeof createTrackingImport>,
): void {
  addReadingRoutes(routes, core, orders);
  addActingRoutes(routes, core, orders, importTracking);
}

/** One order as staff see it, and what they do with it. */
import type { Localized } from '../../../domain/languages.ts';
import { isHandedOver } from '../../../domain/orders/order-events.ts';
import {
  type GuardedOrder,
  mayDo,
  type OrderAction,
  orderActions,
} from '../../../domain/orders/order-guards.ts';
import { orderLabel, waitsOn } from '../../../domain/orders/order-status.ts';
import type { Shop } from '../../../domain/shop/shop.ts';
import { may, type Permission } from '../../../domain/staff/permissions.ts';
import type {
  ConsoleOrder,
  FulfillmentChange,
  Handing,
  OrderExport,
  OrdersQuery,
  OrdersResponse,
  PackingSlip,
  RefundRequest,
  Tracking,
} from '../../../protocol/api/console-orders.ts';
import type { Sql, Transaction } from '../../base/database/database.ts';
import { ProblemError } from '../../base/problems.ts';
import { recordAudit } from '../../core/audit/audit-log.ts';
import type { AuditContext, SignedInStaff } from '../../http/access/access.ts';
import type { PaymentAlerts, Payments } from '../payments/service.ts';
import type { Catalogs } from '../shop/feature.ts';
import { exportOrders, listOrders } from './list-orders.ts';
import type { OrderDesk } from './order-desk.ts';
import type { OrderLetters } from './order-letters.ts';
import type { Within } from './settle-order.ts';
import { isPharmacyClosed, withPharmacyProblem } from './stored/closed-pharmacy.ts';
import type { OpenOrder } from './stored/open-order.ts';
import { keptUnits, refundableOf, refundUnits, SHIPPING, unitsOf } from './stored/order-units.ts';
import { isOwnForm } from './stored/own-form.ts';
import { takeStock } from './stored/reservations.ts';
import { type OrderContent, readOrder, type StoredOrder, viewOf } from './stored/stored-order.ts';

export interface ConsoleOrdersDependencies {
  readonly sql: Sql;
  readonly desk: OrderDesk;
  readonly letters: OrderLetters;
  readonly catalogs: () => Catalogs | undefined;
  readonly payments: () => Payments | undefined;
  /** Of exactly this text, where the vendor has ever published it. */
  readonly titleOf: (vendor: string, consent: OrderContent['consents'][number]) => Localized | undefined;
  readonly now: () => Date;
}

/** @param shop undefined: whether its pharmacy still hands anything over isn't asked. */
export function guardedOf(order: StoredOrder, shop?: Pick<Shop, 'pharmacies'>): GuardedOrder {
  const { statuses, content, money, payBy } = order;
  const refundable = Math.max(0, refundableOf({ money, payBy }));
  const { total } = content.totals;
  return {
    ...{ statuses, way: content.delivery.way, total, charged: money.charged, refundable },
    isPharmacyClosed: isPharmacyClosed(order, shop),
  };
}

/** @throws ProblemError ORDER_LOCKED */
export function demand(action: OrderAction, order: StoredOrder, shop?: Pick<Shop, 'pharmacies'>): void {
  if (!mayDo(action, guardedOf(order, shop))) throw new ProblemError('ORDER_LOCKED');
}

const permissionOf = (action: OrderAction): Permission =>
  action === 'cancel' || action === 'refund' ? 'orders.refund' : 'orders.fulfill';

/** What the shop no longer lists is named by its id. */
function handingOf({ delivery }: OrderContent, shop: Shop | undefined): Handing {
  if (delivery.way === 'mail') {
    const rate = shop?.shipping.find(({ id }) => id === delivery.rate);
    return { way: 'mail', address: delivery.address, rate: rate?.name ?? { en: delivery.rate } };
  }
  if (delivery.way === 'none') return { way: 'none' };
  const { pharmacy: id, note } = delivery;
  const {
    name = id,
    lines = [],
    city = '',
    region,
    postcode = '',
    phone = '',
  } = shop?.pharmacies.find((one) => one.id === id) ?? {};
  const pharmacy = {
    id,
    name,
    lines: [...lines],
    city,
    ...(region !== undefined && { region }),
    postcode,
    phone,
  };
  return { way: 'pickup', pharmacy, ...(note !== undefined && { note }) };
}

interface ViewContext extends Pick<ConsoleOrdersDependencies, 'titleOf'> {
  readonly sql: Sql;
  readonly shop: Shop | undefined;
  readonly now: Date;
  readonly alerts: PaymentAlerts;
}

async function consoleViewOf(
  { vendor, role }: Pick<SignedInStaff, 'vendor' | 'role'>,
  id: string,
  { sql, shop, now, alerts, titleOf }: ViewContext,
): Promise<ConsoleOrder> {
  const order = await readOrder(sql, vendor, id);
  if (!order) throw new ProblemError('NOT_FOUND');
  const { content, money, consultation } = order;
  const shown = withPharmacyProblem(order, shop);
  const units = await unitsOf(sql, order);
  const [item] = await sql<[{ id: string }?]>`
    select id from inbox_items i where vendor = ${vendor} and id = ${consultation}::uuid and kind = 'case' and ${isOwnForm(sql, order)}`;
  const guarded = guardedOf(order, shop);
  const isOpen = money.charged > 0;
  const attention = alerts.orders.find((one) => one.order === id)?.attention;
  const left = (sku: string) => units.filter((unit) => unit.sku === sku && unit.refund === null);
  return {
    order: viewOf(shown),
    to: handingOf(content, shop),
    ...{ label: orderLabel(shown.statuses), waitingOn: waitsOn(shown.statuses), person: order.person },
    ...(attention && { attention }),
    caseId: item?.id ?? null,
    language: content.language,
    agreed: content.consents
      .filter(({ decision }) => decision === 'active')
      .map((consent) => {
        const { document, version, language, decidedAt } = consent;
        return { document, title: titleOf(vendor, consent) ?? null, version, language, decidedAt };
      }),
    actions: orderActions.filter((action) => may(role, permissionOf(action)) && mayDo(action, guarded)),
    dueAtDesk: mayDo('desk-payment', guarded) ? guarded.total : 0,
    refundable: {
      lines: isOpen
        ? content.lines
            .filter(({ atCounter }) => !atCounter)
            .map(({ sku, kind, quantity }) => ({
              ...{ sku, kind, units: left(sku).map(({ amount }) => amount) },
              refunded: quantity - left(sku).length,
            }))
        : [],
      shipping: isOpen ? (left(SHIPPING)[0]?.amount ?? 0) : 0,
      most: guarded.refundable,
    },
    events: order.events.map(({ at, event, actor, by, note }) => ({ at, event, actor, by, note })),
    serverTime: now.toISOString(),
  };
}

/** One number is typed, scanned and exported with other spaces, dashes and capitals; it is shown as it came first. */
const nameOfParcel = ({ carrier, number }: Tracking): string =>
  [carrier, number].map((text) => text.replace(/[\s-]+/g, '').toUpperCase()).join(' ');

export const hasParcel = ({ parcels }: StoredOrder, parcel: Tracking): boolean =>
  parcels.some((one) => nameOfParcel(one) === nameOfParcel(parcel));

/** @returns false where it is known. */
export async function addParcel(
  transaction: Transaction,
  order: OpenOrder,
  { carrier, number }: Tracking,
  at: Date,
): Promise<boolean> {
  // The caller that adds one holds the order.
  if (hasParcel(order.now, { carrier, number })) return false;
  const { vendor, id } = order.now;
  const added = await transaction`
    insert into order_parcels (vendor, "order", carrier, number, at) values (${vendor}, ${id}, ${carrier}, ${number}, ${at.toISOString()})
    on conflict do nothing returning number`;
  return added.length > 0;
}

/** Once it leaves the house its stock is gone, but for what was refunded before. */
export async function handOver(
  order: OpenOrder,
  { transaction }: Within,
  before: StoredOrder,
): Promise<void> {
  const left = isHandedOver(order.now.statuses.fulfillment) && !isHandedOver(before.statuses.fulfillment);
  if (!left || !order.now.isReserved) return;
  const { vendor, content } = order.now;
  await takeStock(transaction, vendor, content.wanted, await keptUnits(transaction, order.now));
  order.change({ isReserved: false });
}

export function createConsoleOrders({
  desk,
  letters,
  catalogs,
  payments,
  sql,
  titleOf,
  now,
}: ConsoleOrdersDependencies) {
  const shopOf = async (vendor: string) => (await catalogs()?.of(vendor))?.shop;
  const clinic = ({ staff }: AuditContext) => ({ actor: 'clinic', by: staff.name }) as const;

  function demandPayments(): Payments {
    const found = payments();
    if (!found) throw new ProblemError('UNAVAILABLE');
    return found;
  }

  /** The order's change and the line that names who made it are one transaction. */
  const act = (
    { staff, from }: AuditContext,
    id: string,
    what: string,
    work: (order: OpenOrder, within: Within) => Promise<void>,
  ): Promise<void> =>
    desk.change(staff.vendor, id, async (order, within) => {
      await work(order, within);
      const { vendor, email } = staff;
      await recordAudit(
        within.transaction,
        { vendor, action: 'order-changed', actor: email, from, subject: id, detail: what },
        within.at,
      );
    });

  const alertsOf = async (vendor: string): Promise<PaymentAlerts> =>
    (await payments()?.alerts(vendor)) ?? { orders: [], strays: 0 };

  return {
    list: async (vendor: string, query: OrdersQuery): Promise<OrdersResponse> =>
      listOrders(sql, vendor, query, await alertsOf(vendor), now()),

    export: async (vendor: string, query: OrdersQuery): Promise<OrderExport> =>
      exportOrders(sql, vendor, query, await alertsOf(vendor)),

    view: async (staff: SignedInStaff, id: string): Promise<ConsoleOrder> =>
      consoleViewOf(staff, id, {
        ...{ sql, shop: await shopOf(staff.vendor), now: now(), titleOf },
        alerts: await alertsOf(staff.vendor),
      }),

    fulfill: (by: AuditContext, id: string, { to, tracking, note }: FulfillmentChange) =>
      act(by, id, `fulfillment=${to ?? 'tracking'}`, async (order, within) => {
        const { transaction, publish, at } = within;
        const before = order.now;
        if (to === undefined && tracking === undefined) throw new ProblemError('INVALID_REQUEST');
        // Said again, nothing happens: two of the staff may have pressed.
        const next = to === before.statuses.fulfillment ? undefined : to;
        if (next !== undefined) demand(next, before, await shopOf(before.vendor));
        if (tracking !== undefined) {
          demand('tracking', before);
          if (await addParcel(transaction, order, tracking, at))
            order.add({
              event: 'tracking',
              at,
              // With another status, it is a note on that.
              note: next === undefined ? note : undefined,
              ...clinic(by),
              key: `tracking ${tracking.carrier} ${tracking.number}`,
            });
        }
        if (next !== undefined) order.add({ event: next, at, note, ...clinic(by) });
        await handOver(order, within, before);
        await order.save(publish);
        await letters.tellOfFulfillment(transaction, before, order.now);
      }),

    recordAtDesk: (by: AuditContext, id: string, amount: number) =>
      act(by, id, `paid-at-desk=${amount}`, async ({ now: order }, within) => {
        demand('desk-payment', order);
        if (amount !== order.content.totals.total)
          throw new ProblemError('PRICE_CHANGED', { detail: String(order.content.totals.total) });
        await demandPayments().recordAtDesk(within.transaction, {
          ...{ vendor: order.vendor, order: id, amount, actor: by.staff.name },
        });
        await desk.heed(order.vendor, id, within);
      }),

    cancel: (by: AuditContext, id: string, reason: string) =>
      act(by, id, 'cancelled', async (order, within) => {
        if (order.now.statuses.order === 'cancelled') return;
        demand('cancel', order.now);
        await desk.end(order, { event: 'cancelled', at: within.at, note: reason, ...clinic(by) }, within);
        await letters.tell(within.transaction, order.now, 'cancelled');
      }),

    refund: (by: AuditContext, id: string, request: RefundRequest) =>
      act(by, id, `refund=${request.id}`, async (order, within) => {
        const { transaction, publish, at } = within;
        const amount = await refundUnits(transaction, order.now, request, { by: by.staff.name, at });
        if (amount === undefined) return;
        demand('refund', order.now);
        order.add({
          event: 'refund_started',
          at,
          note: request.reason,
          ...clinic(by),
          key: `refund ${request.id}`,
        });
        await order.save(publish);
        const { vendor } = order.now;
        const wish = { vendor, order: id, id: request.id, amount, actor: by.staff.name };
        await demandPayments().refund(transaction, wish);
        await desk.heed(vendor, id, within);
      }),

    async packingSlip(vendor: string, id: string): Promise<PackingSlip> {
      const order = await readOrder(sql, vendor, id);
      if (!order) throw new ProblemError('NOT_FOUND');
      demand('packing-slip', order);
      const { content } = order;
      const shop = await shopOf(vendor);
      const kept = await keptUnits(sql, order);
      const lines = content.lines.flatMap(({ sku, name, pack, quantity: ordered, kind }) => {
        const quantity = ordered - (kept.get(sku) ?? 0);
        return kind === 'consultation' || quantity === 0 ? [] : [{ sku, name, pack, quantity, kind }];
      });
      const { code, placedAt } = order;
      return {
        code,
        placedAt: placedAt.toISOString(),
        name: content.contact.name,
        language: content.language,
        to: handingOf(content, shop),
        lines,
      };
    },
  };
}
export type ConsoleOrders = ReturnType<typeof createConsoleOrders>;

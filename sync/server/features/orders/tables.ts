/** Orders: what was ordered and what happened to it, what is reserved for it, and who may open it. Amounts are in the minor unit of the order's currency. */
import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type {
  ClinicalStatus,
  FulfillmentStatus,
  OrderLabel,
  OrderStatus,
  PaymentStatus,
  WaitingOn,
} from '../../../domain/orders/order-status.ts';
import { amount, bytea, instant, term } from '../../base/database/columns.ts';

/** The id is the patient's own: `session` of the operation that placed it. */
export const orders = pgTable(
  'orders',
  {
    vendor: text('vendor').notNull(),
    id: uuid('id').notNull(),
    /** The operation. */
    opId: uuid('op_id').notNull(),
    code: text('code').notNull(),
    device: text('device').notNull(),
    /** Whose account it is in; null of a guest. */
    person: uuid('person'),
    /** Sent of the same cart, after this one: it is only another name of it. */
    sameAs: uuid('same_as'),
    cartId: uuid('cart_id').notNull(),
    cartVersion: integer('cart_version').notNull(),
    /** By the patient's clock. */
    placedAt: instant('placed_at').notNull(),
    receivedAt: instant('received_at').notNull(),
    /** The form that its prescription lines need: the operation that sent it. */
    consultation: uuid('consultation'),
    way: text('way').$type<'mail' | 'pickup' | 'none'>().notNull(),
    payBy: text('pay_by').$type<'card' | 'desk'>().notNull(),
    currency: text('currency').notNull(),
    total: amount('total').notNull(),
    /** Of goods. */
    items: integer('items').notNull(),
    hasRx: boolean('has_rx').notNull(),
    /** JSON: see `stored-order.ts`. */
    content: text('content').notNull(),
    /** JSON of its problems. */
    problems: text('problems').notNull(),
    /** What `order_events` comes to, and what follows from it. */
    orderStatus: text('order_status').$type<OrderStatus>().notNull(),
    clinicalStatus: text('clinical_status').$type<ClinicalStatus>().notNull(),
    fulfillmentStatus: text('fulfillment_status').$type<FulfillmentStatus>().notNull(),
    /** As the payments have said last, with JSON of the money. */
    paymentStatus: text('payment_status').$type<PaymentStatus>().notNull(),
    money: text('money').notNull(),
    label: text('label').$type<OrderLabel>().notNull(),
    waitsOn: text('waits_on').$type<WaitingOn>().notNull(),
    /** A payment was asked for. */
    expected: boolean('expected').notNull().default(false),
    /** Its stock and its promotion are held for it. */
    isReserved: boolean('is_reserved').notNull().default(false),
    /** When somebody looks whether it is still wanted; null: never, it is paid or over. */
    dueAt: instant('due_at'),
    /** How often a payment under way has kept its reservation. */
    extended: integer('extended').notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.vendor, table.id] }),
    uniqueIndex('orders_op').on(table.vendor, table.opId),
    uniqueIndex('orders_cart')
      .on(table.vendor, table.cartId, table.cartVersion)
      .where(sql`${table.sameAs} is null`),
    index('orders_person').on(table.vendor, table.person),
    index('orders_device').on(table.vendor, table.device),
    index('orders_consultation').on(table.vendor, table.consultation),
    index('orders_code').on(table.vendor, table.code),
    index('orders_listed').on(table.vendor, table.receivedAt, table.id).where(sql`${table.sameAs} is null`),
    index('orders_labeled')
      .on(table.vendor, table.label, table.receivedAt, table.id)
      .where(sql`${table.sameAs} is null`),
    index('orders_waiting')
      .on(table.vendor, table.waitsOn, table.receivedAt, table.id)
      .where(sql`${table.sameAs} is null`),
    index('orders_due').on(table.vendor, table.dueAt).where(sql`${table.dueAt} is not null`),
  ],
);

/** Words of the name that the patient gave, folded as the inbox's are. */
export const orderTerms = pgTable(
  'order_terms',
  {
    vendor: text('vendor').notNull(),
    term: term('term').notNull(),
    order: uuid('order').notNull(),
  },
  (table) => [primaryKey({ columns: [table.vendor, table.term, table.order] })],
);

/** Append-only: what happened, and who did it. */
export const orderEvents = pgTable(
  'order_events',
  {
    vendor: text('vendor').notNull(),
    order: uuid('order').notNull(),
    /** Names the event: the same one counts once, however often it is heard. */
    key: text('key').notNull(),
    no: integer('no').notNull(),
    event: text('event').notNull(),
    at: instant('at').notNull(),
    attempt: integer('attempt').notNull(),
    actor: text('actor').$type<'patient' | 'clinic' | 'system'>().notNull(),
    /** Of the staff: their name. */
    by: text('by'),
    /** For staff. */
    note: text('note'),
  },
  (table) => [
    primaryKey({ columns: [table.vendor, table.order, table.key] }),
    uniqueIndex('order_events_no').on(table.vendor, table.order, table.no),
  ],
);

/** What each unit cost, with its discount and tax, frozen at placing: a refund adds them up. The delivery is a unit, too. */
export const orderUnits = pgTable(
  'order_units',
  {
    vendor: text('vendor').notNull(),
    order: uuid('order').notNull(),
    sku: text('sku').notNull(),
    no: integer('no').notNull(),
    amount: amount('amount').notNull(),
    refund: uuid('refund'),
  },
  (table) => [
    primaryKey({ columns: [table.vendor, table.order, table.sku, table.no] }),
    check('order_units_amount', sql`${table.amount} >= 0`),
  ],
);

export const orderRefunds = pgTable(
  'order_refunds',
  {
    vendor: text('vendor').notNull(),
    order: uuid('order').notNull(),
    /** Made by who asked for it: asked for twice, it is one. */
    id: uuid('id').notNull(),
    amount: amount('amount').notNull(),
    reason: text('reason').notNull(),
    by: text('by').notNull(),
    at: instant('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.vendor, table.order, table.id] })],
);

export const orderTokens = pgTable(
  'order_tokens',
  {
    vendor: text('vendor').notNull(),
    /** Of the token. */
    sha256: bytea('sha256').notNull(),
    order: uuid('order').notNull(),
    /** Null: the token of the device that placed it. */
    expiresAt: instant('expires_at'),
    /** Of a hand-off: when the token that it is exchanged for ends at the latest. Null: of the device that placed it, whose own never ends. */
    endsAt: instant('ends_at'),
  },
  (table) => [
    primaryKey({ columns: [table.vendor, table.sha256] }),
    index('order_tokens_order').on(table.vendor, table.order),
    index('order_tokens_expiry').on(table.vendor, table.expiresAt),
  ],
);

export const orderParcels = pgTable(
  'order_parcels',
  {
    vendor: text('vendor').notNull(),
    order: uuid('order').notNull(),
    carrier: text('carrier').notNull(),
    number: text('number').notNull(),
    at: instant('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.vendor, table.order, table.carrier, table.number] })],
);

/** Of plans whose units are counted. What isn't here is always there. */
export const stock = pgTable(
  'stock',
  {
    vendor: text('vendor').notNull(),
    sku: text('sku').notNull(),
    /** In the house, reserved ones included. */
    units: integer('units').notNull(),
    reserved: integer('reserved').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.vendor, table.sku] }),
    check('stock_reserved', sql`${table.reserved} >= 0 and ${table.units} >= ${table.reserved}`),
  ],
);

export const promotionUses = pgTable(
  'promotion_uses',
  {
    vendor: text('vendor').notNull(),
    /** SHA-256 of the code, as the pack has it. */
    code: text('code').notNull(),
    used: integer('used').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.vendor, table.code] }),
    check('promotion_uses_used', sql`${table.used} >= 0`),
  ],
);

export const promotionRedemptions = pgTable(
  'promotion_redemptions',
  {
    vendor: text('vendor').notNull(),
    order: uuid('order').notNull(),
    code: text('code').notNull(),
  },
  (table) => [primaryKey({ columns: [table.vendor, table.order] })],
);

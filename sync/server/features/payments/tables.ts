/** Money: one payment per order, what is to be done about it, what providers told, and the books. Amounts are in minor units. */
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
import { amount, instant } from '../../base/database/columns.ts';

export const payments = pgTable(
  'payments',
  {
    vendor: text('vendor').notNull(),
    order: uuid('order').notNull(),
    amount: amount('amount').notNull(),
    currency: text('currency').notNull(),
    /** `hold`, `charge` or `save`. */
    purpose: text('purpose').notNull(),
    /** `demo` or `stripe`, or `desk`; null until it is started. */
    provider: text('provider'),
    /** A `PaymentStatus`, which follows from the other columns. */
    status: text('status').notNull(),
    phase: text('phase').notNull(),
    attempt: text('attempt').notNull(),
    /** When a step was sent that hasn't been answered. */
    attemptedAt: instant('attempted_at'),
    declined: text('declined'),
    /** Counts the intents: another one begins only after the provider has canceled the one before. */
    generation: integer('generation').notNull(),
    /** Written once per generation, where it is null. */
    intentId: text('intent_id'),
    customer: text('customer'),
    method: text('method'),
    card: text('card'),
    /** The person who has asked that the card be kept for their next order, until it is. */
    keepFor: uuid('keep_for'),
    captureBefore: instant('capture_before'),
    /** Of this generation. */
    authorized: amount('authorized').notNull(),
    captured: amount('captured').notNull(),
    refunding: amount('refunding').notNull(),
    refunded: amount('refunded').notNull(),
    lost: amount('lost').notNull(),
    disputed: boolean('disputed').notNull(),
    /** What the clinic has decided: to be charged once it can be. */
    captureWanted: amount('capture_wanted'),
    releaseWanted: boolean('release_wanted').notNull(),
    /** Its tries are used up: the intent is canceled, and paying begins again. */
    closeWanted: boolean('close_wanted').notNull().default(false),
    /** Session of who began to pay by this intent, where nobody else did: theirs alone is the card that pays it. */
    startedBy: uuid('started_by'),
    /** Hashed networks of who began to pay it, until an hour after nobody does any more. */
    startedFrom: text('started_from'),
    version: integer('version').notNull(),
    attempts: integer('attempts').notNull(),
    checkedAt: instant('checked_at').notNull(),
    createdAt: instant('created_at').notNull(),
    /** Why staff are to look at it: a code. */
    alert: text('alert'),
    /** The provider's books have what ours don't, as they were last compared. */
    booksDiffer: boolean('books_differ').notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.vendor, table.order] }),
    uniqueIndex('payments_intent').on(table.vendor, table.intentId),
    index('payments_checked').on(table.vendor, table.checkedAt),
    index('payments_alerted')
      .on(table.vendor, table.createdAt)
      .where(sql`${table.alert} is not null or ${table.status} = 'disputed' or ${table.booksDiffer}`),
    // What was asked for here may meanwhile have been given back at the provider, and a dispute may be of what was: together they can come to more.
    check(
      'payments_money',
      sql`${table.authorized} >= ${table.captured} and ${table.captured} >= ${table.refunded}
        and ${table.refunding} >= 0 and ${table.refunded} >= 0 and ${table.lost} >= 0`,
    ),
  ],
);

/** The row is the job; its id is the key that the provider is given. */
export const paymentWork = pgTable(
  'payment_work',
  {
    vendor: text('vendor').notNull(),
    id: uuid('id').notNull(),
    order: uuid('order').notNull(),
    kind: text('kind').notNull(),
    generation: integer('generation').notNull(),
    amount: amount('amount').notNull(),
    /** JSON of what was sent, sent again as it was. */
    request: text('request'),
    sentAt: instant('sent_at'),
    dueAt: instant('due_at').notNull(),
    lease: uuid('lease'),
    attempts: integer('attempts').notNull(),
    actor: text('actor').notNull(),
    doneAt: instant('done_at'),
    fault: text('fault'),
  },
  (table) => [
    primaryKey({ columns: [table.vendor, table.id] }),
    index('payment_work_due').on(table.vendor, table.dueAt).where(sql`done_at is null`),
    index('payment_work_order').on(table.vendor, table.order),
    // One of a kind at a time. Refunds are counted by the books; of two new intents the first is stored, and the other is never confirmed.
    uniqueIndex('payment_work_once')
      .on(table.vendor, table.order, table.kind, table.generation)
      .where(sql`done_at is null and kind not in ('refund', 'create')`),
  ],
);

/** What a provider told, once each; a job asks what is true. */
export const paymentEvents = pgTable(
  'payment_events',
  {
    /** Empty where the event names none that is served here. */
    vendor: text('vendor').notNull(),
    id: text('id').notNull(),
    type: text('type').notNull(),
    intent: text('intent').notNull(),
    receivedAt: instant('received_at').notNull(),
    dueAt: instant('due_at').notNull(),
    doneAt: instant('done_at'),
    fault: text('fault'),
  },
  (table) => [
    primaryKey({ columns: [table.vendor, table.id] }),
    index('payment_events_due').on(table.vendor, table.dueAt).where(sql`done_at is null`),
  ],
);

/** Declined tries that were counted, by the provider's name of each: of a charge, or of the event that told of it. */
export const paymentDeclines = pgTable(
  'payment_declines',
  {
    vendor: text('vendor').notNull(),
    id: text('id').notNull(),
    order: uuid('order').notNull(),
    at: instant('at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.vendor, table.id] }),
    index('payment_declines_order').on(table.vendor, table.order),
  ],
);

/** Transfers between accounts of one order: append-only. `resolves` names the pending one that is posted, voided or expired by it, which happens once. */
export const ledgerTransfers = pgTable(
  'ledger_transfers',
  {
    vendor: text('vendor').notNull(),
    /** Kind and the provider's object, such as `capture:pi_…`. */
    id: text('id').notNull(),
    order: uuid('order').notNull(),
    kind: text('kind').notNull(),
    object: text('object').notNull(),
    resolves: text('resolves'),
    currency: text('currency').notNull(),
    at: instant('at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.vendor, table.id] }),
    uniqueIndex('ledger_transfers_resolves').on(table.vendor, table.resolves),
    index('ledger_transfers_order').on(table.vendor, table.order),
    index('ledger_transfers_at').on(table.vendor, table.at),
  ],
);

/** What a transfer adds to each account; together nothing, which a deferred constraint checks. */
export const ledger = pgTable(
  'ledger',
  {
    vendor: text('vendor').notNull(),
    transfer: text('transfer').notNull(),
    order: uuid('order').notNull(),
    account: text('account').notNull(),
    amount: amount('amount').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.vendor, table.transfer, table.account] }),
    index('ledger_order').on(table.vendor, table.order),
  ],
);

/** A person's card, by their consent. Without a person, it is still to be forgotten by the provider. */
export const savedCards = pgTable(
  'saved_cards',
  {
    vendor: text('vendor').notNull(),
    id: uuid('id').notNull(),
    person: uuid('person'),
    provider: text('provider').notNull(),
    customer: text('customer').notNull(),
    method: text('method').notNull(),
    brand: text('brand').notNull(),
    last4: text('last4').notNull(),
    savedAt: instant('saved_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.vendor, table.id] }),
    uniqueIndex('saved_cards_person').on(table.vendor, table.person),
  ],
);

/** Where this database was when staff last said that it moves money: a copy elsewhere moves none. */
export const paymentEnvironments = pgTable(
  'payment_environments',
  {
    vendor: text('vendor').notNull(),
    environment: text('environment').notNull(),
    confirmedAt: instant('confirmed_at').notNull(),
    /** Until when the provider's list of movements has been compared. */
    reconciledAt: instant('reconciled_at'),
    /** Movements then that belong to no order. */
    strays: integer('strays').notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.vendor] })],
);

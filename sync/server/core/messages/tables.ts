/** What is to be told to people outside, addresses that turned out not to exist, and people who want nothing more. The first two are in no backup: a restore must not send a code again. */
import { sql } from 'drizzle-orm';
import { index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { bytea, instant } from '../../base/database/columns.ts';
import type { Channel } from './message.ts';

/** The row is the job: see `delivery.ts`. It goes after 30 days. */
export const messages = pgTable(
  'messages',
  {
    vendor: text('vendor').notNull(),
    id: uuid('id').notNull(),
    channel: text('channel').$type<Channel>().notNull(),
    /** A keyed hash of the address: who reads the table doesn't learn who writes with a clinic. */
    recipient: text('recipient').notNull(),
    letter: text('letter').notNull(),
    /** The address, the language and the letter's parameters (`sealed-content.ts`); null as soon as the message isn't queued any more. */
    sealed: bytea('sealed'),
    state: text('state').$type<'queued' | 'sent' | 'refused' | 'blocked' | 'expired' | 'failed'>().notNull(),
    /** Claims so far. */
    attempts: integer('attempts').notNull(),
    queuedAt: instant('queued_at').notNull(),
    /** When it may be claimed; while it is being sent, when its lease ends. */
    dueAt: instant('due_at').notNull(),
    /** After that nobody wants it. */
    expiresAt: instant('expires_at').notNull(),
    /** Of the process that is sending it. */
    lease: uuid('lease'),
    finishedAt: instant('finished_at'),
    /** Why it didn't go: codes, such as `550 5.1.1` or `ETIMEDOUT`, and never the words of a mail server, which repeat addresses. */
    fault: text('fault'),
  },
  (table) => [
    primaryKey({ columns: [table.vendor, table.id] }),
    // All that is queued, of every vendor: a few rows, read as a whole.
    index('messages_due').on(table.vendor, table.dueAt).where(sql`state = 'queued'`),
    index('messages_queued').on(table.vendor, table.queuedAt),
  ],
);

/** Addresses that a mail server has refused for good. Nothing is sent there until the block ends or is lifted. */
export const messageBlocks = pgTable(
  'message_blocks',
  {
    vendor: text('vendor').notNull(),
    channel: text('channel').$type<Channel>().notNull(),
    /** As in `messages`. */
    recipient: text('recipient').notNull(),
    until: instant('until').notNull(),
  },
  (table) => [primaryKey({ columns: [table.vendor, table.channel, table.recipient] })],
);

/** Who has answered a text with STOP. Nothing is sent there until they write START, no matter who asks. */
export const stoppedRecipients = pgTable(
  'stopped_recipients',
  {
    vendor: text('vendor').notNull(),
    channel: text('channel').$type<Channel>().notNull(),
    /** As in `messages`. */
    recipient: text('recipient').notNull(),
    since: instant('since').notNull(),
  },
  (table) => [primaryKey({ columns: [table.vendor, table.channel, table.recipient] })],
);

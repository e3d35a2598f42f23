/** The way into the queue: within the transaction of whatever a message tells of, so that it goes if and only if that is committed. */
import { randomUUID } from 'node:crypto';
import type { Sql, Transaction } from '../../base/database/database.ts';
import type { Channel, NewMessage, OnUndeliverable, Recipient } from './message.ts';
import type { MessageSeal } from './sealed-content.ts';

/** A day's notice is stale by the next. */
const EXPIRES_IN_MS = 24 * 60 * 60_000;
const KEPT_MS = 30 * 24 * 60 * 60_000;
/** The same address would be refused again tomorrow; hammering it ruins the sender's name. */
export const BLOCK_MS = 24 * 60 * 60_000;
/** Longer than a provider keeps trying: a mail server gives up after four or five days (RFC 5321, 4.5.4.1). */
const NEWS_WITHIN_MS: Readonly<Record<Channel, number>> = {
  mail: 6 * 24 * 60 * 60_000,
  sms: 24 * 60 * 60_000,
};

type Optional = 'channel' | 'expiresInMs';

export interface Messages {
  /**
   * Takes as long and says as little for an address that nothing can be sent to.
   * @param message by mail, for a day, where it doesn't say otherwise.
   * @throws RangeError where `to` isn't one address.
   */
  enqueue(
    transaction: Transaction,
    message: Omit<NewMessage, Optional> & Partial<Pick<NewMessage, Optional>>,
  ): Promise<void>;
  /** The patient asks again, by name of this very address: what was refused before is tried again. */
  lift(transaction: Transaction, address: { vendor: string; channel?: Channel; to: string }): Promise<void>;
  /** They want nothing more from this vendor: {@link lift} doesn't change that. */
  stop(transaction: Transaction, recipient: Recipient): Promise<void>;
  /** They want it again. */
  resume(transaction: Transaction, recipient: Recipient): Promise<void>;
  isStopped(transaction: Transaction | Sql, recipient: Recipient): Promise<boolean>;
  /** A provider has heard, after it had taken a message, that nobody can be reached there. */
  undeliverable(recipient: Recipient): Promise<void>;
  /**
   * A provider tells, of one message that it had taken, that it didn't arrive. Such news is signed but not dated: it counts once, for as long as a provider keeps trying, for the
   * address that the message went to, so that nobody who has seen it can use it against an address later.
   * @returns whether it counts.
   */
  didNotArrive(message: Recipient & { readonly id: string; readonly fault: string }): Promise<boolean>;
  /** For a feature that keeps addresses. To be added before anything is delivered. */
  onUndeliverable(listener: OnUndeliverable): void;
  /** Removes what is 30 days old, and blocks that have ended. */
  sweep(): Promise<void>;
}

/** One plain address without a name, a comment or a line break: mail programs read more into others than was meant. */
const ADDRESSES: Readonly<Record<Channel, RegExp>> = {
  mail: /^(?=.{3,254}$)[^\s@<>()[\]\\,;:"\p{C}]{1,64}@[^\s@<>()[\]\\,;:"\p{C}]+$/u,
  sms: /^\+[1-9]\d{6,14}$/,
};

export function createMessages(dependencies: {
  readonly sql: Sql;
  readonly seal: MessageSeal;
  readonly now: () => Date;
}): Messages {
  const { sql, seal, now } = dependencies;
  const listeners: OnUndeliverable[] = [];
  const recipientOf = ({ vendor, channel, to }: Recipient) => seal.recipientOf(vendor, channel, to);
  return {
    async enqueue(transaction, message) {
      const { vendor, channel = 'mail', to, language, letter, params } = message;
      if (!ADDRESSES[channel].test(to)) throw new RangeError('A message goes to one plain address.');
      const id = randomUUID();
      const at = now();
      const expiresAt = new Date(at.getTime() + (message.expiresInMs ?? EXPIRES_IN_MS));
      const sealed = seal.seal(vendor, id, { to, language, params });
      const recipient = seal.recipientOf(vendor, channel, to);
      await transaction`
        insert into messages (vendor, id, channel, recipient, letter, sealed, state, attempts, queued_at, due_at, expires_at)
        values (${vendor}, ${id}, ${channel}, ${recipient}, ${letter}, ${sealed}, 'queued', 0,
          ${at.toISOString()}, ${at.toISOString()}, ${expiresAt.toISOString()})`;
    },
    async lift(transaction, { vendor, channel = 'mail', to }) {
      await transaction`
        delete from message_blocks
        where vendor = ${vendor} and channel = ${channel} and recipient = ${seal.recipientOf(vendor, channel, to)}`;
    },
    async stop(transaction, recipient) {
      const { vendor, channel } = recipient;
      await transaction`
        insert into stopped_recipients (vendor, channel, recipient, since)
        values (${vendor}, ${channel}, ${recipientOf(recipient)}, ${now().toISOString()}) on conflict do nothing`;
    },
    async resume(transaction, recipient) {
      const { vendor, channel } = recipient;
      await transaction`
        delete from stopped_recipients
        where vendor = ${vendor} and channel = ${channel} and recipient = ${recipientOf(recipient)}`;
    },
    async isStopped(transaction, recipient) {
      const { vendor, channel } = recipient;
      const [row] = await transaction`
        select 1 from stopped_recipients
        where vendor = ${vendor} and channel = ${channel} and recipient = ${recipientOf(recipient)}`;
      return row !== undefined;
    },
    async undeliverable(recipient) {
      const { vendor, channel } = recipient;
      await sql`
        insert into message_blocks (vendor, channel, recipient, until)
        values (${vendor}, ${channel}, ${recipientOf(recipient)}, ${new Date(now().getTime() + BLOCK_MS).toISOString()})
        on conflict (vendor, channel, recipient) do update set until = excluded.until`;
      for (const listener of listeners) await listener(recipient);
    },
    async didNotArrive({ id, fault, ...recipient }) {
      const since = new Date(now().getTime() - NEWS_WITHIN_MS[recipient.channel]).toISOString();
      const told = await sql`
        update messages set state = 'refused', fault = ${fault}
        where vendor = ${recipient.vendor} and id = ${id} and channel = ${recipient.channel}
          and recipient = ${recipientOf(recipient)} and state = 'sent' and finished_at > ${since}
        returning id`;
      return told.length > 0;
    },
    onUndeliverable(listener) {
      listeners.push(listener);
    },
    async sweep() {
      const at = now();
      await sql`delete from message_blocks where until <= ${at.toISOString()}`;
      await sql`delete from messages where state <> 'queued' and queued_at < ${new Date(at.getTime() - KEPT_MS).toISOString()}`;
    },
  };
}

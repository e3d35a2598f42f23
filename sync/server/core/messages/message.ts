/** Messages to people outside, as the queue, its providers and its letters see them. */
import type { Language } from '../../../domain/languages.ts';

export type Channel = 'mail' | 'sms';

/** By name; what they mean is the letter's matter. They are sealed in the database, and wiped once the message has gone. */
export type Params = Readonly<Record<string, string>>;

export interface NewMessage {
  readonly vendor: string;
  readonly channel: Channel;
  /** An email address, or a phone number in E.164. */
  readonly to: string;
  readonly language: Language;
  /** Its name in the table of contents of letters. */
  readonly letter: string;
  readonly params: Params;
  /** After that it isn't worth sending: it is dropped. */
  readonly expiresInMs: number;
}

export interface ComposedLetter {
  readonly subject: string;
  readonly text: string;
  /** What an SMS lacks. */
  readonly html?: string;
  /** The vendor, as the mail program shows the sender. */
  readonly senderName: string;
  /** The vendor's own mailbox. */
  /** Left out where it would name who writes. */
  readonly replyTo?: string;
}

/** @throws where there is no such vendor or letter, or its parameters are wrong: the message can't be sent, now or later. */
export type Compose = (
  message: Pick<NewMessage, 'vendor' | 'channel' | 'language' | 'letter' | 'params'>,
) => ComposedLetter;

export interface OutgoingMessage extends ComposedLetter {
  /** The same at each try, so that mail servers can drop a duplicate. */
  readonly id: string;
  readonly vendor: string;
  readonly letter: string;
  readonly channel: Channel;
  readonly to: string;
  readonly language: Language;
  readonly queuedAt: Date;
}

export type SendResult =
  | { readonly outcome: 'sent' }
  /** To be tried again. @property isOperators: something is wrong with the settings, not with this message. */
  | { readonly outcome: 'postponed'; readonly fault: string; readonly isOperators?: boolean }
  /** For good. @property isAddress: nobody can be reached there. @property isStopped: they have told the provider that they want nothing more. */
  | {
      readonly outcome: 'refused';
      readonly fault: string;
      readonly isAddress: boolean;
      readonly isStopped?: boolean;
    };

/** One place where somebody is reached. */
export interface Recipient {
  readonly vendor: string;
  readonly channel: Channel;
  /** As in {@link NewMessage}. */
  readonly to: string;
}
/** Told of an address that nobody can be reached at. */
export type OnUndeliverable = (recipient: Recipient) => Promise<void>;

/** Takes messages out of the house. The queue retries, so that a provider doesn't. */
export interface MessageProvider {
  /** A message counts as sent once this says so: it may be given again after a crash. Rejects as for `postponed`. @param signal aborted where it takes too long. */
  send(message: OutgoingMessage, signal: AbortSignal): Promise<SendResult>;
}
export type MessageProviders = Readonly<Record<Channel, MessageProvider>>;

/** A queue over a database of its own, with a clock that stands still and a provider whose answers a test decides. */
import { Writable } from 'node:stream';
import { onTestFinished } from 'vitest';
import { createLogger } from '../../../base/process/log.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts';
import type { Delivery } from '../delivery.ts';
import type { Compose, MessageProvider, OutgoingMessage, SendResult } from '../message.ts';
import type { Messages } from '../messages.ts';
import { openMessages } from '../open-messages.ts';

export const SENT: SendResult = { outcome: 'sent' };
export const LATER: SendResult = { outcome: 'postponed', fault: '451' };
export const NOBODY: SendResult = { outcome: 'refused', fault: '550 5.1.1', isAddress: true };

export interface TestQueue {
  readonly database: TestDatabase;
  readonly messages: Messages;
  /** Of the first process. */
  readonly delivery: Delivery;
  /** Another process over the same database. */
  process(provider?: MessageProvider): Delivery;
  /** What providers were given. */
  readonly sent: OutgoingMessage[];
  pass(milliseconds: number): void;
  /** The next answers of the provider; after them it takes everything. */
  answer(...results: readonly SendResult[]): void;
  /** A code to somebody, in a transaction of its own. */
  ask(to?: string, code?: string): Promise<void>;
  log(): string;
}

/** Says what it was given. */
const plain: Compose = ({ vendor, letter, params }) => {
  if (letter === 'unknown') throw new Error('There is no such letter.');
  return {
    subject: letter,
    text: JSON.stringify(params),
    senderName: vendor,
    replyTo: `hello@${vendor}.example`,
  };
};

export async function openTestQueue(
  options: { readonly compose?: Compose; readonly sendWithinMs?: number } = {},
): Promise<TestQueue> {
  const database = await createTestDatabase();
  onTestFinished(database.drop);
  const sent: OutgoingMessage[] = [];
  const answers: SendResult[] = [];
  let at = Date.UTC(2026, 4, 4, 10);
  let log = '';
  const logger = createLogger(
    new Writable({
      write(chunk, _encoding, done) {
        log += String(chunk);
        done();
      },
    }),
  );
  const scripted: MessageProvider = {
    async send(message) {
      sent.push(message);
      return answers.shift() ?? SENT;
    },
  };
  const open = (provider: MessageProvider) =>
    openMessages({
      ...{ sql: database.sql, secret: new Uint8Array(32).fill(7), logger },
      compose: options.compose ?? plain,
      providers: { mail: provider, sms: provider },
      now: () => new Date(at),
      ...(options.sendWithinMs === undefined ? {} : { sendWithinMs: options.sendWithinMs }),
    });
  const { messages, delivery } = open(scripted);
  return {
    ...{ database, messages, delivery, sent },
    process: (provider = scripted) => open(provider).delivery,
    pass(milliseconds) {
      at += milliseconds;
    },
    answer: (...results) => answers.push(...results),
    ask: (to = 'ana@example.org', code = '482913') =>
      database.sql.begin((transaction) =>
        messages.enqueue(transaction, {
          ...{ vendor: 'meadow', to, language: 'en', letter: 'code', params: { code } },
          expiresInMs: 10 * 60_000,
        }),
      ),
    log: () => log,
  };
}

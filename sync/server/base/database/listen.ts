/** LISTEN on a connection of its own. Once it has listened, it goes on for as long as it is wanted: a lost connection is made again. */
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { createBackoff } from './backoff.ts';
import { asDatabaseError } from './connection-lost.ts';
import { quoteIdentifier } from './statement.ts';

export interface Listening {
  unlisten(): Promise<void>;
}

export interface ListenOptions {
  /** A connection that isn't connected yet. */
  readonly newClient: () => pg.Client;
  readonly channel: string;
  readonly onNotification: (payload: string) => void;
  /** Each time that it listens, the first included: what was sent before that was missed. */
  readonly onListening: () => void;
}

const FIRST_RETRY_MS = 50;
const MAX_RETRY_MS = 2_000;

/** @throws ConnectionLostError where the first connection can't be made. */
export async function listen(options: ListenOptions): Promise<Listening> {
  const { newClient, channel, onNotification, onListening } = options;
  const backoff = createBackoff({ firstMs: FIRST_RETRY_MS, maxMs: MAX_RETRY_MS });
  const stopping = new AbortController();
  let current: pg.Client | undefined;

  async function open(): Promise<void> {
    const client = newClient();
    const ended = new Promise<void>((resolve) => client.once('end', () => resolve()));
    client.on('notification', ({ payload }) => onNotification(payload ?? ''));
    try {
      await client.connect();
      await client.query(`listen ${quoteIdentifier(channel)}`);
    } catch (error) {
      client.end().catch(() => undefined);
      throw asDatabaseError(error);
    }
    if (stopping.signal.aborted) return void client.end().catch(() => undefined);
    current = client;
    backoff.reset();
    void ended.then(() => {
      current = undefined;
      if (!stopping.signal.aborted) void reopen();
    });
    onListening();
  }

  async function reopen(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        await delay(backoff.next(), undefined, { signal: stopping.signal, ref: false });
        await open();
        return;
      } catch {
        // Tried again, until it listens or isn't wanted any more.
      }
    }
  }

  await open();
  return {
    async unlisten() {
      stopping.abort();
      await current?.end().catch(() => undefined);
    },
  };
}

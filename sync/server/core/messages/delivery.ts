/**
 * Sends what is queued, in as many processes as there are. A row is claimed for a lease and the claim committed before its provider is
 * called; the end is written only where the lease is still this one's. A process that dies in between leaves a row that is due again
 * when its lease ends: at most a duplicate, never a loss.
 */
import { randomUUID } from 'node:crypto';
import type { Sql } from '../../base/database/database.ts';
import type { Logger } from '../../base/process/log.ts';
import type { Job } from '../jobs/job.ts';
import type { Channel, Compose, MessageProviders, OutgoingMessage, SendResult } from './message.ts';
import type { Messages } from './messages.ts';
import type { MessageSeal } from './sealed-content.ts';

export interface DeliveryDependencies {
  readonly sql: Sql;
  readonly seal: MessageSeal;
  readonly messages: Pick<Messages, 'stop' | 'undeliverable'>;
  readonly providers: MessageProviders;
  readonly compose: Compose;
  readonly now: () => Date;
  readonly logger: Logger;
  /** How long a provider may take: less than a lease. */
  readonly sendWithinMs?: number;
}

export interface Delivery extends Job {
  /** Sends what is due, and waits for it. @returns how many were claimed. */
  deliver(): Promise<number>;
}

/** Somebody waits for a code in front of a screen. */
const LOOK_MS = 1_000;
const AT_ONCE = 4;
const LEASE_MS = 60_000;
const SEND_WITHIN_MS = 40_000;
/** What is on its way at a stop may arrive for so long; then it is tried again after the next start. */
const STOP_WITHIN_MS = 600;
const FIRST_WAIT_MS = 5_000;
const MAX_WAIT_MS = 15 * 60_000;

interface Claim {
  readonly vendor: string;
  readonly id: string;
  readonly channel: Channel;
  readonly recipient: string;
  readonly letter: string;
  readonly sealed: Uint8Array;
  readonly attempts: number;
  /** Milliseconds since 1970. */
  readonly queued: number;
  readonly expires: number;
  readonly blocked: boolean;
}

type End =
  | { readonly state: 'sent' | 'blocked' | 'expired' }
  | { readonly state: 'refused' | 'failed'; readonly fault: string };

/** Doubles from five seconds; a code's ten minutes see one each minute at least. */
function waitAfter({ attempts, queued, expires }: Claim): number {
  return Math.min(FIRST_WAIT_MS * 2 ** (attempts - 1), (expires - queued) / 10, MAX_WAIT_MS);
}

const faultOf = (error: unknown) =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'UNKNOWN';

export function createDelivery(dependencies: DeliveryDependencies): Delivery {
  const {
    sql,
    seal,
    messages,
    providers,
    compose,
    now,
    logger,
    sendWithinMs = SEND_WITHIN_MS,
  } = dependencies;
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const running = new Set<Promise<void>>();
  let isStopping = false;
  let count = 0;
  const inMs = (milliseconds: number) => new Date(now().getTime() + milliseconds).toISOString();

  /** One statement, committed by itself. */
  const claim = (lease: string) => sql<Claim[]>`
    with due as (
      select vendor, id from messages where state = 'queued' and due_at <= ${inMs(0)}
      order by due_at limit 1 for update skip locked)
    update messages m set lease = ${lease}, due_at = ${inMs(LEASE_MS)}, attempts = attempts + 1
    from due where m.vendor = due.vendor and m.id = due.id
    returning m.vendor, m.id, m.channel, m.recipient, m.letter, m.sealed, m.attempts,
      (extract(epoch from m.queued_at) * 1000)::float8 as queued, (extract(epoch from m.expires_at) * 1000)::float8 as expires,
      exists (select 1 from message_blocks b where b.vendor = m.vendor and b.channel = m.channel
        and b.recipient = m.recipient and b.until > ${inMs(0)})
        or exists (select 1 from stopped_recipients s where s.vendor = m.vendor and s.channel = m.channel
        and s.recipient = m.recipient) as blocked`;

  async function finish({ vendor, id, letter, attempts }: Claim, lease: string, end: End): Promise<void> {
    const fault = 'fault' in end ? end.fault : null;
    await sql`
      update messages set state = ${end.state}, sealed = null, lease = null, finished_at = ${inMs(0)}, fault = ${fault}
      where vendor = ${vendor} and id = ${id} and state = 'queued' and lease = ${lease}`;
    const told = { vendor, id, letter, attempts, ...(fault === null ? {} : { fault }) };
    logger[end.state === 'sent' ? 'info' : 'warn'](told, `MESSAGE_${end.state.toUpperCase()}`);
  }

  async function postpone(claimed: Claim, lease: string, fault: string): Promise<void> {
    const { vendor, id, letter, attempts } = claimed;
    await sql`
      update messages set lease = null, due_at = ${inMs(waitAfter(claimed))}, fault = ${fault}
      where vendor = ${vendor} and id = ${id} and state = 'queued' and lease = ${lease}`;
    logger.warn({ vendor, id, letter, attempts, fault }, 'MESSAGE_POSTPONED');
  }

  function outgoing(claimed: Claim): OutgoingMessage {
    const { vendor, id, channel, letter, sealed, queued } = claimed;
    const { to, language, params } = seal.open(vendor, id, sealed);
    const composed = compose({ vendor, channel, language, letter, params });
    return { ...composed, vendor, id, channel, letter, to, language, queuedAt: new Date(queued) };
  }

  async function send(message: OutgoingMessage): Promise<SendResult> {
    const tooLong = AbortSignal.timeout(sendWithinMs);
    const signal = AbortSignal.any([tooLong, stopping.signal]);
    const { promise: aborted, reject } = Promise.withResolvers<never>();
    const onAbort = () => reject(Object.assign(new Error('Too slow.'), { code: 'ETIMEDOUT' }));
    signal.addEventListener('abort', onAbort);
    try {
      return await Promise.race([providers[message.channel].send(message, signal), aborted]);
    } catch (error) {
      return { outcome: 'postponed', fault: faultOf(error) };
    } finally {
      signal.removeEventListener('abort', onAbort);
    }
  }

  async function process(claimed: Claim, lease: string): Promise<void> {
    if (claimed.blocked) return finish(claimed, lease, { state: 'blocked' });
    if (claimed.expires <= now().getTime()) return finish(claimed, lease, { state: 'expired' });
    let message: OutgoingMessage;
    try {
      message = outgoing(claimed);
    } catch (error) {
      logger.error({ err: error, letter: claimed.letter }, 'MESSAGE_NOT_COMPOSED');
      return finish(claimed, lease, { state: 'failed', fault: 'NOT_COMPOSED' });
    }
    const result = await send(message);
    if (result.outcome === 'sent') return finish(claimed, lease, { state: 'sent' });
    if (result.outcome === 'postponed') {
      if (result.isOperators) logger.error({ fault: result.fault }, 'MESSAGE_SETTINGS_REFUSED');
      return postpone(claimed, lease, result.fault);
    }
    // The block first: a crash in between tries the address once more, and finds it blocked.
    if (result.isStopped) await sql.begin((transaction) => messages.stop(transaction, message));
    if (result.isAddress) await messages.undeliverable(message);
    return finish(claimed, lease, { state: 'refused', fault: result.fault });
  }

  /** Sends one after the other, and has a neighbor do so while there may be more: a slow one holds up nobody else. */
  async function drain(): Promise<void> {
    for (;;) {
      const lease = randomUUID();
      const [claimed] = isStopping ? [] : await claim(lease);
      if (!claimed) return;
      count += 1;
      spawn();
      await process(claimed, lease);
    }
  }

  function spawn(): void {
    if (running.size >= AT_ONCE || isStopping) return;
    const one: Promise<void> = drain()
      .catch((error: unknown) => logger.error({ err: error }, 'MESSAGES_POSTPONED'))
      .finally(() => running.delete(one));
    running.add(one);
  }

  async function untilQuiet(): Promise<void> {
    while (running.size > 0) await Promise.all(running);
  }

  return {
    name: 'messages',
    async deliver() {
      const before = count;
      spawn();
      await untilQuiet();
      return count - before;
    },
    start() {
      timer = setInterval(spawn, LOOK_MS);
      timer.unref();
    },
    async stop() {
      isStopping = true;
      clearInterval(timer);
      const patience = setTimeout(() => stopping.abort(), STOP_WITHIN_MS);
      await untilQuiet();
      clearTimeout(patience);
    },
  };
}

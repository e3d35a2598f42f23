/**
 * Gives up what Apple gave for links that are gone: queued in the transaction that removes the link, done once that is committed, and tried again for as long
 * as Apple can't be reached. It may be done twice, which changes nothing there.
 */
import { randomUUID } from 'node:crypto';
import type { Sql, Transaction } from '../../base/database/database.ts';
import type { Logger } from '../../base/process/log.ts';
import type { Apple } from '../../providers/apple/apple.ts';
import type { AppleSeal } from './seal.ts';

export interface Revocations {
  /** Removes what is kept of a link. */
  takeLink(transaction: Transaction, vendor: string, subject: string): Promise<void>;
  /** Does what is due; one after the other, however often it is asked for. Never rejects. */
  run(): Promise<void>;
}

const AT_ONCE = 20;
const FIRST_WAIT_MS = 15 * 60_000;
const MAX_WAIT_MS = 24 * 60 * 60_000;
/** After that the operator has other keys, or Apple another mind. */
const KEPT_MS = 30 * MAX_WAIT_MS;

interface Due {
  readonly vendor: string;
  readonly id: string;
  readonly subject: string;
  readonly token: Uint8Array;
}

export function createRevocations(dependencies: {
  readonly sql: Sql;
  /** Undefined without keys. */
  readonly apple: Pick<Apple, 'revoke'> | undefined;
  readonly seal: AppleSeal;
  readonly logger: Logger;
  readonly now: () => Date;
}): Revocations {
  const { sql, apple, seal, logger, now } = dependencies;
  const inMs = (milliseconds: number) => new Date(now().getTime() + milliseconds).toISOString();
  let running: Promise<void> = Promise.resolve();

  /** Of several processes one has it, until it is due again. */
  const claim = () => sql<Due[]>`
    with due as (
      select vendor, id from apple_revocations where due_at <= ${inMs(0)} order by due_at limit ${AT_ONCE} for update skip locked)
    update apple_revocations r set tries = tries + 1,
      due_at = ${inMs(0)}::timestamptz + least(${FIRST_WAIT_MS} * power(2, r.tries), ${MAX_WAIT_MS}) * interval '1 millisecond'
    from due where r.vendor = due.vendor and r.id = due.id
    returning r.vendor, r.id, r.subject, r.refresh_token as token`;

  async function giveUp({ vendor, id, subject, token }: Due, at: Pick<Apple, 'revoke'>): Promise<void> {
    try {
      await at.revoke(seal.open([vendor, subject], token));
    } catch (error) {
      // Its message may name what Apple answered.
      logger.warn({ fault: error instanceof Error ? error.name : 'unknown' }, 'APPLE_NOT_REVOKED');
      return;
    }
    await sql`delete from apple_revocations where vendor = ${vendor} and id = ${id}`;
  }

  async function turn(): Promise<void> {
    if (apple) for (const due of await claim()) await giveUp(due, apple);
    const old = await sql`delete from apple_revocations where removed_at <= ${inMs(-KEPT_MS)} returning id`;
    if (old.length > 0) logger.error({ count: old.length }, 'APPLE_REVOCATIONS_DROPPED');
  }

  return {
    async takeLink(transaction, vendor, subject) {
      await transaction`
        with gone as (
          delete from apple_links where vendor = ${vendor} and subject = ${subject} returning refresh_token)
        insert into apple_revocations (vendor, id, subject, refresh_token, removed_at, due_at)
        select ${vendor}, ${randomUUID()}, ${subject}, refresh_token, ${inMs(0)}, ${inMs(0)} from gone where refresh_token is not null`;
    },
    run() {
      running = running
        .then(turn)
        .catch((error: unknown) => logger.error({ err: error }, 'APPLE_REVOCATIONS_POSTPONED'));
      return running;
    },
  };
}

/** Goes the rounds while the server runs, in as many processes as there are: each piece of work is claimed for a lease. */
import type { Sql } from '../../base/database/database.ts';
import type { Logger } from '../../base/process/log.ts';
import type { Job } from '../../core/jobs/job.ts';
import type { Rounds } from './rounds.ts';

const LOOK_MS = 1_000;
const DAY_MS = 86_400_000;
/** What is booked late at the provider is compared again. */
const OVERLAP_MS = 3 * DAY_MS;

/** Once a day for each vendor, by whichever process is first. */
export async function reconcileDue(sql: Sql, rounds: Pick<Rounds, 'reconcile'>, now: Date): Promise<void> {
  const due = await sql<{ vendor: string; since: string }[]>`
    update payment_environments e set reconciled_at = ${now.toISOString()}
    from (select vendor, reconciled_at from payment_environments
      where reconciled_at is null or reconciled_at <= ${new Date(now.getTime() - DAY_MS).toISOString()} for update skip locked) was
    where e.vendor = was.vendor
    returning e.vendor, to_char(coalesce(was.reconciled_at, e.confirmed_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as since`;
  for (const { vendor, since } of due) {
    const missing = await rounds.reconcile(vendor, new Date(Date.parse(since) - OVERLAP_MS));
    const strays = missing.filter(({ order }) => order === null).length;
    await sql`update payment_environments set strays = ${strays} where vendor = ${vendor}`;
  }
}

/** Of the last comparison. */
export async function strayMovements(sql: Sql, vendor: string): Promise<number> {
  const [row] = await sql<[{ strays: number }?]>`
    select strays from payment_environments where vendor = ${vendor}`;
  return row?.strays ?? 0;
}

export function createPaymentJob(rounds: Rounds, logger: Logger): Job {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;

  function look(): void {
    running ??= (async () => {
      await rounds.events();
      await rounds.work();
    })()
      .catch((error: unknown) => logger.error({ err: error }, 'PAYMENTS_POSTPONED'))
      .finally(() => {
        running = undefined;
      });
  }

  return {
    name: 'payments',
    start() {
      timer = setInterval(look, LOOK_MS);
      timer.unref();
    },
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}

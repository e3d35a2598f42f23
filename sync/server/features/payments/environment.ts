/**
 * Where this database is. A copy of it, such as a restored backup or a clone for tests, would charge the same patients once more, so that it moves no money
 * until staff say that it is the one that does: `npm run payments -- resume`.
 */
import { createHmac } from 'node:crypto';
import type { Sql } from '../../base/database/database.ts';

export interface Environment {
  mayMove(vendor: string): Promise<boolean>;
}

/** A restore makes another database, and a copy elsewhere has other keys or another address. */
export async function environmentOf(sql: Sql, secret: Uint8Array): Promise<string> {
  const [row] = await sql<[{ oid: string }]>`
    select oid::text as oid from pg_database where datname = current_database()`;
  return createHmac('sha256', secret).update(`payments:${row.oid}`).digest('hex');
}

/** Before the first payment there is nothing to protect. */
async function adopt(sql: Sql, vendor: string, environment: string, now: Date): Promise<string | undefined> {
  await sql`
    insert into payment_environments (vendor, environment, confirmed_at)
    select ${vendor}, ${environment}, ${now.toISOString()}
    where not exists (select 1 from payments where vendor = ${vendor} and provider is not null)
    on conflict do nothing`;
  const [row] = await sql<[{ environment: string }?]>`
    select environment from payment_environments where vendor = ${vendor}`;
  return row?.environment;
}

export function createEnvironment({
  sql,
  secret,
  now,
}: {
  readonly sql: Sql;
  readonly secret: Uint8Array;
  readonly now: () => Date;
}): Environment {
  return {
    async mayMove(vendor) {
      const own = await environmentOf(sql, secret);
      return (await adopt(sql, vendor, own, now())) === own;
    },
  };
}

/** Staff have looked at what happened since the copy was made. @returns the vendors. */
export async function resumePayments(sql: Sql, secret: Uint8Array, now: Date): Promise<readonly string[]> {
  const own = await environmentOf(sql, secret);
  const rows = await sql<{ vendor: string }[]>`
    insert into payment_environments (vendor, environment, confirmed_at)
    select distinct vendor, ${own}, ${now.toISOString()}::timestamptz from payments
    on conflict (vendor) do update set environment = excluded.environment, confirmed_at = excluded.confirmed_at
      where payment_environments.environment <> excluded.environment
    returning vendor`;
  return rows.map(({ vendor }) => vendor).toSorted();
}

/** Whose payments wait for staff. */
export async function waitingVendors(sql: Sql, secret: Uint8Array): Promise<readonly string[]> {
  const own = await environmentOf(sql, secret);
  const rows = await sql<{ vendor: string }[]>`
    select vendor from payment_environments where environment <> ${own} order by vendor`;
  return rows.map(({ vendor }) => vendor);
}

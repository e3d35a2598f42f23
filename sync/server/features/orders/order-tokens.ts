/** Who may open an order: whoever holds one of its tokens. The server keeps their hashes alone. */
import { createHash, randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Sql, Transaction } from '../../base/database/database.ts';
import type { HeldOrder } from '../../http/access/access.ts';

const HOUR_MS = 3_600_000;
/** Of one that was minted: for a link, or for another device of the person. */
export const TOKEN_MS = 72 * HOUR_MS;
const TOKEN = /^Order ([A-Za-z0-9_-]{43})$/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

const hashOf = (token: string) => createHash('sha256').update(token).digest();

/** One that another order has opens that one, and nothing else. */
export async function keepToken(
  transaction: Transaction,
  token: {
    readonly vendor: string;
    readonly order: string;
    readonly token: string;
    readonly expiresAt: Date | null;
  },
): Promise<void> {
  await transaction`
    insert into order_tokens (vendor, sha256, "order", expires_at)
    values (${token.vendor}, ${hashOf(token.token)}, ${token.order}, ${token.expiresAt?.toISOString() ?? null}) on conflict do nothing`;
}

export async function mintToken(
  transaction: Transaction,
  { vendor, order }: HeldOrder,
  at: Date,
): Promise<{ readonly token: string; readonly expiresAt: Date }> {
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(at.getTime() + TOKEN_MS);
  await keepToken(transaction, { vendor, order, token, expiresAt });
  return { token, expiresAt };
}

/** @returns the order that the token opens: of another name of one, that one. */
export function createFindOrder(sql: Sql, now: () => Date) {
  return async (
    { headers }: FastifyRequest,
    { vendor, order }: HeldOrder,
  ): Promise<HeldOrder | undefined> => {
    const [, token] = TOKEN.exec(headers.authorization ?? '') ?? [];
    if (token === undefined || !UUID.test(order)) return undefined;
    const [row] = await sql<[{ id: string }?]>`
      select coalesce(o.same_as, o.id) as id from order_tokens t join orders o on o.vendor = t.vendor and o.id = t."order"
      where t.vendor = ${vendor} and t.sha256 = ${hashOf(token)} and t."order" = ${order}
        and (t.expires_at is null or t.expires_at > ${now().toISOString()})`;
    return row && { vendor, order: row.id };
  };
}

export async function sweepTokens(sql: Sql, now: Date): Promise<void> {
  await sql`delete from order_tokens where expires_at <= ${now.toISOString()}`;
}

/** Who may open an order: whoever holds one of its tokens. The server keeps their hashes alone. */
import { createHash, randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Sql, Transaction } from '../../base/database/database.ts';
import type { HeldOrder } from '../../http/access/access.ts';

const HOUR_MS = 3_600_000;
/** Of one that was minted: for a link, or for another device of the person. */
export const TOKEN_MS = 72 * HOUR_MS;
/** Of one that is shown as a code: it opens nothing but the way to a token, once. */
export const HAND_OFF_MS = 5 * 60_000;
const TOKEN = /^(Order|HandOff) ([A-Za-z0-9_-]{43})$/;
export const OPENING = '/hand-off/opening';
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

const hashOf = (token: string) => createHash('sha256').update(token).digest();
/** Another one than a token's: who sends it as that opens nothing. */
const handOffHash = (token: string) => hashOf(`hand-off:${token}`);

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

const newToken = () => randomBytes(32).toString('base64url');

/** @param endsAt it ends by then, if not before */
export async function mintToken(
  transaction: Transaction,
  { vendor, order }: HeldOrder,
  at: Date,
  endsAt: Date | null = null,
  token = newToken(),
): Promise<{ readonly token: string; readonly expiresAt: Date }> {
  const expiresAt = new Date(
    Math.min(at.getTime() + TOKEN_MS, endsAt?.getTime() ?? Number.POSITIVE_INFINITY),
  );
  await keepToken(transaction, { vendor, order, token, expiresAt });
  return { token, expiresAt };
}

/** For another device of who holds the order: shown to its camera, and exchanged there, for no longer than the token is good for that it is asked with. */
export async function mintHandOff(
  transaction: Transaction,
  { headers }: FastifyRequest,
  { vendor, order }: HeldOrder,
  at: Date,
): Promise<{ readonly token: string; readonly expiresAt: Date }> {
  const [, , held = ''] = TOKEN.exec(headers.authorization ?? '') ?? [];
  const token = newToken();
  const expiresAt = new Date(at.getTime() + HAND_OFF_MS);
  await transaction`
    insert into order_tokens (vendor, sha256, "order", expires_at, ends_at)
    select ${vendor}, ${handOffHash(token)}, ${order}, ${expiresAt.toISOString()}::timestamptz, held.expires_at
    from order_tokens held where held.vendor = ${vendor} and held.sha256 = ${hashOf(held)}`;
  return { token, expiresAt };
}

/** Counts once. @param wanted what the device opens it by, also where our answer is lost. @returns a token of 72 hours at most instead; undefined where it was used meanwhile. */
export async function exchangeHandOff(
  transaction: Transaction,
  { headers }: FastifyRequest,
  held: HeldOrder,
  at: Date,
  wanted?: string,
): Promise<{ readonly token: string; readonly expiresAt: Date } | undefined> {
  const [, , token = ''] = TOKEN.exec(headers.authorization ?? '') ?? [];
  const [used] = await transaction<[{ ends_at: string | null }?]>`
    delete from order_tokens where vendor = ${held.vendor} and sha256 = ${handOffHash(token)} returning ends_at`;
  return (
    used && mintToken(transaction, held, at, used.ends_at === null ? null : new Date(used.ends_at), wanted)
  );
}

/** @returns the order that the token opens: of another name of one, that one. */
export function createFindOrder(sql: Sql, now: () => Date) {
  return async (
    { headers, routeOptions }: FastifyRequest,
    { vendor, order }: HeldOrder,
  ): Promise<HeldOrder | undefined> => {
    const [, scheme, token] = TOKEN.exec(headers.authorization ?? '') ?? [];
    if (token === undefined || !UUID.test(order)) return undefined;
    const isOpening = routeOptions.url?.endsWith(OPENING) === true;
    if (isOpening !== (scheme === 'HandOff')) return undefined;
    const hash = isOpening ? handOffHash(token) : hashOf(token);
    const [row] = await sql<[{ id: string }?]>`
      select coalesce(o.same_as, o.id) as id from order_tokens t join orders o on o.vendor = t.vendor and o.id = t."order"
      where t.vendor = ${vendor} and t.sha256 = ${hash} and t."order" = ${order}
        and (t.expires_at is null or t.expires_at > ${now().toISOString()})`;
    return row && { vendor, order: row.id };
  };
}

export async function sweepTokens(sql: Sql, now: Date): Promise<void> {
  await sql`delete from order_tokens where expires_at <= ${now.toISOString()}`;
}

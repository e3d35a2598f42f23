/** Partners' keys: a row says that there is one; the secret derives from the server's own, so that nobody who has the rows can sign. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import {
  isInTime,
  readPartnerToken,
  type SignedId,
  signedText,
} from '../../../domain/embed/partner-token.ts';
import type { Sql, Transaction } from '../../base/database/database.ts';

export interface PartnerKey {
  readonly keyId: string;
  /** The origin of its pages. */
  readonly partner: string;
  readonly createdAt: Date;
  readonly revokedAt: Date | null;
}

export interface Claim extends Omit<SignedId, 'expires'> {
  readonly partner: string;
  readonly token: string;
}

export interface PartnerKeys {
  /** @returns what the partner's server signs with, shown once: `{key}.{secret}`. */
  issue(vendor: string, partner: string): Promise<string>;
  list(vendor: string): Promise<readonly PartnerKey[]>;
  /** @returns whether there was one that was in use. */
  revoke(vendor: string, keyId: string): Promise<boolean>;
  /** Whether this partner's server has signed that id for this form, and not too long ago. */
  verify(claim: Claim, within?: Transaction): Promise<boolean>;
}

export interface PartnerKeysDependencies {
  readonly sql: Sql;
  /** The server's. */
  readonly secret: Uint8Array;
  readonly now: () => Date;
}

export function createPartnerKeys({ sql, secret, now }: PartnerKeysDependencies): PartnerKeys {
  const secretOf = (vendor: string, partner: string, keyId: string) =>
    createHmac('sha256', secret).update(`partner key\n${vendor}\n${partner}\n${keyId}`).digest('base64url');
  return {
    async issue(vendor, partner) {
      const keyId = randomBytes(6).toString('hex');
      await sql`
        insert into partner_keys (vendor, key_id, partner, created_at)
        values (${vendor}, ${keyId}, ${partner}, ${now().toISOString()})`;
      return `${keyId}.${secretOf(vendor, partner, keyId)}`;
    },

    async list(vendor) {
      const rows = await sql<
        { key_id: string; partner: string; created_at: string; revoked_at: string | null }[]
      >`select key_id, partner, created_at, revoked_at from partner_keys where vendor = ${vendor} order by created_at, key_id`;
      return rows.map((row) => ({
        keyId: row.key_id,
        partner: row.partner,
        createdAt: new Date(row.created_at),
        revokedAt: row.revoked_at === null ? null : new Date(row.revoked_at),
      }));
    },

    async revoke(vendor, keyId) {
      const rows = await sql`
        update partner_keys set revoked_at = ${now().toISOString()}
        where vendor = ${vendor} and key_id = ${keyId} and revoked_at is null returning key_id`;
      return rows.length > 0;
    },

    async verify({ partner, token, ...id }, within: Sql | Transaction = sql) {
      const read = readPartnerToken(token);
      if (!read || !isInTime(read, now())) return false;
      const { keyId, expires, signature } = read;
      const [row] = await within`
        select 1 from partner_keys where vendor = ${id.vendor} and key_id = ${keyId} and partner = ${partner} and revoked_at is null`;
      if (!row) return false;
      const right = createHmac('sha256', secretOf(id.vendor, partner, keyId))
        .update(signedText({ ...id, expires }))
        .digest();
      return timingSafeEqual(right, Buffer.from(signature, 'base64url'));
    },
  };
}

/**
 * Backups that an operator makes with other means (snapshots of a disk, WAL archives, a hosted database's own). The product can't read
 * them back; it can say how far one reaches that begins now, and take the operator's word that it was verified.
 */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Sql } from '../../base/database/database.ts';
import { moveSafeThrough, takeHorizon, type VendorEpoch } from './horizon.ts';

export interface OperatorBackups {
  /** Before the backup begins. @returns the token to report it with. */
  mark(): Promise<{ readonly token: string; readonly through: number }>;
  /** After it was verified. */
  verified(token: string): Promise<OperatorReport>;
}

export type OperatorReport =
  | { readonly ok: true; readonly through: number; readonly vendors: readonly string[] }
  /** `restored`: every epoch that the mark saw has ended. */
  | { readonly ok: false; readonly reason: 'unknown' | 'used' | 'restored' };

/** What `backups.place` holds for a mark: the epochs for which it is good. */
const markSchema = z.object({ epochs: z.record(z.string(), z.uuid()) });

function readEpochs(place: string): readonly VendorEpoch[] {
  const { epochs } = markSchema.parse(JSON.parse(place));
  return Object.entries(epochs).map(([vendor, epoch]) => ({ vendor, epoch }));
}

export function createOperatorBackups(sql: Sql, now: () => Date): OperatorBackups {
  return {
    async mark() {
      const { through, takenAt, epochs } = await takeHorizon(sql);
      const token = randomUUID();
      const place = JSON.stringify({
        epochs: Object.fromEntries(epochs.map(({ vendor, epoch }) => [vendor, epoch])),
      });
      await sql`
        insert into backups (id, taken_at, through_seq, kind, place)
        values (${token}, ${takenAt.toISOString()}, ${through}, 'operator', ${place})`;
      return { token, through };
    },

    verified(token) {
      return sql.begin(async (transaction): Promise<OperatorReport> => {
        if (!z.uuid().safeParse(token).success) return { ok: false, reason: 'unknown' };
        const [mark] = await transaction<
          [{ through_seq: string; verified_at: string | null; place: string }?]
        >`select through_seq, verified_at, place from backups where id = ${token} and kind = 'operator' for update`;
        if (!mark) return { ok: false, reason: 'unknown' };
        if (mark.verified_at !== null) return { ok: false, reason: 'used' };
        const through = Number(mark.through_seq);
        const epochs = readEpochs(mark.place);
        const at = now();
        const vendors = await moveSafeThrough(transaction, { id: token, through, epochs }, at);
        if (epochs.length > 0 && vendors.length === 0) return { ok: false, reason: 'restored' };
        await transaction`update backups set verified_at = ${at.toISOString()} where id = ${token}`;
        return { ok: true, through, vendors };
      });
    },
  };
}

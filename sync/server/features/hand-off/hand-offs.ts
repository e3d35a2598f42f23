/** An unfinished intake on its way to a phone: ciphertext whose key is in no request. */
import { HAND_OFF_MINUTES, type HandOff } from '../../../protocol/api/hand-off.ts';
import type { Sql } from '../../base/database/database.ts';

export interface HandOffs {
  /** @returns whether it was taken: not where the id is another kiosk's. */
  put(vendor: string, kiosk: string, id: string, handOff: HandOff): Promise<boolean>;
  /** The one that fetches it has it, and nobody after: one statement deletes and gives it. */
  claim(vendor: string, id: string): Promise<HandOff | undefined>;
}

export function createHandOffs(sql: Sql, now: () => Date): HandOffs {
  return {
    async put(vendor, kiosk, id, { iv, sealed }) {
      const expiresAt = new Date(now().getTime() + HAND_OFF_MINUTES * 60_000).toISOString();
      const put = await sql`
        insert into hand_offs (vendor, id, kiosk, iv, sealed, expires_at)
        values (${vendor}, ${id}, ${kiosk}, ${iv}, ${sealed}, ${expiresAt})
        on conflict (vendor, id) do update set iv = excluded.iv, sealed = excluded.sealed, expires_at = excluded.expires_at
          where hand_offs.kiosk = excluded.kiosk
        returning id`;
      return put.length > 0;
    },

    async claim(vendor, id) {
      const [row] = await sql<[{ iv: string; sealed: string; fresh: boolean }?]>`
        delete from hand_offs where vendor = ${vendor} and id = ${id}
        returning iv, sealed, expires_at > ${now().toISOString()}::timestamptz as fresh`;
      return row?.fresh ? { iv: row.iv, sealed: row.sealed } : undefined;
    },
  };
}

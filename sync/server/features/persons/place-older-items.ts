/** Puts with their patients what was stored before anybody looked for patients. */
import type { Sql } from '../../base/database/database.ts';
import { orderFeed } from '../../core/ingest/feed-order.ts';
import { placeItems } from './place-items.ts';

const BATCH = 200;

/** In small transactions, safe in several processes at once. @param isStopped asked between them. */
export async function placeOlderItems(sql: Sql, isStopped: () => boolean): Promise<void> {
  for (let found = BATCH; found === BATCH && !isStopped(); )
    found = await sql.begin(async (transaction) => {
      await orderFeed(transaction);
      // Those without terms are indexed at this start, too, and come after it.
      const rows = await transaction<{ vendor: string; id: string }[]>`
        select i.vendor, i.id from inbox_items i
        where i.search_version > 0 and not exists (
          select 1 from patient_items p where p.vendor = i.vendor and p.item = i.id)
        order by i.vendor, i.id limit ${BATCH}`;
      await placeItems(transaction, rows);
      return rows.length;
    });
}

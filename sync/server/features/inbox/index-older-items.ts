/** Indexes for search what was stored before there was an index, or by older rules. */
import { z } from 'zod';
import type { Sql } from '../../base/database/database.ts';
import { orderFeed } from '../../core/ingest/feed-order.ts';
import { settleSessions } from './inbox-rows.ts';
import { type Searched, storeSearchTerms } from './search/search-index.ts';

const BATCH = 200;

/** As much of a summary as is searched; what can't be read of it isn't found by it. */
const searchedSchema = z.object({
  patientName: z.string().nullable().catch(null),
  birthDate: z.string().nullable().catch(null),
});

function read(summary: string): Searched['summary'] {
  try {
    return searchedSchema.parse(JSON.parse(summary));
  } catch {
    return { patientName: null, birthDate: null };
  }
}

/**
 * Indexes what was stored before there was an index, or by older rules, and has it stand in the row of its session. In small transactions,
 * safe in several processes at once.
 * @param isStopped asked between them.
 */
export async function indexOlderItems(sql: Sql, isStopped: () => boolean): Promise<void> {
  for (let found = BATCH; found === BATCH && !isStopped(); )
    found = await sql.begin(async (transaction) => {
      await orderFeed(transaction);
      const rows = await transaction<
        {
          vendor: string;
          id: string;
          code: string;
          summary: string;
          device: string;
          session: string | null;
        }[]
      >`
        select vendor, id, code, summary, device, session from inbox_items
        where search_version = 0 order by vendor, id limit ${BATCH}`;
      await storeSearchTerms(
        transaction,
        rows.map(({ vendor, id, code, summary }) => ({ vendor, id, code, summary: read(summary) })),
      );
      await settleSessions(
        transaction,
        rows.flatMap(({ vendor, device, session }) =>
          session === null ? [] : [{ vendor, device, session }],
        ),
      );
      return rows.length;
    });
}

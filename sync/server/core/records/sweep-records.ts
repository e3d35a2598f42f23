/** Removes what no device needs to be told any more; a device that has been away for longer reads everything again. */
import { TOMBSTONE_DAYS } from '../../../protocol/wire.ts';
import type { Sql } from '../../base/database/database.ts';
import type { Turn } from '../jobs/turns.ts';
import type { PersonName } from './record-writer.ts';

const DAY_MS = 86_400_000;
/** Persons in one go; the others have their turn next time. */
const BATCH = 500;

export function createRecordSweep(sql: Sql, now: () => Date): Turn {
  async function sweep({ vendor, person }: PersonName, before: string): Promise<void> {
    await sql.begin(async (transaction) => {
      // Before its rows, as who writes to the feed locks them.
      await transaction`
        select 1 from person_feeds where vendor = ${vendor} and person = ${person} for update`;
      await transaction`
        with gone as (
          delete from records where vendor = ${vendor} and person = ${person} and body is null and at < ${before} returning seq
        ), told as (
          delete from record_operations where vendor = ${vendor} and person = ${person} and at < ${before} returning seq
        )
        update person_feeds set floor = greatest(floor, (select max(seq) from gone), (select max(seq) from told))
        where vendor = ${vendor} and person = ${person}`;
      // A cursor stays good for as long as nothing has come after its commit, and that long from then on.
      await transaction`
        delete from record_commits c where vendor = ${vendor} and person = ${person} and exists (
          select 1 from record_commits n
          where n.vendor = c.vendor and n.person = c.person and n.seq > c.seq and n.at < ${before})`;
    });
  }

  return async () => {
    const before = new Date(now().getTime() - TOMBSTONE_DAYS * DAY_MS).toISOString();
    const vendors = await sql<{ vendor: string }[]>`select distinct vendor from person_feeds order by vendor`;
    for (const { vendor } of vendors) {
      const persons = await sql<{ person: string }[]>`
        select person from records where vendor = ${vendor} and body is null and at < ${before}
        union select person from record_operations where vendor = ${vendor} and at < ${before}
        union select c.person from record_commits c where c.vendor = ${vendor} and c.at < ${before} and exists (
          select 1 from record_commits n
          where n.vendor = c.vendor and n.person = c.person and n.seq > c.seq and n.at < ${before})
        limit ${BATCH}`;
      for (const { person } of persons) await sweep({ vendor, person }, before);
    }
  };
}

/** The feeds of records in PostgreSQL, each as it is at one moment. */
import { z } from 'zod';
import type { Settled } from '../../../protocol/api/records.ts';
import { problemSchema } from '../../../protocol/base/problem.ts';
import type { Sql, Transaction } from '../../base/database/database.ts';
import type { FeedView, ViewFeed } from './record-feed.ts';
import type { PersonName } from './record-writer.ts';

const storedBody = z.string().transform((text) => z.record(z.string(), z.unknown()).parse(JSON.parse(text)));
const storedProblem = z.string().transform((text) => problemSchema.parse(JSON.parse(text)));

function viewOf(sql: Transaction, { vendor, person }: PersonName): FeedView {
  return {
    async state() {
      const [row] = await sql<
        [{ epoch: string; head: string; floor: string; generation: number; mark: string }?]
      >`
        select e.epoch, coalesce(f.head, 0) as head, coalesce(f.floor, 0) as floor, coalesce(f.generation, 0) as generation,
          coalesce(c.mark, 0) as mark
        from epochs e
        left join person_feeds f on f.vendor = e.vendor and f.person = ${person}
        left join record_commits c on c.vendor = f.vendor and c.person = f.person and c.seq = f.head
        where e.vendor = ${vendor} and e.current`;
      if (!row) return undefined;
      const { epoch, generation } = row;
      return {
        ...{ epoch, generation },
        head: Number(row.head),
        floor: Number(row.floor),
        mark: Number(row.mark),
      };
    },

    async hasCommit(seq, mark) {
      const found = await sql`
        select 1 from record_commits where vendor = ${vendor} and person = ${person} and seq = ${seq} and mark = ${mark}`;
      return found.length > 0;
    },

    async sizes(after, limit) {
      const rows = await sql<{ seq: string; bytes: number }[]>`
        select seq, bytes from (
          (select seq, coalesce(octet_length(body), 0) + octet_length(to_json(kind)::text) + octet_length(to_json(id)::text)
              + coalesce(octet_length(to_json(reason)::text), 0) as bytes
            from records where vendor = ${vendor} and person = ${person} and seq > ${after} order by seq limit ${limit})
          union all
          (select seq, coalesce(octet_length(problem), 0)
            from record_operations where vendor = ${vendor} and person = ${person} and seq > ${after} order by seq limit ${limit})
        ) r
        order by seq limit ${limit}`;
      return rows.map(({ seq, bytes }) => ({ seq: Number(seq), bytes }));
    },

    async records(after, through) {
      const rows = await sql<
        { kind: string; v: number; id: string; seq: string; body: string | null; reason: string | null }[]
      >`
        select kind, v, id, seq, body, reason from records
        where vendor = ${vendor} and person = ${person} and seq > ${after} and seq <= ${through} order by seq`;
      return rows.map(({ kind, v, id, seq, body, reason }) => ({
        ...{ kind, v, id },
        seq: Number(seq),
        body: body === null ? null : storedBody.parse(body),
        ...(reason === null ? {} : { reason }),
      }));
    },

    async settled(after, through) {
      const rows = await sql<
        { op_id: string; seq: string; outcome: Settled['outcome']; problem: string | null }[]
      >`
        select op_id, seq, outcome, problem from record_operations
        where vendor = ${vendor} and person = ${person} and seq > ${after} and seq <= ${through} order by seq`;
      return rows.map(({ op_id: opId, seq, outcome, problem }) => ({
        ...{ opId, outcome },
        seq: Number(seq),
        ...(problem === null ? {} : { problem: storedProblem.parse(problem) }),
      }));
    },
  };
}

/** On the primary: a replica may be behind a number that was told. */
export const viewFeedsOf =
  (sql: Sql): ViewFeed =>
  (name, read) =>
    sql.begin('isolation level repeatable read read only', (transaction) => read(viewOf(transaction, name)));

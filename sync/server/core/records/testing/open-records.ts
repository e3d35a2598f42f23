/** The feed of records over a database of its own, and a device that reads it as the product's does. */
import type { PersonRecord, RecordsPage, Settled } from '../../../../protocol/api/records.ts';
import { recordsPageSchema } from '../../../../protocol/api/records.ts';
import type { Sql } from '../../../base/database/database.ts';
import { createPostgresLedger } from '../../ingest/postgres-ledger.ts';
import { viewFeedsOf } from '../postgres-feed.ts';
import type { RecordChange } from '../publishing.ts';
import { createRecordFeed, type PageLimits } from '../record-feed.ts';
import { createPublishWithin, type PersonName } from '../record-writer.ts';
import { createRecordSweep } from '../sweep-records.ts';

export function openRecords(sql: Sql, limits?: PageLimits) {
  let passed = 0;
  const now = () => new Date(Date.now() + passed);
  const ledger = createPostgresLedger(sql);
  const publishWithin = createPublishWithin({ sql, now });
  return {
    publishWithin,
    ledger,
    read: createRecordFeed({
      view: viewFeedsOf(sql),
      now,
      mintEpoch: ledger.epoch,
      ...(limits ? { limits } : {}),
    }),
    sweep: createRecordSweep(sql, now),
    pass(days: number) {
      passed += days * 86_400_000;
    },
    /** One commit. */
    publish: (...changes: readonly RecordChange[]) =>
      publishWithin(async (_transaction, { record }) => {
        for (const change of changes) record(change);
      }),
    settle: (...operations: readonly (PersonName & { readonly opId: string })[]) =>
      publishWithin(async (_transaction, { settle }) => {
        for (const operation of operations) settle({ ...operation, outcome: 'applied' });
      }),
  };
}
export type TestRecords = ReturnType<typeof openRecords>;

export function note(
  { vendor, person }: PersonName,
  id: string,
  text: string | null,
  reason?: string,
): RecordChange {
  const body = text === null ? null : { text };
  return { vendor, person, kind: 'note', v: 1, id, body, ...(reason === undefined ? {} : { reason }) };
}

export type Base = ReadonlyMap<string, PersonRecord>;
export const nameOf = ({ kind, id }: Pick<PersonRecord, 'kind' | 'id'>) => `${kind} ${id}`;

/** Collects pages apart, and takes them over with the cursor once they are complete. */
export function createReader(read: TestRecords['read'], name: PersonName) {
  let base: Base = new Map();
  let settled: readonly Settled[] = [];
  let cursor: string | undefined;
  return {
    base: () => base,
    settled: () => settled,
    cursor: () => cursor,
    texts: () =>
      Object.fromEntries([...base.values()].map(({ id, body }) => [id, body === null ? null : body.text])),
    /** @param onPage between two pages, before the next is asked for. @returns the pages. */
    async pull(onPage?: (page: RecordsPage) => Promise<void>): Promise<readonly RecordsPage[]> {
      const pages: RecordsPage[] = [];
      let shadow = new Map(base);
      let at = cursor;
      for (;;) {
        const page = recordsPageSchema.parse(await read(name, at));
        pages.push(page);
        if (page.first) shadow = new Map();
        for (const record of page.records) {
          if (record.body === null) shadow.delete(nameOf(record));
          else shadow.set(nameOf(record), record);
        }
        at = page.cursor;
        if (!page.more) break;
        await onPage?.(page);
      }
      base = shadow;
      cursor = at;
      settled = pages.flatMap((page) => page.settled);
      return pages;
    },
  };
}

/**
 * Merges persons who turned out to be one, and gives a guest's forms to the person who sent them. Staff decide it, having checked who they are; every row that is moved is
 * journaled, and can be moved back.
 */
import { randomUUID } from 'node:crypto';
import type { Sql, Transaction } from '../../base/database/database.ts';
import { ProblemError } from '../../base/problems.ts';
import { recordAudit } from '../../core/audit/audit-log.ts';
import { orderFeed } from '../../core/ingest/feed-order.ts';
import type { Publish, PublishWithin } from '../../core/records/publishing.ts';
import { raiseGeneration } from '../../core/records/record-writer.ts';
import type { AuditContext } from '../../http/access/access.ts';
import type { Arisen, Merge, Patients } from '../accounts/patients.ts';
import { placeItems } from './place-items.ts';

export interface MergeDependencies {
  readonly sql: Sql;
  readonly now: () => Date;
  readonly publishWithin: PublishWithin;
  readonly patients: Patients;
}

export interface StoredMerge {
  readonly id: string;
  readonly kept: string;
  readonly merged: string;
  readonly isGuest: boolean;
  readonly reason: string;
  readonly at: Date;
  readonly mergedBy: string;
  readonly undone: { readonly at: Date; readonly by: string; readonly reason: string } | undefined;
}

export interface Merges {
  /** @throws ProblemError NOT_FOUND where one of them isn't there, MERGE_IMPOSSIBLE where one is merged or closed. */
  merge(
    by: AuditContext,
    persons: { readonly kept: string; readonly other: string },
    reason: string,
  ): Promise<void>;
  /** @returns whose it was. @throws ProblemError NOT_FOUND, MERGE_IMPOSSIBLE where it was undone already, or the kept one is merged. */
  undo(by: AuditContext, id: string, reason: string): Promise<StoredMerge>;
  /** Newest first, as the page of either person shows them. */
  of(
    vendor: string,
    person: string,
  ): Promise<readonly (StoredMerge & { readonly arisen: readonly Arisen[] })[]>;
}

/** The persons' own rows: see `PersonMerging`. */
const PERSONS = 'persons';
const MAX_LISTED = 50;

interface MergeRow {
  id: string;
  kept: string;
  merged: string;
  is_guest: boolean;
  reason: string;
  at: string;
  merged_by: string;
  undone_at: string | null;
  undone_by: string | null;
  undo_reason: string | null;
}

const storedOf = (row: MergeRow): StoredMerge => ({
  ...{ id: row.id, kept: row.kept, merged: row.merged, isGuest: row.is_guest, reason: row.reason },
  ...{ at: new Date(row.at), mergedBy: row.merged_by },
  undone:
    row.undone_at === null
      ? undefined
      : { at: new Date(row.undone_at), by: row.undone_by ?? '', reason: row.undo_reason ?? '' },
});

async function isPerson(transaction: Transaction, vendor: string, id: string): Promise<boolean> {
  const rows = await transaction`select 1 from persons where vendor = ${vendor} and id = ${id}`;
  return rows.length > 0;
}

/** Forms of a guest; none where nobody is called so. */
async function guestForms(
  transaction: Transaction,
  vendor: string,
  guest: string,
): Promise<readonly string[]> {
  const rows = await transaction<{ item: string }[]>`
    select x.item from patient_items x join inbox_items i on i.vendor = x.vendor and i.id = x.item and i.kind = 'case'
    where x.vendor = ${vendor} and x.patient = ${guest} order by x.item`;
  return rows.map(({ item }) => item);
}

async function journal(
  transaction: Transaction,
  { vendor }: Merge,
  id: string,
  rows: readonly { readonly part: string; readonly row: string }[],
): Promise<void> {
  await transaction`
    insert into merged_rows (vendor, merge, no, part, row)
    select ${vendor}, ${id}, n.no, n.part, n.row from unnest(${rows.map(({ part }) => part)}::text[], ${rows.map(({ row }) => row)}::text[])
      with ordinality as n (part, row, no)`;
}

/** The last thing before records are written: devices of both read everything again. In the order of the ids, as feeds are locked. */
async function raiseGenerations(transaction: Transaction, { vendor, kept, merged }: Merge): Promise<void> {
  if (merged === null) return;
  for (const person of [kept, merged].toSorted()) await raiseGeneration(transaction, vendor, person);
}

/** The persons' own rows of all other merges into the kept one that stay. */
async function othersInto(transaction: Transaction, { vendor, kept }: Merge, id: string) {
  const rows = await transaction<{ row: string }[]>`
    select r.row from person_merges m join merged_rows r on r.vendor = m.vendor and r.merge = m.id and r.part = ${PERSONS}
    where m.vendor = ${vendor} and m.kept = ${kept} and m.undone_at is null and m.id <> ${id}`;
  return rows.map(({ row }) => row);
}

export function createMerges({
  sql,
  now,
  publishWithin,
  patients: { merging, parts },
}: MergeDependencies): Merges {
  async function move(transaction: Transaction, publish: Publish, merge: Merge, guest: readonly string[]) {
    const own = await merging.move(transaction, merge, guest);
    const rows = own.rows.map((row) => ({ part: PERSONS, row }));
    for (const part of parts)
      for (const row of await part.move(transaction, publish, merge, own.opIds))
        rows.push({ part: part.name, row });
    return { opIds: own.opIds, rows };
  }

  async function moveBack(transaction: Transaction, publish: Publish, merge: Merge, id: string) {
    const journaled = await transaction<{ part: string; row: string }[]>`
      select part, row from merged_rows where vendor = ${merge.vendor} and merge = ${id} order by no`;
    const of = (name: string) => journaled.flatMap(({ part, row }) => (part === name ? [row] : []));
    const opIds = await merging.moveBack(
      transaction,
      merge,
      of(PERSONS),
      await othersInto(transaction, merge, id),
    );
    for (const part of parts)
      await part.moveBack(transaction, publish, merge, { rows: of(part.name), opIds });
    return opIds;
  }

  const placed = (transaction: Transaction, { vendor }: Merge, opIds: readonly string[]) =>
    placeItems(
      transaction,
      opIds.map((id) => ({ vendor, id })),
    );

  return {
    merge: ({ staff: { vendor, email, name }, from }, { kept, other }, reason) =>
      publishWithin(async (transaction, publish) => {
        if (kept === other || !(await isPerson(transaction, vendor, kept)))
          throw new ProblemError('NOT_FOUND');
        const isGuest = !(await isPerson(transaction, vendor, other));
        const merge: Merge = { vendor, kept, merged: isGuest ? null : other, at: now() };
        // Persons before operations, as a claim locks them.
        if (!(await merging.lock(transaction, merge))) throw new ProblemError('MERGE_IMPOSSIBLE');
        // Whatever is judged meanwhile is either moved, too, or finds the merge done.
        await orderFeed(transaction);
        const guest = isGuest ? await guestForms(transaction, vendor, other) : [];
        if (isGuest && guest.length === 0) throw new ProblemError('NOT_FOUND');
        const { opIds, rows } = await move(transaction, publish, merge, guest);
        const id = randomUUID();
        await transaction`
          insert into person_merges (vendor, id, kept, merged, is_guest, reason, at, merged_by)
          values (${vendor}, ${id}, ${kept}, ${other}, ${isGuest}, ${reason}, ${merge.at.toISOString()}, ${name})`;
        await journal(transaction, merge, id, rows);
        await placed(transaction, merge, opIds);
        const entry = { vendor, actor: email, from, subject: kept, detail: `merge=${id} other=${other}` };
        await recordAudit(transaction, { ...entry, action: 'patients-merged' }, merge.at);
        await raiseGenerations(transaction, merge);
      }),

    undo: ({ staff: { vendor, email, name }, from }, id, reason) =>
      publishWithin(async (transaction, publish) => {
        const at = now();
        const [row] = await transaction<[MergeRow?]>`
          update person_merges set undone_at = ${at.toISOString()}, undone_by = ${name}, undo_reason = ${reason}
          where vendor = ${vendor} and id = ${id} and undone_at is null returning *`;
        if (!row) {
          const known =
            await transaction`select 1 from person_merges where vendor = ${vendor} and id = ${id}`;
          throw new ProblemError(known.length > 0 ? 'MERGE_IMPOSSIBLE' : 'NOT_FOUND');
        }
        const stored = storedOf(row);
        const merge: Merge = {
          ...{ vendor, kept: stored.kept, merged: stored.isGuest ? null : stored.merged },
          at: stored.at,
        };
        if (!(await merging.lock(transaction, { ...merge, merged: null })))
          throw new ProblemError('MERGE_IMPOSSIBLE');
        await orderFeed(transaction);
        await placed(transaction, merge, await moveBack(transaction, publish, merge, id));
        const entry = {
          vendor,
          actor: email,
          from,
          subject: stored.kept,
          detail: `merge=${id} other=${stored.merged}`,
        };
        await recordAudit(transaction, { ...entry, action: 'patients-unmerged' }, at);
        await raiseGenerations(transaction, merge);
        return stored;
      }),

    async of(vendor, person) {
      const rows = await sql<MergeRow[]>`
        select * from person_merges where vendor = ${vendor} and kept = ${person} order by at desc, id limit ${MAX_LISTED}`;
      return Promise.all(
        rows.map(storedOf).map(async (stored) => {
          const { kept, isGuest, merged, at, undone } = stored;
          const merge = { vendor, kept, merged: isGuest ? null : merged, at };
          const until = undone?.at;
          const arisen = until
            ? (await Promise.all(parts.map((part) => part.arisen(sql, { ...merge, until })))).flat()
            : [];
          return { ...stored, arisen };
        }),
      );
    },
  };
}

/** What the site makes of what concerns persons: whose device it is, what an edit comes to, what staff change, and two persons who turn out to be one. */

import {
  MADE_UP_CONFLICT,
  MADE_UP_ENTRY,
  type MadeUpEdit,
  madeUpEdit,
  madeUpEditKind,
  madeUpEntry,
} from '../../protocol/operations/testing/made-up-edit.ts';
import { CASE_RECORD, CASE_RECORD_VERSION } from '../../protocol/records/case.ts';
import { problem } from '../../server/base/problems.ts';
import type { Publish } from '../../server/core/records/publishing.ts';
import {
  type MemoryDatabase,
  type MemoryTables,
  type OperationRow,
  rowName,
  type StoredRecord,
} from '../stand-ins/memory-database.ts';
import { feedIn, type MemoryRecords, recordKey } from '../stand-ins/memory-records.ts';
import { VENDOR } from './vendor.ts';

/** A record that staff alone write. */
export const MADE_UP_FACT = 'made-up.fact';
/** How a form's text says whose it is, as a birth date does. */
export const ofPerson = (person: string) => `of:${person}`;

/** After a merge, the person whose records these are now. */
export const personNow = ({ merges }: MemoryTables, person: string): string =>
  merges.get(person)?.into ?? person;

/** @returns undefined where the device has never been this person's. */
function spokesmanFor(
  tables: MemoryTables,
  device: string,
  person: string,
): { readonly person: string; readonly isIn: boolean } | undefined {
  const now = personNow(tables, person);
  const theirs = [...tables.sessions.values()].filter(
    (session) => session.device === device && (session.person === person || session.person === now),
  );
  return theirs.length === 0 ? undefined : { person: now, isIn: theirs.some(({ isOver }) => !isOver) };
}

/** Of one transaction: what is there, and what it has changed itself. */
function readingOwn(tables: MemoryTables, publish: Publish) {
  const own = new Map<string, Readonly<Record<string, unknown>> | null>();
  const name = (person: string, kind: string, id: string) => `${person} ${recordKey({ kind, id })}`;
  return {
    find(person: string, kind: string, id: string): Readonly<Record<string, unknown>> | null {
      const mine = own.get(name(person, kind, id));
      if (mine !== undefined) return mine;
      const json = feedIn(tables, { vendor: VENDOR, person }).records.get(recordKey({ kind, id }))?.json;
      return json === undefined || json === null ? null : JSON.parse(json);
    },
    write(person: string, kind: string, id: string, body: Readonly<Record<string, unknown>> | null): void {
      own.set(name(person, kind, id), body);
      publish.record({
        vendor: VENDOR,
        person,
        kind,
        v: 1,
        id,
        body,
        ...(body === null && { reason: 'gone' }),
      });
    },
  };
}
type Reading = ReturnType<typeof readingOwn>;

/** As edits of a health profile: on what the entry says now it is applied, on anything else it is held, with both values. */
function applyEdit(
  tables: MemoryTables,
  records: Reading,
  publish: Publish,
  row: OperationRow,
  edit: MadeUpEdit,
) {
  const { opId, device } = row;
  const spokesman = spokesmanFor(tables, device, edit.person);
  if (spokesman === undefined) return;
  const { person, isIn } = spokesman;
  const { entry, text, basedOn, settles } = edit;
  const current = records.find(person, MADE_UP_ENTRY, entry);
  const isHeld = current?.text !== text && (!isIn || (current?.version ?? null) !== basedOn);
  if (isHeld) records.write(person, MADE_UP_CONFLICT, opId, { of: person, about: opId, entry, text });
  else records.write(person, MADE_UP_ENTRY, entry, madeUpEntry({ person, text }, opId));
  if (isIn && settles !== undefined && records.find(person, MADE_UP_CONFLICT, settles) !== null) {
    records.write(person, MADE_UP_CONFLICT, settles, null);
    publish.settle({ vendor: VENDOR, person, opId: settles, outcome: 'applied' });
  }
  publish.settle({
    ...{ vendor: VENDOR, person, opId },
    ...(isHeld ? { outcome: 'held', problem: problem('ANSWERS_INVALID') } : { outcome: 'applied' }),
  });
}

const caseOf = (
  person: string,
  { opId, outcome }: Pick<OperationRow, 'opId' | 'outcome'>,
  isReviewed: boolean,
) => ({
  ...{ vendor: VENDOR, person, kind: CASE_RECORD, v: CASE_RECORD_VERSION, id: opId },
  body: { of: person, status: isReviewed ? 'reviewed' : outcome === 'held' ? 'held' : 'received' },
});

export function createPersonRecords({
  database,
  textOf,
}: {
  readonly database: MemoryDatabase;
  /** What an operation says; undefined where nobody can read it. */
  readonly textOf: (row: OperationRow) => string | undefined;
}) {
  /** The form of a person who is signed in on the device that sent it, and says so itself. */
  function ownerOf(row: OperationRow): string | undefined {
    const text = textOf(row) ?? '';
    const alive = [...database.tables.sessions.values()].filter(
      ({ device, isOver }) => device === row.device && !isOver,
    );
    return alive.find(({ person }) => text.includes(ofPerson(person)))?.person;
  }

  return {
    /** In the transaction that judges them. */
    publishJudged(publish: Publish, rows: readonly OperationRow[]): ReadonlyMap<string, string> {
      const { tables } = database;
      const records = readingOwn(tables, publish);
      const owners = new Map<string, string>();
      for (const row of rows) {
        const { kind } = row.operation;
        if (kind === madeUpEditKind.kind && row.outcome === 'applied') {
          applyEdit(tables, records, publish, row, madeUpEdit.parse(JSON.parse(textOf(row) ?? '')));
          continue;
        }
        const owner = kind === 'intake.submit' ? ownerOf(row) : undefined;
        if (owner === undefined) continue;
        owners.set(row.opId, owner);
        publish.record(caseOf(owner, row, false));
        publish.settle({
          ...{ vendor: VENDOR, person: owner, opId: row.opId },
          outcome: row.outcome === 'held' ? 'held' : 'applied',
        });
      }
      return owners;
    },

    /** Staff have looked at it. */
    publishResolved(publish: Publish, opId: string): void {
      const { tables } = database;
      const row = tables.operations.get(rowName(VENDOR, opId));
      const owner = tables.owners.get(rowName(VENDOR, opId));
      if (row !== undefined && owner !== undefined)
        publish.record(caseOf(personNow(tables, owner), row, true));
    },

    /** Staff write so many records in one commit, the first of which may go. */
    publishFacts(
      publish: Publish,
      given: string,
      ids: readonly string[],
      isGone: boolean,
      version: string,
    ): void {
      const { tables } = database;
      const records = readingOwn(tables, publish);
      const person = personNow(tables, given);
      for (const [index, id] of ids.entries()) {
        const kind = id.startsWith('e') ? MADE_UP_ENTRY : MADE_UP_FACT;
        const isTombstone = isGone && index === 0;
        if (isTombstone && records.find(person, kind, id) === null) continue;
        records.write(
          person,
          kind,
          id,
          isTombstone ? null : { ...madeUpEntry({ person, text: version }, version) },
        );
      }
    },
  };
}
export type PersonRecords = ReturnType<typeof createPersonRecords>;

const isLive = ({ json }: StoredRecord) => json !== null;

/** Moves what one person has to another, ends their sessions, and keeps a journal of what was moved. */
export function mergePersons(
  { tables }: MemoryDatabase,
  records: MemoryRecords,
  { from, into }: { readonly from: string; readonly into: string },
): Promise<void> {
  const [name, target] = [from, into].map((person) => ({ vendor: VENDOR, person })) as [
    { vendor: string; person: string },
    { vendor: string; person: string },
  ];
  return records.inTransaction(async (transaction) => {
    await transaction.lock('feed');
    await transaction.lock('merge');
    if (tables.merges.has(from) || [...tables.merges.values()].some((merge) => merge.into === from)) return;
    if (tables.merges.has(into) || from === into) return;
    const there = feedIn(tables, target).records;
    const moved = [...feedIn(tables, name).records.values()].filter(
      (row) => isLive(row) && !there.get(recordKey(row))?.json,
    );
    await records.raiseGeneration(transaction, [name, target]);
    await records.within(transaction, (publish) => {
      for (const { kind, v, id, json } of moved)
        publish.record({ ...target, kind, v, id, body: { ...JSON.parse(json ?? '{}'), of: into } });
    });
    await records.take(transaction, name, moved.map(recordKey));
    transaction.put((now) => {
      now.merges.set(from, { into, moved: moved.map(recordKey) });
      for (const [token, session] of now.sessions)
        if (session.person === from) now.sessions.set(token, { ...session, isOver: true });
    });
  });
}

/** What was moved goes back. */
export function undoMerge({ tables }: MemoryDatabase, records: MemoryRecords, from: string): Promise<void> {
  return records.inTransaction(async (transaction) => {
    await transaction.lock('feed');
    await transaction.lock('merge');
    const merge = tables.merges.get(from);
    if (merge === undefined) return;
    const [name, target] = [from, merge.into].map((person) => ({ vendor: VENDOR, person })) as [
      { vendor: string; person: string },
      { vendor: string; person: string },
    ];
    const back = merge.moved.flatMap((key) => {
      const row = feedIn(tables, target).records.get(key);
      return row !== undefined && isLive(row) ? [row] : [];
    });
    await records.raiseGeneration(transaction, [name, target]);
    await records.within(transaction, (publish) => {
      for (const { kind, v, id, json } of back)
        publish.record({ ...name, kind, v, id, body: { ...JSON.parse(json ?? '{}'), of: from } });
    });
    await records.take(transaction, target, back.map(recordKey));
    transaction.put((now) => now.merges.delete(from));
  });
}

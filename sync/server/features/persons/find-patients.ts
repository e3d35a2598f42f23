/**
 * Patients by what staff have typed. Their terms are in one index in the order of the words, and so a page is a walk along it: from the rarest thing that was
 * typed, patient by patient, each checked for the rest. A page reads a bounded part of the index, whatever was typed.
 */
import { z } from 'zod';
import { decodeCursor, encodeCursor } from '../../base/cursor.ts';
import type { Sql } from '../../base/database/database.ts';
import type { Fragment } from '../../base/database/statement.ts';
import { BIRTH_DATE, REFERENCE, type SearchQuery } from '../inbox/feature.ts';

export const PAGE_SIZE = 25;
/** Entries of the index that a page walks along at most. */
export const MAX_WALK = 2_000;
/** Behind every text that begins with a prefix. */
const LAST = '\u{10FFFF}';
const MAX_TERM_LENGTH = 100;

/** Terms from here on, to there. */
interface Range {
  readonly from: string;
  readonly to: string;
}
const exactly = (term: string): Range => ({ from: term, to: `${term}\u0001` });
const beginning = (prefix: string): Range => ({ from: prefix, to: prefix + LAST });

const cursorSchema = z.tuple([z.string().max(MAX_TERM_LENGTH), z.uuid(), z.number().int().positive()]);

export interface FoundPatients {
  readonly ids: readonly string[];
  readonly cursor: string | null;
}

interface Hit {
  readonly term: string;
  readonly patient: string;
  readonly fits: boolean;
}

/** The rarest first: a date or the longest word. */
function rangesOf({ dates, words }: SearchQuery): readonly Range[] {
  const byLength = words.toSorted((one, other) => other.length - one.length);
  return [...dates.map((date) => exactly(`${BIRTH_DATE}${date}`)), ...byLength.map(beginning)];
}

/** The walk: entries after `after`, each with whether the rest fits, and nothing before it has already named that patient. */
export function walk(
  sql: Sql,
  vendor: string,
  [first, ...others]: readonly [Range, ...Range[]],
  after: { readonly term: string; readonly patient: string } | undefined,
) {
  const has = (from: string, to: Fragment | string) => sql`exists (
    select 1 from patient_terms o where o.vendor = ${vendor} and o.patient = w.patient and o.term >= ${from} and o.term < ${to})`;
  const rest = others.reduce((all, { from, to }) => sql`${all} and ${has(from, to)}`, sql`true`);
  const position = after
    ? sql`and (t.term, t.patient) > (${after.term} collate "C", ${after.patient}::uuid)`
    : sql``;
  return sql<Hit[]>`
    with w as materialized (
      select t.term, t.patient from patient_terms t
      where t.vendor = ${vendor} and t.term >= ${first.from} and t.term < ${first.to} ${position}
      order by t.term, t.patient limit ${MAX_WALK}
    )
    select w.term, w.patient, not ${has(first.from, sql`w.term`)} and ${rest} as fits from w order by w.term, w.patient`;
}

export function createFindPatients(sql: Sql) {
  const ofCode = async (vendor: string, code: string) => {
    const { from, to } = exactly(`${REFERENCE}${code}`);
    return sql<{ patient: string }[]>`
      select patient from patient_terms where vendor = ${vendor} and term >= ${from} and term < ${to} order by patient limit ${PAGE_SIZE}`;
  };

  return async (vendor: string, query: SearchQuery, cursor: string | undefined): Promise<FoundPatients> => {
    const position = decodeCursor(cursorSchema, cursor);
    const after = position && { term: position[0], patient: position[1] };
    const page = position?.[2] ?? 1;
    // What could be a reference may be a name, too: those of that reference are before the rest, once.
    const named =
      query.code !== undefined && !after
        ? (await ofCode(vendor, query.code)).map(({ patient }) => patient)
        : [];
    const [first, ...others] = rangesOf(query);
    if (!first) return { ids: named, cursor: null };
    const hits = await walk(sql, vendor, [first, ...others], after);
    const fitting = hits.filter(({ fits, patient }) => fits && !named.includes(patient));
    const shown = fitting.slice(0, PAGE_SIZE);
    const last =
      fitting.length > PAGE_SIZE ? shown.at(-1) : hits.length === MAX_WALK ? hits.at(-1) : undefined;
    return {
      ids: [...named, ...shown.map(({ patient }) => patient)],
      cursor: last ? encodeCursor([last.term, last.patient, page + 1]) : null,
    };
  };
}

/** Items of the inbox by what was searched for, in SQL: each part is a range of the index of `inbox_terms`. */

import { z } from 'zod';
import type { Sql } from '../../../base/database/database.ts';
import { storedInstantSchema } from '../../../base/database/stored-instant.ts';
import { BIRTH_DATE, REFERENCE } from './search-index.ts';
import type { SearchQuery } from './search-query.ts';

/** Behind every text that begins with a prefix. */
const LAST = '\u{10FFFF}';
const cursorSchema = z.tuple([z.boolean(), storedInstantSchema, z.uuid(), z.number().int()]);

/** A condition on `inbox_items i` of the vendor. */
export function itemsFoundBy(sql: Sql, vendor: string, { dates, words, code }: SearchQuery) {
  const beginning = (prefix: string) => sql`
    i.id in (select item from inbox_terms where vendor = ${vendor} and term >= ${prefix} and term < ${prefix + LAST})`;
  const exact = (terms: readonly string[]) => sql`
    i.id in (select item from inbox_terms where vendor = ${vendor} and term = any(${[...terms]}::text[]))`;
  const parts = [
    ...(dates.length > 0 ? [exact(dates.map((date) => `${BIRTH_DATE}${date}`))] : []),
    ...words.map(beginning),
  ];
  const all = parts.length === 0 ? sql`false` : parts.reduce((some, part) => sql`${some} and ${part}`);
  // Another row stands for an alert that has joined its case, save where it is asked for by its own reference.
  const byWords = sql`(${all} and (i.list_rank is not null or i.flood is not null))`;
  return code === undefined ? byWords : sql`(${byWords} or ${exact([`${REFERENCE}${code}`])})`;
}

/** After the last row of the page before: rows within the quotas first, newest first. */
export function readFoundCursor(sql: Sql, cursor: string | undefined) {
  if (cursor === undefined) return sql``;
  try {
    const [inFlood, receivedAt, id] = cursorSchema.parse(
      JSON.parse(Buffer.from(cursor, 'base64url').toString()),
    );
    const later = sql`i.flood is not null = ${inFlood} and (i.received_at, i.id) < (${receivedAt}::timestamptz, ${id}::uuid)`;
    return inFlood ? sql`and (${later})` : sql`and (i.flood is not null or (${later}))`;
  } catch {
    return sql``;
  }
}

/** What staff search by, stored beside each item of the inbox: words of the name, the date of birth, the reference. */
import type { Transaction } from '../../../base/database/database.ts';
import { nameTerms } from './fold.ts';

/** Of the rules of {@link nameTerms}: a migration that raises it sets what there is to 0, which is indexed again at the next start. */
const SEARCH_VERSION = 1;
const MAX_TERM_LENGTH = 100;

/** In front of terms that are no words. */
export const BIRTH_DATE = '@';
export const REFERENCE = '#';

export interface Searched {
  readonly vendor: string;
  readonly id: string;
  readonly code: string;
  readonly summary: { readonly patientName: string | null; readonly birthDate: string | null };
}

export function termsOf({
  code,
  summary: { patientName, birthDate },
}: Omit<Searched, 'vendor' | 'id'>): readonly string[] {
  return (
    [
      `${REFERENCE}${code}`,
      ...(birthDate === null ? [] : [`${BIRTH_DATE}${birthDate}`]),
      ...(patientName === null ? [] : nameTerms(patientName)),
    ]
      // PostgreSQL has no text with U+0000 or a lone surrogate.
      .map((term) => term.replace(/[\0\p{Cs}]/gu, '').slice(0, MAX_TERM_LENGTH))
  );
}

/** In the transaction that stores the items. */
export async function storeSearchTerms(sql: Transaction, items: readonly Searched[]): Promise<void> {
  if (items.length === 0) return;
  const rows = items.flatMap((item) =>
    termsOf(item).map((term) => ({ vendor: item.vendor, id: item.id, term })),
  );
  const vendors = items.map(({ vendor }) => vendor);
  const ids = items.map(({ id }) => id);
  // What an item that is judged again was found by before.
  await sql`
    delete from inbox_terms t using unnest(${vendors}::text[], ${ids}::uuid[]) as n (vendor, id)
    where t.vendor = n.vendor and t.item = n.id`;
  await sql`
    insert into inbox_terms (vendor, term, item)
    select * from unnest(${rows.map(({ vendor }) => vendor)}::text[], ${rows.map(({ term }) => term)}::text[],
      ${rows.map(({ id }) => id)}::uuid[])
    on conflict do nothing`;
  await sql`
    update inbox_items i set search_version = ${SEARCH_VERSION}
    from unnest(${vendors}::text[], ${ids}::uuid[]) as n (vendor, id)
    where i.vendor = n.vendor and i.id = n.id`;
}

/**
 * What each sealed box of the device is bound to (the additional data of its cipher), and where the boxes of a person lie. A box that
 * is moved to another row, person or vendor doesn't open (G7).
 */
import { type Bytes, bindingOf } from '../base/bytes.ts';
import type { SealedBox } from '../base/sealed-box.ts';
import { primaryKeys, type TableName, type Tables } from '../store/rows.ts';
import type { ReadTransaction, WriteTransaction } from '../store/store.ts';

type OfOperation = { readonly opId: string; readonly subjectId: string };

export const draftBinding = (
  vendor: string,
  row: { readonly subjectId: string; readonly draftId: string; readonly formHash: string },
): Bytes => bindingOf('draft', vendor, row.subjectId, row.draftId, row.formHash);
export const copyBinding = (vendor: string, row: OfOperation): Bytes =>
  bindingOf('copy', vendor, row.subjectId, row.opId);
export const ruleBinding = (vendor: string, row: OfOperation): Bytes =>
  bindingOf('rule', vendor, row.subjectId, row.opId);
export const blobBinding = (
  vendor: string,
  row: { readonly subjectId: string; readonly draftId: string; readonly sha256: string },
): Bytes => bindingOf('blob', vendor, row.subjectId, row.draftId, row.sha256);
export const shelfBinding = (
  vendor: string,
  row: { readonly subjectId: string; readonly name: string },
): Bytes => bindingOf('shelf', vendor, row.subjectId, row.name);

/** A box in a row, and how the row stands with another in its place. */
export interface BoxInRow {
  readonly table: TableName;
  readonly key: string;
  readonly subjectId: string;
  readonly box: SealedBox;
  readonly boundTo: Bytes;
  replace(transaction: WriteTransaction, box: SealedBox): Promise<void>;
}

/** The tables that {@link boxesOf} reads. Envelopes are not among them: they are sealed to the clinic. */
export const boxTables = [
  'drafts',
  'copies',
  'blobs',
  'shelf',
  'outbox',
] as const satisfies readonly TableName[];

/** Every box that is sealed by a person's key. */
export async function boxesOf(transaction: ReadTransaction, vendor: string): Promise<readonly BoxInRow[]> {
  const of = <T extends 'drafts' | 'copies' | 'blobs' | 'shelf'>(
    table: T,
    row: Tables[T],
    boundTo: Bytes,
  ): BoxInRow => ({
    table,
    key: String(Reflect.get(row, primaryKeys[table])),
    subjectId: row.subjectId,
    box: row.box,
    boundTo,
    replace: (writing, box) => writing.put(table, { ...row, box }),
  });
  const found: BoxInRow[] = [];
  for (const row of await transaction.all('drafts')) found.push(of('drafts', row, draftBinding(vendor, row)));
  for (const row of await transaction.all('copies')) found.push(of('copies', row, copyBinding(vendor, row)));
  for (const row of await transaction.all('blobs')) found.push(of('blobs', row, blobBinding(vendor, row)));
  for (const row of await transaction.all('shelf')) found.push(of('shelf', row, shelfBinding(vendor, row)));
  for (const row of await transaction.all('outbox')) {
    if (row.rule === undefined) continue;
    const { opId, subjectId, rule } = row;
    found.push({
      table: 'outbox',
      key: opId,
      subjectId,
      box: rule,
      boundTo: ruleBinding(vendor, row),
      // The row may have moved on meanwhile: only its box is replaced.
      replace: async (writing, box) => {
        const now = await writing.get('outbox', opId);
        if (now !== undefined) await writing.put('outbox', { ...now, rule: box });
      },
    });
  }
  return found;
}

/**
 * Rows of a list, each read by itself: one that is not as it should be is listed as such, and empties no list. The server reads what it has stored
 * this way, the console what it is sent.
 */
import { z } from 'zod/mini';

/** A row that can't be shown: what is still known of it. */
export const unshownRowSchema = z.object({
  id: z.string(),
  /** The human code, or whatever else people call it by. */
  code: z.nullable(z.string()),
});
export type UnshownRow = z.infer<typeof unshownRowSchema>;
/** In an answer beside its rows. */
export const unshownSchema = z.optional(z.array(unshownRowSchema));

export interface ReadRows<Row> {
  readonly rows: Row[];
  readonly unshown: UnshownRow[];
}

function unshownRow(row: unknown, index: number): UnshownRow {
  const fields = typeof row === 'object' && row !== null ? row : {};
  const id = 'id' in fields && typeof fields.id === 'string' ? fields.id : String(index);
  const code = 'code' in fields && typeof fields.code === 'string' ? fields.code : null;
  return { id, code };
}

/** @param read throws, or returns what doesn't fit the schema, for rows that can't be shown. */
export function readRows<Stored, Row>(
  stored: readonly Stored[],
  schema: z.ZodMiniType<Row>,
  read: (row: Stored) => unknown = (row) => row,
): ReadRows<Row> {
  const rows: Row[] = [];
  const unshown: UnshownRow[] = [];
  for (const [index, row] of stored.entries()) {
    let parsed: { readonly success: boolean; readonly data?: Row | undefined };
    try {
      parsed = schema.safeParse(read(row));
    } catch {
      parsed = { success: false };
    }
    if (parsed.success && parsed.data !== undefined) rows.push(parsed.data);
    else unshown.push(unshownRow(row, index));
  }
  return { rows, unshown };
}

/**
 * An answer as it came, with the rows of these lists that can't be read put aside into `unshown`.
 * @param lists by the name of the field.
 */
export function withReadableRows(body: unknown, lists: Readonly<Record<string, z.ZodMiniType>>): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  const unshown: unknown[] = 'unshown' in body && Array.isArray(body.unshown) ? [...body.unshown] : [];
  const fields: [string, unknown][] = Object.entries(body).map(([name, value]) => {
    const schema = lists[name];
    if (!schema || !Array.isArray(value)) return [name, value];
    const read = readRows(value, schema);
    unshown.push(...read.unshown);
    return [name, read.rows];
  });
  return { ...Object.fromEntries(fields), ...(unshown.length > 0 ? { unshown } : {}) };
}

/** Where a list goes on: opaque to the console, and nothing secret. The last part is the number of the page that it leads to. */
import { z } from 'zod';

export function encodeCursor(parts: readonly (string | number | boolean)[]): string {
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

/** A cursor that can't be read starts again at the top, rather than leaving the console with an error that it can't repair. */
export function decodeCursor<Parts>(schema: z.ZodType<Parts>, cursor: string | undefined): Parts | undefined {
  if (cursor === undefined) return undefined;
  try {
    const text = Buffer.from(cursor, 'base64url').toString();
    // No database has a text with U+0000.
    return text.includes('\\u0000') ? undefined : schema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** @returns which page a cursor leads to, counted from 1: for the audit log. */
export function pageOf(cursor: string | undefined): number {
  const parts = decodeCursor(z.array(z.unknown()), cursor);
  return z.number().int().positive().safeParse(parts?.at(-1)).data ?? 1;
}

import { describe, expect, it } from 'vitest';
import { useTestDatabase } from '../../testing/test-database.ts';
import { storedInstantSchema } from './stored-instant.ts';

const isTaken = (text: string) => storedInstantSchema.safeParse(text).success;

describe('an instant as the database writes it', () => {
  it('is taken, and every one that is taken can be read again', async () => {
    const { sql } = await useTestDatabase();
    const written = await sql<{ text: string }[]>`
      select t::timestamptz::text as text from unnest(array[
        '2026-05-04 10:00:00.123456+00', '2024-02-29 23:59:59+02', '0001-01-02 00:00:00+00', '9999-12-30 00:00:00Z', 'infinity', '-infinity'
      ]) as t`;
    expect(written.map(({ text }) => [text, isTaken(text)])).toEqual(written.map(({ text }) => [text, true]));
    for (const text of [
      '2026-05-04 10:00:00.5+05:30',
      '2026-05-04 10:00:00-15:59',
      ...written.map((row) => row.text),
    ]) {
      expect(isTaken(text)).toBe(true);
      await sql`select ${text}::text::timestamptz`;
    }
  });

  it.each([
    '----------',
    '2026-99-99 10:00:00+00',
    '2026-02-30 10:00:00+00',
    '2026-05-04 10:00:00',
    '2026-05-04 24:00:01+00',
    '2026-05-04 10:00:60+00',
    '0000-01-01 00:00:00+00',
    '2026-05-04 10:00:00+16',
    '2026-05-04 10:00:00+00 BC',
    '::::::::::',
  ])('is none: %s', (text) => expect(isTaken(text)).toBe(false));
});

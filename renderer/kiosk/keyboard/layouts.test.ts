import { describe, expect, test } from 'vitest';
import { type FieldKind, layoutsFor } from './layouts.ts';

const languages = ['en', 'es', 'ar'] as const;
const kinds: readonly FieldKind[] = ['text', 'email', 'tel', 'numeric', 'decimal', 'time'];
const keysOf = (rows: readonly string[] | undefined) => (rows ?? []).flatMap((row) => row.split(' '));

describe.each(languages)('the keys for a page in %s', (language) => {
  test.each(kinds)('are never more than eleven beside each other: 84 units have room - %s', (kind) => {
    for (const [set, rows] of Object.entries(layoutsFor(kind, language)))
      for (const row of rows) expect(row.split(' ').length, `${set}: ${row}`).toBeLessThanOrEqual(11);
  });

  test.each(kinds)('lead back from every set to the letters, and delete and go on in each - %s', (kind) => {
    const sets = Object.entries(layoutsFor(kind, language));
    for (const [set, rows] of sets) {
      const keys = keysOf(rows);
      expect(keys, set).toContain('{bksp}');
      expect(keys, set).toContain('{enter}');
      const first = set === 'letters' || set === 'shifted';
      expect(first || keys.includes('{letters}'), set).toBe(true);
    }
  });

  test.each(kinds)('have no key twice in one set - %s', (kind) => {
    for (const [set, rows] of Object.entries(layoutsFor(kind, language))) {
      const keys = keysOf(rows);
      expect(keys.toSorted(), set).toEqual([...new Set(keys)].toSorted());
    }
  });
});

test('every letter of the three alphabets can be typed into a name', () => {
  const reach = (language: 'en' | 'es' | 'ar') =>
    Object.values(layoutsFor('text', language)).flatMap((rows) => keysOf(rows));
  for (const letter of 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ')
    expect(reach('en')).toContain(letter);
  for (const letter of 'ñÑáéíóúüÁÉÍÓÚÜ') {
    expect(reach('es'), letter).toContain(letter);
    expect(reach('en'), letter).toContain(letter);
  }
  for (const letter of 'ابتثجحخدذرزسشصضطظعغفقكلمنهويةىءأإآؤئ') expect(reach('ar'), letter).toContain(letter);
});

test('an address of e-mail has its signs without another set, and neither capitals nor spaces', () => {
  const keys = keysOf(layoutsFor('email', 'es').letters);
  for (const key of ['@', '.', '-', '_', '.com', '7']) expect(keys).toContain(key);
  expect(keys).not.toContain('{space}');
  expect(keys).not.toContain('{shift}');
});

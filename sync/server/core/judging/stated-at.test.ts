import { expect, it } from 'vitest';
import { z } from 'zod/mini';
import { statedAtOf } from './stated-at.ts';

it.each([
  ['is believed', '2026-05-04T10:00:00+02:00', '2026-05-04T08:00:00.000Z'],
  ['that is ahead says nothing of the future', '2031-01-01T00:00:00Z', '2026-11-20T09:00:00.000Z'],
  [
    'of the year 0 names a year that a record can hold',
    '0000-01-01T00:00:00+23:59',
    '1970-01-01T00:00:00.000Z',
  ],
])('a clock %s', (_name, told, expected) => {
  const statedAt = statedAtOf(told, new Date('2026-11-20T09:00:00Z'));
  expect(statedAt).toBe(expected);
  expect(z.iso.datetime().safeParse(statedAt).success).toBe(true);
});

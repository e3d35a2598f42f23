import { expect, test } from 'vitest';
import { batchesOf, LINES_AT_ONCE, type TrackingLine } from './import-tracking.ts';

const lineOf = (code: string, line: number): TrackingLine => ({
  ...{ code, line },
  ...{ carrier: 'Parcel Post', number: `AA ${line}` },
});

test('a long file is taken a little at a time: everybody’s orders wait for a batch', () => {
  const lines = Array.from({ length: 1_000 }, (_, line) => lineOf(`ZZ-${line}`, line));
  const batches = batchesOf(lines);
  expect(Math.max(...batches.map(({ length }) => length))).toBe(LINES_AT_ONCE);
  expect(batches.flat()).toEqual(lines);
});

test('lines of one order stay together, wherever they are in the file', () => {
  const lines = Array.from({ length: 200 }, (_, line) => lineOf(`ZZ-${line % 60}`, line));
  const batches = batchesOf(lines);
  expect(batches.flat()).toHaveLength(200);
  for (const code of new Set(lines.map((line) => line.code)))
    expect(batches.filter((batch) => batch.some((line) => line.code === code))).toHaveLength(1);
});

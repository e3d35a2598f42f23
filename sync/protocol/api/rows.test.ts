import { expect, it } from 'vitest';
import { z } from 'zod/mini';
import { readRows, withReadableRows } from './rows.ts';

const row = z.object({ id: z.string(), code: z.string(), age: z.int() });
const good = { id: 'a', code: 'AA-AAAA', age: 3 };

it('reads the others where one row is not as it should be', () => {
  const bad = { id: 'b', code: 'BB-BBBB', age: 'old' };
  expect(readRows([good, bad, null], row)).toEqual({
    rows: [good],
    unshown: [
      { id: 'b', code: 'BB-BBBB' },
      { id: '2', code: null },
    ],
  });
});

it('goes on where reading a row throws', () => {
  const read = readRows([good, { ...good, id: 'x' }], row, (one) => {
    if (one.id === 'x') throw new RangeError();
    return one;
  });
  expect(read).toEqual({ rows: [good], unshown: [{ id: 'x', code: 'AA-AAAA' }] });
});

it('puts rows of an answer aside, and leaves everything else as it is', () => {
  const body = { items: [good, { id: 'b' }], unshown: [{ id: 'c', code: null }], cursor: null };
  expect(withReadableRows(body, { items: row })).toEqual({
    items: [good],
    unshown: [
      { id: 'c', code: null },
      { id: 'b', code: null },
    ],
    cursor: null,
  });
  expect(withReadableRows('<html>', { items: row })).toBe('<html>');
});

import { expect, test } from 'vitest';
import { readMedicineList, writeMedicineList } from './medicine-list.ts';

const list = {
  ...{ source: 'RxNorm, October 2025', isDemo: true },
  entries: [
    { name: 'Glucophage', ingredients: 'metformin' },
    { name: 'metformin', rxcui: '6809' },
    { name: 'Advair', rxcui: '1', ingredients: 'fluticasone / salmeterol' },
    { name: 'vitamin B12' },
  ],
};

test('what is written is read again, by name', () => {
  const [glucophage, metformin, advair, vitamin] = list.entries;
  expect(readMedicineList(writeMedicineList(list))).toEqual({
    ...list,
    entries: [advair, glucophage, metformin, vitamin],
  });
});

test('a full list doesn’t say that it is a short one', () => {
  const full = writeMedicineList({ ...list, isDemo: false });
  expect(readMedicineList(full).isDemo).toBe(false);
});

test.each(['two\tfields', 'two\nlines', '# a comment', ''])(
  'a name that couldn’t be read back isn’t written: “%s”',
  (name) => {
    expect(() => writeMedicineList({ ...list, entries: [{ name }] })).toThrow(/list of medicines/);
  },
);

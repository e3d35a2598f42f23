import { expect, it } from 'vitest';
import type { Conflict, HealthGroup, HealthRecord } from './health-record.ts';
import { type Entry, sectionsOf } from './profile-view.ts';
import { allergyTo, type HealthResource, heightOf, weightOf } from './resources.ts';

const NOW = new Date('2026-11-20T12:00:00.000Z');
const uuid = (last: number) => `0199c0de-0000-4000-8000-00000000000${last}`;
const entry = (
  id: string,
  last: number,
  resource: HealthResource,
  statedAt = '2026-11-01T12:00:00.000Z',
): Entry => ({
  id,
  record: { version: uuid(last), author: 'patient', statedAt, resource } satisfies HealthRecord,
});
const none = entry('no-allergies', 1, allergyTo({ text: 'No known allergies' }, ''));
const peanuts = entry(`allergy:${uuid(2)}`, 2, allergyTo({ text: 'Peanuts' }, ''));
const latex = entry(`allergy:${uuid(3)}`, 3, allergyTo({ text: 'Latex' }, '', 'resolved'));

function section(
  group: HealthGroup,
  records: readonly Entry[],
  confirmed?: string,
  conflicts: Conflict[] = [],
) {
  const confirmations = new Map(
    confirmed === undefined
      ? []
      : [[group, { at: confirmed, versions: records.map(({ record }) => record.version) }]],
  );
  const found = sectionsOf(records, confirmations, conflicts, NOW).find((one) => one.group === group);
  if (!found) throw new Error(`There is no section ${group}.`);
  return found;
}

it('a section that nobody has filled in is neither “none known” nor out of date', () => {
  expect(section('allergies', [])).toEqual({
    ...{ group: 'allergies', entries: [], past: [], none: undefined, noneVersion: null },
    ...{ conflicts: [], saidAt: undefined, isStale: false },
  });
});

it('what has ended is past', () => {
  expect(section('allergies', [peanuts, latex])).toMatchObject({ entries: [peanuts], past: [latex] });
});

it('“none known” holds until there is an entry, be it on its way', () => {
  expect(section('allergies', [none, latex])).toMatchObject({ none, entries: [], past: [latex] });
  expect(section('allergies', [none, peanuts])).toMatchObject({ none: undefined, noneVersion: uuid(1) });
});

it('is as old as the oldest of what holds, until all of it is said to be still correct', () => {
  const body = [
    entry('weight', 4, weightOf(80, 'kg'), '2026-01-05T12:00:00.000Z'),
    entry('height', 5, heightOf(180, 'cm'), '2026-11-01T12:00:00.000Z'),
  ];
  expect(section('body', body)).toMatchObject({ saidAt: '2026-01-05T12:00:00.000Z', isStale: true });
  expect(section('body', body, '2026-11-10T12:00:00.000Z')).toMatchObject({
    saidAt: '2026-11-10T12:00:00.000Z',
    isStale: false,
  });
});

it('what has ended doesn’t make a section out of date', () => {
  const old = { ...latex, record: { ...latex.record, statedAt: '2020-01-01T12:00:00.000Z' } };
  expect(section('allergies', [peanuts, old]).isStale).toBe(false);
});

it('a conflict is with the section of its record', () => {
  const conflict: Conflict = {
    ...{ about: uuid(9), record: 'weight', resource: weightOf(82, 'kg') },
    ...{ statedAt: NOW.toISOString(), why: 'changed' },
  };
  expect(section('body', [], undefined, [conflict]).conflicts).toEqual([conflict]);
  expect(section('allergies', [], undefined, [conflict]).conflicts).toEqual([]);
});

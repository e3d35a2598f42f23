import { expect, test } from 'vitest';
import { weightOf } from '../../../../sync/domain/health/resources.ts';
import { readConfirmation, readConflict, readHealthRecord } from './read-records.ts';

const VERSION = '0199c0de-0000-4000-8000-000000000001';
const STATED_AT = '2026-11-20T09:00:00.000Z';
const record = { version: VERSION, author: 'patient', statedAt: STATED_AT, resource: weightOf(80, 'kg') };
const conflict = {
  ...{ about: VERSION, record: 'weight', statedAt: STATED_AT, why: 'changed' },
  resource: weightOf(82, 'kg'),
};

test('what this app knows is read', () => {
  expect(readHealthRecord.safeParse(record)).toEqual({ success: true, data: record });
  expect(readConfirmation.safeParse({ at: STATED_AT, versions: [VERSION] }).success).toBe(true);
  expect(readConflict.safeParse(conflict)).toEqual({ success: true, data: conflict });
});

test.each([
  ['a record', readHealthRecord, undefined],
  ['a record', readHealthRecord, { ...record, author: 'robot' }],
  ['a record', readHealthRecord, { ...record, resource: { resourceType: 'Immunization' } }],
  ['a record', readHealthRecord, { ...record, statedAt: 'yesterday' }],
  ['a confirmation', readConfirmation, { at: STATED_AT }],
  ['a conflict', readConflict, { ...conflict, why: 'other' }],
  ['a conflict', readConflict, { ...conflict, record: 'allergy:1' }],
  ['a conflict', readConflict, { ...conflict, record: 'doctor' }],
])('%s of a kind that it doesn’t know is left out (R19)', (_, reads, body) => {
  expect(reads.safeParse(body).success).toBe(false);
});

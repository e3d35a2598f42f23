import { describe, expect, it } from 'vitest';
import { bodyMassIndex, feetAndInches, kilograms } from './body-mass.ts';
import {
  type Confirmation,
  fits,
  type HealthRecord,
  isActive,
  isStale,
  namedRecord,
} from './health-record.ts';
import {
  allergyTo,
  conditionOf,
  heightOf,
  medicineOf,
  NOT_PREGNANT,
  pregnancyOf,
  RXNORM,
  weightOf,
} from './resources.ts';

const VERSION = '0199c0de-0000-4000-8000-000000000001';
const ITEM = 'allergy:0199c0de-0000-4000-8000-000000000002';
const penicillin = { text: 'Penicillin', coding: [{ system: RXNORM, code: '7980' }] } as const;

describe('a record’s name', () => {
  it.each([
    ['weight', 'body'],
    ['no-allergies', 'allergies'],
    [ITEM, 'allergies'],
  ])('%s is of the group %s', (id, group) => {
    expect(namedRecord(id)?.group).toBe(group);
  });

  it.each([
    '',
    'allergy',
    'allergy:1',
    'weight:0199c0de-0000-4000-8000-000000000002',
    'toString',
    `${ITEM}:1`,
  ])('“%s” is none', (id) => {
    expect(namedRecord(id)).toBeUndefined();
  });

  it('says what may be in it', () => {
    const allergy = allergyTo({ ...penicillin, coding: [...penicillin.coding] }, 'Hives');
    expect(fits(ITEM, allergy)).toBe(true);
    expect(fits('weight', allergy)).toBe(false);
    expect(fits('weight', heightOf(180, 'cm'))).toBe(false);
    expect(fits('height', heightOf(180, 'cm'))).toBe(true);
    expect(fits('pregnancy', pregnancyOf(NOT_PREGNANT))).toBe(true);
    expect(fits(ITEM, allergyTo({ text: ' ' }, ''))).toBe(false);
  });
});

it('an allergy always has a clinical status, and is unconfirmed (R4 ait-1)', () => {
  expect(allergyTo({ text: 'Cat hair' }, '')).toEqual({
    resourceType: 'AllergyIntolerance',
    clinicalStatus: {
      coding: [
        { system: 'http://terminology.hl7.org/CodeSystem/allergyintolerance-clinical', code: 'active' },
      ],
    },
    verificationStatus: {
      coding: [
        {
          system: 'http://terminology.hl7.org/CodeSystem/allergyintolerance-verification',
          code: 'unconfirmed',
        },
      ],
    },
    code: { text: 'Cat hair' },
  });
});

it('what has ended is past, not gone', () => {
  expect(
    [allergyTo({ text: 'A' }, ''), medicineOf({ text: 'B' }, ''), conditionOf({ text: 'C' }, '')].map(
      isActive,
    ),
  ).toEqual([true, true, true]);
  expect(
    [
      allergyTo({ text: 'A' }, '', 'resolved'),
      medicineOf({ text: 'B' }, '', 'completed'),
      conditionOf({ text: 'C' }, '', 'inactive'),
    ].map(isActive),
  ).toEqual([false, false, false]);
});

describe('asked again', () => {
  const record: HealthRecord = {
    ...{ version: VERSION, author: 'patient', statedAt: '2026-01-01T12:00:00.000Z' },
    resource: weightOf(80, 'kg'),
  };
  const confirmed = (at: string, versions = [VERSION]): Confirmation => ({ at, versions });
  const at = (day: string) => new Date(`${day}T12:00:00.000Z`);

  it('after 180 days, and not on the day itself', () => {
    expect(isStale(record, undefined, at('2026-06-30'))).toBe(false);
    expect(isStale(record, undefined, at('2026-07-01'))).toBe(true);
  });
  it('later where it was said to be still correct', () => {
    expect(isStale(record, confirmed('2026-06-30T12:00:00.000Z'), at('2026-12-27'))).toBe(false);
    expect(isStale(record, confirmed('2026-06-30T12:00:00.000Z'), at('2026-12-28'))).toBe(true);
  });
  it('all the same where something else was on the screen then', () => {
    expect(
      isStale(
        record,
        confirmed('2026-06-30T12:00:00.000Z', ['0199c0de-0000-4000-8000-000000000009']),
        at('2026-07-01'),
      ),
    ).toBe(true);
  });
  it('not earlier for a word that is older than the record', () => {
    expect(isStale(record, confirmed('2025-01-01T12:00:00.000Z'), at('2026-06-30'))).toBe(false);
  });
});

describe('body mass', () => {
  it.each([
    [weightOf(80, 'kg'), heightOf(180, 'cm'), 24.7],
    [weightOf(176, '[lb_av]'), heightOf(71, '[in_i]'), 24.5],
    [weightOf(80, 'kg'), heightOf(18, 'cm'), undefined],
  ])('%# is computed from either unit, and only where it can be', (weight, height, index) => {
    expect(bodyMassIndex(weight, height)).toBe(index);
  });
  it('a pound is a pound, and twelve inches are a foot', () => {
    expect(kilograms(weightOf(100, '[lb_av]'))).toBeCloseTo(45.359237, 6);
    expect(feetAndInches(heightOf(182.8, 'cm'))).toEqual({ feet: 6, inches: 0 });
  });
});

import { describe, expect, test } from 'vitest';
import { checkEligibility, type EligibilityQuestion } from './eligibility.ts';
import { serviceGate } from './service-area.ts';

const serviceAreas = [
  { place: 'US', modality: 'async' },
  { place: 'US-LA', modality: 'live' },
  { place: 'US-MS', modality: 'unavailable' },
  { place: 'GB-ENG', modality: 'async' },
] as const;
const open: EligibilityQuestion = {
  vendor: { status: 'open', serviceAreas: [...serviceAreas] },
  questionnaire: { status: 'open', minAge: 18, maxAge: 64 },
  birthDate: '1990-01-01',
  place: 'US-CA',
  today: '2026-11-20',
};

test.each([
  ['US-CA', 'async'],
  ['US-LA', 'live'],
  ['US-MS', 'unavailable'],
  ['US', 'async'],
  ['GB-ENG', 'async'],
  ['GB-SCT', 'not-served'],
  ['GB', 'not-served'],
  ['CA-ON', 'not-served'],
  ['', 'not-served'],
])('%s - %s: the more exact entry decides, what is not listed is not served (promise 1)', (place, gate) => {
  expect(serviceGate([...serviceAreas], place)).toBe(gate);
  expect(serviceGate([...serviceAreas].toReversed(), place)).toBe(gate);
});

describe('who may start', () => {
  const cases: readonly (readonly [string, Partial<EligibilityQuestion>, readonly string[]])[] = [
    ['everything fits', {}, []],
    ['17 years and 364 days', { birthDate: '2008-11-21' }, ['AGE_NOT_MET too-young']],
    ['18 today', { birthDate: '2008-11-20' }, []],
    ['64', { birthDate: '1961-11-21' }, []],
    ['65 today', { birthDate: '1961-11-20' }, ['AGE_NOT_MET too-old']],
    ['a live visit is needed', { place: 'US-LA' }, ['AREA_LIVE_VISIT_REQUIRED live-only']],
    ['unavailable', { place: 'US-MS' }, ['AREA_NOT_SERVED unavailable']],
    ['not listed', { place: 'FR' }, ['AREA_NOT_SERVED not-listed']],
    [
      'the vendor is paused',
      { vendor: { ...open.vendor, status: 'paused' } },
      ['VENDOR_PAUSED vendor-paused'],
    ],
    [
      'the vendor is in maintenance',
      { vendor: { ...open.vendor, status: 'maintenance' } },
      ['VENDOR_PAUSED vendor-maintenance'],
    ],
    [
      'the form is paused',
      { questionnaire: { ...open.questionnaire, status: 'paused' } },
      ['VENDOR_PAUSED questionnaire-paused'],
    ],
    [
      'too young, and elsewhere',
      { birthDate: '2020-01-01', place: 'FR' },
      ['AGE_NOT_MET too-young', 'AREA_NOT_SERVED not-listed'],
    ],
  ];
  test.each(cases)('%s - %#', (_what, change, refusals) => {
    const result = checkEligibility({ ...open, ...change });
    expect(result.refusals.map(({ code, reason }) => `${code} ${reason}`)).toEqual(refusals);
    expect(result.unknown).toEqual([]);
  });

  test('neither age nor place is known - nothing is refused, both are open (promise 4)', () => {
    const { vendor, questionnaire, today } = open;
    expect(checkEligibility({ vendor, questionnaire, today })).toEqual({
      refusals: [],
      unknown: ['age', 'place'],
    });
  });

  test('a partial birth date - still unknown', () => {
    expect(checkEligibility({ ...open, birthDate: '1990' })).toEqual({ refusals: [], unknown: ['age'] });
  });

  test('no upper age - nobody is too old', () => {
    expect(
      checkEligibility({ ...open, questionnaire: { status: 'open', minAge: 18 }, birthDate: '1920-01-01' })
        .refusals,
    ).toEqual([]);
  });
});

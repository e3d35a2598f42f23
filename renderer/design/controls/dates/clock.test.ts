import { describe, expect, test } from 'vitest';
import { clockFace, inHalf, isFhirTime, readClock, untilRead, usesTwelveHours } from './clock.ts';

test.each([
  ['en-US', true],
  ['es-US', true],
  ['ar-US-u-nu-latn', true],
  ['en-GB', false],
  ['es-ES', false],
  ['de-DE', false],
])('%s has clocks of twelve hours: %s', (locale, twelve) => {
  expect(usesTwelveHours(locale)).toBe(twelve);
});

describe('on a clock of twelve hours', () => {
  test.each(['10:30', '10.30', '1030', '930', '7', '12:00', '12', '08:15', '10:30:00', '١٠:٣٠', '10h30'])(
    '"%s" is no time before AM or PM is chosen',
    (typed) => {
      const reading = readClock(typed, true, undefined);
      expect(reading.time).toBeUndefined();
      expect(reading.lacksHalf).toBeDefined();
      expect(readClock(typed, true, 'am').time).toBe(reading.lacksHalf);
      expect(readClock(typed, true, 'pm').time).toBe(inHalf(reading.lacksHalf ?? '', 'pm'));
    },
  );

  test.each([
    ['22:30', '22:30:00'],
    ['00:30', '00:30:00'],
    ['0:05', '00:05:00'],
    ['1430', '14:30:00'],
    ['14h30', '14:30:00'],
    ['10:30 pm', '22:30:00'],
    ['10:30 a. m.', '10:30:00'],
    ['12 am', '00:00:00'],
    ['١٠:٣٠ م', '22:30:00'],
    ['٧ صباحًا', '07:00:00'],
  ])('"%s" needs no choice, and none changes it', (typed, time) => {
    for (const half of [undefined, 'am', 'pm'] as const)
      expect(readClock(typed, true, half)).toEqual({ time });
  });

  test('noon and midnight are the two twelves', () => {
    expect(readClock('12:30', true, 'am').time).toBe('00:30:00');
    expect(readClock('12:30', true, 'pm').time).toBe('12:30:00');
    expect(clockFace('00:30:00', true)).toBe('12:30');
  });
});

test('on a clock of 24 hours what is typed is the time', () => {
  expect(readClock('10:30', false, undefined)).toEqual({ time: '10:30:00' });
  expect(readClock('10:30 pm', false, undefined)).toEqual({ time: '22:30:00' });
  expect(clockFace('09:05:00', false)).toBe('09:05');
});

test('what is kept of an unread entry never looks like a time', () => {
  expect(isFhirTime(untilRead('10:30:00'))).toBe(false);
  expect(readClock(untilRead('10:30:00'), true, 'pm').time).toBe('22:30:00');
  expect(untilRead(' noon-ish ')).toBe('noon-ish');
});

import { describe, expect, it } from 'vitest';
import { createFormat } from './format.ts';
import { SHORT_DAY } from './short-day.ts';

describe('dates, figures and money', () => {
  it('have their month in words, also where they are short - in three languages', () => {
    const medium = SHORT_DAY;
    const date = (language: 'en' | 'es' | 'ar') =>
      createFormat(language, 'US', 'UTC').calendarDate('2031-07-04', medium);
    expect([date('en'), date('es'), date('ar')]).toEqual(['Jul 4, 2031', '4 jul 2031', '4 يوليو 2031']);
    expect(createFormat('ar', 'US', 'UTC').date('2031-07-04T12:00:00Z', medium)).toBe('4 يوليو 2031');
  });

  it('follow language and region - a calendar date in three languages', () => {
    expect(createFormat('en', 'US').calendarDate('2026-11-20')).toBe('November 20, 2026');
    expect(createFormat('en', 'GB').calendarDate('2026-11-20')).toBe('20 November 2026');
    expect(createFormat('es', 'US').calendarDate('2026-11-20')).toBe('20 de noviembre de 2026');
    expect(createFormat('ar', 'US').calendarDate('2026-11-20')).toBe('20 نوفمبر 2026');
  });

  it('keep a calendar date on its day - whatever the time zone', () => {
    expect(createFormat('en', 'US', 'Pacific/Honolulu').calendarDate('2026-01-01')).toBe('January 1, 2026');
  });

  it('show minor units as money - whole amounts without decimals', () => {
    const { money } = createFormat('en', 'US');
    expect([money(4900, 'USD'), money(4950, 'USD'), money(500, 'JPY')]).toEqual(['$49', '$49.50', '¥500']);
  });

  it('draw a currency as one piece in a line from right to left', () => {
    expect(createFormat('ar', 'US').money(1500, 'USD')).toContain('\u2066US$\u2069');
  });

  it('say how long ago - by the largest unit that fits', () => {
    const now = new Date('2026-11-20T12:00:00Z');
    const { relative } = createFormat('en', 'US');
    expect(relative('2026-11-20T11:57:00Z', now)).toBe('3 minutes ago');
    expect(relative('2026-11-19T11:57:00Z', now)).toBe('yesterday');
    expect(relative('2026-11-20T11:59:50Z', now)).toBe('this minute');
  });

  it('say when something happened - the time alone where it was today', () => {
    const now = new Date('2026-11-20T20:00:00Z');
    const { moment } = createFormat('en', 'GB', 'Europe/London');
    expect(moment('2026-11-20T14:02:00Z', now)).toBe('14:02');
    expect(moment('2026-11-19T14:02:00Z', now)).toBe('19 Nov 2026, 14:02');
  });

  it('say the month in words - in Arabic, too, where figures alone read both ways', () => {
    const now = new Date('2026-11-22T20:00:00Z');
    const { dateTime, moment } = createFormat('ar', 'US', 'UTC');
    expect(dateTime('2026-11-20T14:02:00Z')).toBe('20 نوفمبر 2026، 2:02 م');
    expect(moment('2026-11-20T14:02:00Z', now)).toBe('20 نوفمبر 2026، 2:02 م');
    expect(createFormat('es', 'US', 'UTC').dateTime('2026-11-20T14:02:00Z')).toMatch(
      /^20 nov 2026, 2:02\sp\.m\.$/,
    );
  });
});

import { describe, expect, test } from 'vitest';
import { plainMoney, plainNumber } from './plain-format.ts';
import { plainDate, plainList } from './plain-words.ts';

const regions = ['', '-US', '-GB', '-IE', '-CA', '-AU', '-NZ', '-DE', '-CH', '-AT', '-ZA', '-IN'];
const locales = ['en', 'es', 'ar'].flatMap((language) =>
  regions.map((region) => `${language}${region}-u-nu-latn`),
);

describe.each(locales)('plain formats are what the browser writes - %s', (locale) => {
  test('numbers', () => {
    const { format } = new Intl.NumberFormat(locale);
    for (let value = 0; value < 1_000; value += 1) expect(plainNumber(value)).toBe(format(value));
  });

  test.each(['USD', 'GBP', 'EUR', 'JPY'])('money in %s', (currency) => {
    const { format } = new Intl.NumberFormat(locale, {
      style: 'currency',
      currency,
      currencyDisplay: 'narrowSymbol',
      trailingZeroDisplay: 'stripIfInteger',
    });
    const written = (amount: number) => format(amount / 100);
    // Each number of cents, and of dollars all kinds.
    for (let amount = 0; amount < 100_000; amount += 37)
      expect(plainMoney(locale, amount, currency) ?? written(amount)).toBe(written(amount));
  });

  test('dates', () => {
    const format = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });
    for (let day = Date.UTC(2023, 11, 1); day < Date.UTC(2027, 1, 1); day += 86_400_000) {
      const written = format.format(day);
      expect(plainDate(locale, new Date(day).toISOString().slice(0, 10)) ?? written).toBe(written);
    }
  });

  test('lists', () => {
    const format = new Intl.ListFormat(locale);
    for (const items of [[], ['a'], ['a', 'b'], ['a', 'b', 'c'], ['a', 'b and c', 'd', 'e']]) {
      expect(plainList(locale, items) ?? format.format(items)).toBe(format.format(items));
    }
  });
});

test('English and American prices need no locales of the browser', () => {
  const written = [
    plainNumber(12),
    plainMoney('en-US-u-nu-latn', 4_950, 'USD'),
    plainMoney('en-GB-u-nu-latn', 2_000, 'GBP'),
    plainMoney('es-US-u-nu-latn', 99_905, 'USD'),
    plainDate('en-US-u-nu-latn', '2026-11-05'),
    plainDate('en-GB-u-nu-latn', '2026-11-05'),
    plainList('en-US-u-nu-latn', ['a', 'b', 'c']),
  ];
  expect(written).toEqual([
    '12',
    '$49.50',
    '£20',
    '$999.05',
    'November 5, 2026',
    '5 November 2026',
    'a, b, and c',
  ]);
});

test.each([-1, -0, 0.5, 1_000, Number.NaN, Number.POSITIVE_INFINITY])(
  '%s is left to the browser',
  (value) => {
    expect(plainNumber(value)).toBeUndefined();
    expect(plainMoney('en-US-u-nu-latn', value === 1_000 ? 100_000 : value, 'USD')).toBeUndefined();
  },
);

test.each(['2026-02-31', '2026-13-01', '2026-00-10', '0999-01-01', '', 'today'])(
  'the date "%s" is left to the browser',
  (date) => expect(plainDate('en-US-u-nu-latn', date)).toBeUndefined(),
);

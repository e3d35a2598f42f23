import { useMemo } from 'react';
import type { Language } from '../../sync/domain/languages.ts';
import { directionOf, formatLocale } from './language.ts';
import { useLanguage } from './messages-provider.tsx';
import { plainMoney } from './plain-format.ts';

export interface Format {
  readonly locale: string;
  number(value: number, options?: Intl.NumberFormatOptions): string;
  /** `amount` in minor units of `currency` (ISO 4217); whole amounts without decimals. */
  money(amount: number, currency: string): string;
  /** An instant, in the reader's time zone: "20 November 2026". */
  date(instant: string | Date, options?: Intl.DateTimeFormatOptions): string;
  time(instant: string | Date, options?: Intl.DateTimeFormatOptions): string;
  dateTime(instant: string | Date, options?: Intl.DateTimeFormatOptions): string;
  /** Of something that has happened: the time alone where it was today. */
  moment(instant: string | Date, now: Date): string;
  /** A calendar date without a time zone, `YYYY-MM-DD`: never moved to the day before. */
  calendarDate(date: string, options?: Intl.DateTimeFormatOptions): string;
  /** "5 minutes ago", "in 2 days", from the difference of two instants. */
  relative(instant: string | Date, now: Date): string;
  list(items: readonly string[], options?: Intl.ListFormatOptions): string;
  languageName(language: string): string;
}

const steps = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** With the month in words in every language: the medium style of Arabic is all figures, which read both ways. */
const dayAndTime: Intl.DateTimeFormatOptions = {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
};

/** Dates, figures, money and names of places as the reader's language and the vendor's region write them. */
export function createFormat(language: Language, region?: string, timeZone?: string): Format {
  const locale = formatLocale(language, region);
  const zone = timeZone === undefined ? {} : { timeZone };
  const at = (instant: string | Date, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...zone, ...options }).format(new Date(instant));

  return {
    locale,
    number: (value, options) => new Intl.NumberFormat(locale, options).format(value),
    money(amount, currency) {
      const plain = plainMoney(locale, amount, currency);
      if (plain !== undefined) return plain;
      const format = new Intl.NumberFormat(locale, {
        style: 'currency',
        currency,
        currencyDisplay: 'narrowSymbol',
        trailingZeroDisplay: 'stripIfInteger',
      });
      const digits = format.resolvedOptions().maximumFractionDigits ?? 2;
      const parts = format.formatToParts(amount / 10 ** digits);
      // In a line from right to left "US$" would be drawn as "$US".
      const isolated = (text: string) => (directionOf(language) === 'rtl' ? `\u2066${text}\u2069` : text);
      return parts.map(({ type, value: text }) => (type === 'currency' ? isolated(text) : text)).join('');
    },
    date: (instant, options = { dateStyle: 'long' }) => at(instant, options),
    time: (instant, options = { timeStyle: 'short' }) => at(instant, options),
    dateTime: (instant, options = dayAndTime) => at(instant, options),
    moment(instant, now) {
      const day: Intl.DateTimeFormatOptions = { dateStyle: 'short' };
      return at(instant, day) === at(now, day)
        ? at(instant, { timeStyle: 'short' })
        : at(instant, dayAndTime);
    },
    calendarDate: (date, options = { dateStyle: 'long' }) =>
      new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }).format(new Date(`${date}T00:00:00Z`)),
    relative(instant, now) {
      const difference = new Date(instant).getTime() - now.getTime();
      const format = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
      const step = steps.find(([, length]) => Math.abs(difference) >= length);
      return step ? format.format(Math.round(difference / step[1]), step[0]) : format.format(0, 'minute');
    },
    list: (items, options) => new Intl.ListFormat(locale, options).format(items),
    languageName(tag) {
      try {
        return new Intl.DisplayNames(locale, { type: 'language' }).of(tag) ?? tag;
      } catch {
        // Anybody may have written it: what is no tag of a language is shown as it is.
        return tag;
      }
    },
  };
}

export function useFormat(): Format {
  const { language, region } = useLanguage();
  return useMemo(() => createFormat(language, region), [language, region]);
}

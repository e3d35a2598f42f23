import { directionOf, useFormat, useLanguage } from './index.ts';

/** Amounts of a bill, each with its decimals: in a column they line up, and "$49.00" is what a bank's message will say. */
export function useExactMoney(): (amount: number, currency: string) => string {
  const { locale } = useFormat();
  const { language } = useLanguage();
  return (amount, currency) => {
    const format = new Intl.NumberFormat(locale, {
      ...{ style: 'currency', currency, currencyDisplay: 'narrowSymbol' },
    });
    const digits = format.resolvedOptions().maximumFractionDigits ?? 2;
    // In a line from right to left "US$" would be drawn as "$US".
    const isolated = (text: string) => (directionOf(language) === 'rtl' ? `\u2066${text}\u2069` : text);
    return format
      .formatToParts(amount / 10 ** digits)
      .map(({ type, value }) => (type === 'currency' ? isolated(value) : value))
      .join('');
  };
}

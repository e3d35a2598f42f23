import { useFormat } from '../../../i18n/index.ts';

type DecimalMark = '.' | ',';

const known = new Map<string, DecimalMark>();

/** Asked once for each locale: making a number format takes a tenth of a millisecond, and a long form has hundreds of numbers. */
function decimalMark(locale: string): DecimalMark {
  const before = known.get(locale);
  if (before !== undefined) return before;
  const parts = new Intl.NumberFormat(locale).formatToParts(1.5);
  const mark = parts.find((part) => part.type === 'decimal')?.value === ',' ? ',' : '.';
  known.set(locale, mark);
  return mark;
}

/** Of the reader's locale. */
export function useDecimalMark(): DecimalMark {
  return decimalMark(useFormat().locale);
}

import { useFormat } from '../../../i18n/index.ts';

/** Of the reader's locale. */
export function useDecimalMark(): '.' | ',' {
  const { locale } = useFormat();
  const parts = new Intl.NumberFormat(locale).formatToParts(1.5);
  return parts.find((part) => part.type === 'decimal')?.value === ',' ? ',' : '.';
}

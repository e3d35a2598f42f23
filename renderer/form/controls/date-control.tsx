import { DateField } from '../../design/controls/dates/date-field.tsx';
import { isIsoDate } from '../../design/controls/dates/date-parts.ts';
import type { ControlProps } from '../context/control-props.ts';
import { textOf } from '../values/answer-values.ts';
import { entryFormat } from '../values/item-extensions.ts';

/** What the author's entryFormat asks for at most: "YYYY", "MM/YYYY"; a day otherwise. Coarser answers are taken all the same. */
function precisionOf({ item }: ControlProps['state']): 'year' | 'month' | 'day' {
  const format = entryFormat(item)?.trim() ?? '';
  if (/^y{4}$/i.test(format)) return 'year';
  return /^(m{1,4}[\s./-]*y{4}|y{4}[\s./-]*m{1,4})$/i.test(format) ? 'month' : 'day';
}

/** A date of any precision; what isn't one yet is kept as it was typed. */
export function DateControl({ state, answers, onAnswer, field }: ControlProps) {
  const value = textOf(answers[0]);
  const precision = precisionOf(state);
  return (
    <DateField
      {...field}
      lang={undefined}
      assisted
      // A finer answer that is there already is shown wholly.
      precision={isIsoDate(value) && value.length > 7 ? 'day' : precision}
      value={value}
      onChange={(next) => onAnswer(next === '' ? [] : [{ type: 'date', value: next }])}
    />
  );
}

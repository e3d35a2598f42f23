import { CheckboxRow } from '../../design/controls/choices/checkbox-row.tsx';
import { useMessages } from '../../i18n/index.ts';
import type { ControlProps } from '../context/control-props.ts';

/** One statement to tick. A box that isn't ticked is no answer, and never means No. */
export function CheckboxControl({ answers, onAnswer, field }: ControlProps) {
  const t = useMessages('form');
  const answer = answers[0];
  const { labelledBy, ...rest } = field;
  // Where a heading says the question already, the row says what ticking it means.
  return (
    <CheckboxRow
      {...rest}
      label={labelledBy === undefined ? field.label : t('boolean.yes')}
      describedBy={[field.describedBy, labelledBy].filter(Boolean).join(' ') || undefined}
      isSelected={answer?.type === 'boolean' && answer.value}
      onChange={(ticked) => onAnswer(ticked ? [{ type: 'boolean', value: true }] : [])}
    />
  );
}

import { ChoiceRows } from '../../design/controls/choice-rows.tsx';
import { useMessages } from '../../i18n/index.ts';
import type { ControlProps } from '../control-props.ts';

/** Yes and No as two stacked rows: neither is the default, and a box that isn't ticked never means No. */
export function BooleanControl({ answers, onAnswer, field }: ControlProps) {
  const t = useMessages('form');
  const answer = answers[0];
  return (
    <ChoiceRows
      {...field}
      lang={undefined}
      options={[
        { id: 'yes', label: t('boolean.yes') },
        { id: 'no', label: t('boolean.no') },
      ]}
      value={answer?.type === 'boolean' ? (answer.value ? 'yes' : 'no') : null}
      onChange={(id) => onAnswer([{ type: 'boolean', value: id === 'yes' }])}
    />
  );
}

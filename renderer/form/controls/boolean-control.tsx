import { ChoiceRows } from '../../design/controls/choices/choice-rows.tsx';
import { useMessages } from '../../i18n/index.ts';
import type { ControlProps } from '../context/control-props.ts';
import { choiceLayout } from '../values/item-extensions.ts';

/** Yes and No as two rows: neither is the default. */
export function BooleanControl({ state, answers, onAnswer, field }: ControlProps) {
  const t = useMessages('form');
  const answer = answers[0];
  const horizontal = choiceLayout(state.item).orientation === 'horizontal';
  return (
    <ChoiceRows
      {...field}
      {...(horizontal ? { layout: 'line', columns: 2 } : {})}
      options={[
        { id: 'yes', label: t('boolean.yes') },
        { id: 'no', label: t('boolean.no') },
      ]}
      value={answer?.type === 'boolean' ? (answer.value ? 'yes' : 'no') : null}
      onChange={(id) => onAnswer([{ type: 'boolean', value: id === 'yes' }])}
    />
  );
}

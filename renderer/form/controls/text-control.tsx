import { TextField } from '../../design/controls/fields/text-field.tsx';
import { useMessages } from '../../i18n/index.ts';
import type { ControlProps } from '../context/control-props.ts';
import { textAnswer, textOf } from '../values/answer-values.ts';
import { keyboardOf } from '../values/keyboards.ts';

/** Text on one line or several, addresses of the web, and choices whose list is not on this device. */
export function TextControl({ state, answers, onAnswer, field }: ControlProps) {
  const t = useMessages('form');
  const { type, maxLength } = state.item;
  const listMissing = state.optionsStatus === 'unavailable';
  const isUrl = type === 'url';
  return (
    <TextField
      {...field}
      hint={field.hint || (listMissing ? t('choice.unavailable') : undefined)}
      value={textOf(answers[0])}
      multiline={type === 'text'}
      type={isUrl ? 'url' : 'text'}
      {...keyboardOf(state.item)}
      autoComplete="off"
      maxLength={maxLength}
      onChange={(typed) => {
        if (type === 'choice')
          return onAnswer(typed.trim() === '' ? [] : [{ type: 'Coding', value: { display: typed } }]);
        const value = textAnswer(typed, isUrl ? 'uri' : 'string');
        onAnswer(value ? [value] : []);
      }}
    />
  );
}

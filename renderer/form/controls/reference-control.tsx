import { TextField } from '../../design/controls/fields/text-field.tsx';
import type { ControlProps } from '../context/control-props.ts';
import { textOf } from '../values/answer-values.ts';

/** A person, place or thing by its name: nothing on this device could look it up. Where the form names some, they are options. */
export function ReferenceControl({ answers, onAnswer, field }: ControlProps) {
  return (
    <TextField
      {...field}
      value={textOf(answers[0])}
      autoComplete="off"
      onChange={(typed) =>
        onAnswer(typed.trim() === '' ? [] : [{ type: 'Reference', value: { display: typed } }])
      }
    />
  );
}

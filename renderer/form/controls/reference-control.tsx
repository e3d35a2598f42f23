import { TextField } from '../../design/controls/text-field.tsx';
import { textOf } from '../answer-values.ts';
import type { ControlProps } from '../control-props.ts';

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

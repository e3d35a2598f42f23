import { RadioButton, RadioField, RadioGroup } from 'react-aria-components/RadioGroup';
import { FieldFrame, type FieldProps, useFieldIds } from '../fields/field.tsx';
import {
  type ChoiceLayoutProps,
  type ChoiceOption,
  groupProps,
  OptionDescription,
  OptionWords,
  rowProps,
  targetProps,
} from './choice-options.tsx';

export type { ChoiceOption } from './choice-options.tsx';

export interface ChoiceRowsProps extends FieldProps, ChoiceLayoutProps {
  readonly options: readonly ChoiceOption[];
  readonly value: string | null;
  readonly onChange: (id: string) => void;
}

/** One of several: rows over the full width. Arrow keys move and choose; nothing goes on by itself. */
export function ChoiceRows(props: ChoiceRowsProps) {
  const { options, value, onChange } = props;
  const ids = useFieldIds(props);
  return (
    <FieldFrame field={props} ids={ids} words="legend">
      <RadioGroup
        {...groupProps(props, ids)}
        value={value}
        onChange={onChange}
        isRequired={props.isRequired ?? false}
      >
        {options.map((option) => (
          <RadioField key={option.id} {...rowProps(option)}>
            <RadioButton {...targetProps(option)}>
              <OptionWords option={option} kind="one" />
            </RadioButton>
            <OptionDescription option={option} />
          </RadioField>
        ))}
      </RadioGroup>
    </FieldFrame>
  );
}

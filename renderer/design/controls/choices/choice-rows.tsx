import { FieldFrame, type FieldProps, isShown, useFieldIds } from '../fields/field.tsx';
import { type ChoiceLayoutProps, type ChoiceOption, groupProps, OptionRow } from './choice-options.tsx';

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
      <div
        role="radiogroup"
        {...groupProps(props, ids)}
        aria-required={props.isRequired || undefined}
        aria-readonly={props.isReadOnly || undefined}
        aria-invalid={isShown(props.error) || undefined}
      >
        {options.map((option) => (
          <OptionRow
            key={option.id}
            {...{ option, field: props, name: ids.input }}
            kind="one"
            isSelected={option.id === value}
            onChange={() => onChange(option.id)}
          />
        ))}
      </div>
    </FieldFrame>
  );
}

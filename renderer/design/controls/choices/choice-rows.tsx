import { RadioButton, RadioField, RadioGroup } from 'react-aria-components/RadioGroup';
import { FieldFrame, type FieldProps, isShown, useFieldIds } from '../fields/field.tsx';
import {
  type ChoiceLayoutProps,
  type ChoiceOption,
  OptionDescription,
  OptionWords,
  rowsLook,
} from './choice-options.tsx';
import styles from './choice-rows.module.css';

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
        id={ids.input}
        {...rowsLook(props)}
        value={value}
        onChange={onChange}
        isInvalid={isShown(props.error)}
        isRequired={props.isRequired ?? false}
        isDisabled={props.isDisabled ?? false}
        isReadOnly={props.isReadOnly ?? false}
        validationBehavior="aria"
        aria-labelledby={ids.labelledBy}
        {...(ids.describedBy === undefined ? {} : { 'aria-describedby': ids.describedBy })}
      >
        {options.map((option) => (
          <RadioField
            key={option.id}
            value={option.id}
            isDisabled={option.isDisabled ?? false}
            className={styles.row ?? ''}
          >
            <RadioButton
              className={styles.target ?? ''}
              {...(option.lang === undefined ? {} : { lang: option.lang })}
            >
              <OptionWords option={option} kind="one" />
            </RadioButton>
            <OptionDescription option={option} />
          </RadioField>
        ))}
      </RadioGroup>
    </FieldFrame>
  );
}

import { RadioButton, RadioField, RadioGroup } from 'react-aria-components/RadioGroup';
import { FieldFrame, type FieldProps, isShown, useFieldIds } from '../fields/field.tsx';
import styles from './segmented-choice.module.css';

export interface SegmentedChoiceProps extends FieldProps {
  readonly options: readonly {
    readonly id: string;
    readonly label: string;
    readonly lang?: string | undefined;
  }[];
  /** None where nothing is chosen for the person. */
  readonly value: string | null;
  readonly onChange: (id: string) => void;
}

/** A switch between two or three ways to see the same thing: ft/in and kg, sizes of text. */
export function SegmentedChoice(props: SegmentedChoiceProps) {
  const { options, value, onChange } = props;
  const ids = useFieldIds(props);
  return (
    <FieldFrame field={props} ids={ids} words="legend">
      <RadioGroup
        id={ids.input}
        className={styles.segments ?? ''}
        orientation="horizontal"
        value={value}
        onChange={onChange}
        isInvalid={isShown(props.error)}
        isDisabled={props.isDisabled ?? false}
        aria-labelledby={ids.labelledBy}
        {...(ids.describedBy === undefined ? {} : { 'aria-describedby': ids.describedBy })}
      >
        {options.map(({ id, label, lang }) => (
          <RadioField key={id} value={id} className={styles.segment ?? ''}>
            <RadioButton className={styles.target ?? ''} {...(lang === undefined ? {} : { lang })}>
              {label}
            </RadioButton>
          </RadioField>
        ))}
      </RadioGroup>
    </FieldFrame>
  );
}

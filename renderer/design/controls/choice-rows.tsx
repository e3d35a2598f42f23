import { RadioButton, RadioField, RadioGroup } from 'react-aria-components/RadioGroup';
import { Text } from 'react-aria-components/Text';
import { ChoiceMark } from './choice-mark.tsx';
import styles from './choice-rows.module.css';
import { FieldFrame, type FieldProps, isShown, useFieldIds } from './field.tsx';

export interface ChoiceOption {
  readonly id: string;
  readonly label: string;
  readonly description?: string | undefined;
  /** Of this option's text, where it differs from the page's. */
  readonly lang?: string | undefined;
}

export interface ChoiceRowsProps extends FieldProps {
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
        className={styles.rows ?? ''}
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
        {options.map(({ id, label, description, lang }) => (
          <RadioField key={id} value={id} className={styles.row ?? ''}>
            <RadioButton className={styles.target ?? ''} {...(lang === undefined ? {} : { lang })}>
              <ChoiceMark kind="one" />
              <span className={styles.words}>{label}</span>
            </RadioButton>
            {description !== undefined && (
              <Text
                slot="description"
                className={styles.description ?? ''}
                {...(lang === undefined ? {} : { lang })}
              >
                {description}
              </Text>
            )}
          </RadioField>
        ))}
      </RadioGroup>
    </FieldFrame>
  );
}

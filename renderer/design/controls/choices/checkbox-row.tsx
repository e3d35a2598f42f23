import type { ReactNode } from 'react';
import { CheckboxButton, CheckboxField } from 'react-aria-components/Checkbox';
import { FieldFrame, type FieldProps, isShown, useFieldIds } from '../fields/field.tsx';
import { ChoiceMark } from './choice-mark.tsx';
import styles from './choice-rows.module.css';

export interface CheckboxRowProps extends Omit<FieldProps, 'labelledBy' | 'hideLabel' | 'optionalWord'> {
  readonly isSelected: boolean;
  readonly onChange: (isSelected: boolean) => void;
  /** Below the statement, outside the target: a link to the document that is agreed to. */
  readonly detail?: ReactNode;
}

/** One statement to agree to. Never ticked beforehand. */
export function CheckboxRow(props: CheckboxRowProps) {
  const { label, isSelected, onChange, detail, ...field } = props;
  const ids = useFieldIds(props);
  return (
    <FieldFrame field={{ ...field, label, labelledBy: ids.label }} ids={ids}>
      <div className={styles.rows}>
        <CheckboxField
          id={ids.input}
          className={styles.row ?? ''}
          isSelected={isSelected}
          onChange={onChange}
          isInvalid={isShown(props.error)}
          isRequired={props.isRequired ?? false}
          isDisabled={props.isDisabled ?? false}
          isReadOnly={props.isReadOnly ?? false}
          validationBehavior="aria"
          {...(ids.describedBy === undefined ? {} : { 'aria-describedby': ids.describedBy })}
        >
          <CheckboxButton className={styles.target ?? ''}>
            <ChoiceMark kind="several" />
            <span id={ids.label} className={styles.words}>
              {label}
            </span>
          </CheckboxButton>
          {detail !== undefined && <div className={styles.detail}>{detail}</div>}
        </CheckboxField>
      </div>
    </FieldFrame>
  );
}

import type { ReactNode } from 'react';
import { FieldFrame, type FieldProps, useFieldIds } from '../fields/field.tsx';
import { ChoiceMark } from './choice-mark.tsx';
import { OptionInput, stateOf } from './choice-options.tsx';
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
  const state = stateOf(props, isSelected);
  return (
    <FieldFrame field={{ ...field, label, labelledBy: ids.label }} ids={ids}>
      <div className={styles.rows}>
        <div className={styles.row} {...state}>
          <label htmlFor={ids.input} className={styles.target} {...state}>
            <OptionInput
              {...{ isSelected, field: props, id: ids.input, labelledBy: ids.label }}
              kind="several"
              describedBy={ids.describedBy}
              isRequired={props.isRequired}
              onChange={() => onChange(!isSelected)}
            />
            <ChoiceMark kind="several" />
            <span id={ids.label} className={styles.words}>
              {label}
            </span>
          </label>
          {detail !== undefined && <div className={styles.detail}>{detail}</div>}
        </div>
      </div>
    </FieldFrame>
  );
}

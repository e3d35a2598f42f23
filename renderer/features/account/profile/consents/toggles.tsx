import { useId } from 'react';
import { Text } from '../../../../design/basic/index.ts';
import styles from './consents.module.css';

interface TogglesProps<Id extends string> {
  readonly label: string;
  readonly hint: string;
  readonly options: readonly { readonly id: Id; readonly label: string; readonly isDisabled: boolean }[];
  readonly value: readonly Id[];
  readonly onChange: (id: Id, isOn: boolean) => void;
}

/** Several ways of one thing in a line, each on or off by itself. */
export function Toggles<Id extends string>({ label, hint, options, value, onChange }: TogglesProps<Id>) {
  const id = useId();
  return (
    <fieldset className={styles.toggles} aria-describedby={id}>
      <legend className={styles.legend}>{label}</legend>
      <Text id={id} tone="soft">
        {hint}
      </Text>
      <div className={styles.line}>
        {options.map((option) => (
          <label key={option.id} className={styles.toggle}>
            <input
              type="checkbox"
              className={styles.box}
              checked={value.includes(option.id)}
              disabled={option.isDisabled}
              onChange={(event) => onChange(option.id, event.target.checked)}
            />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

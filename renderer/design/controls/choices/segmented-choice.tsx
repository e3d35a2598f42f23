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
      <div
        role="radiogroup"
        id={ids.input}
        className={styles.segments}
        aria-labelledby={ids.labelledBy}
        aria-describedby={ids.describedBy}
        aria-invalid={isShown(props.error) || undefined}
      >
        {options.map(({ id, label, lang }) => (
          <label key={id} className={styles.segment} lang={lang}>
            <input
              type="radio"
              className={styles.input}
              name={ids.input}
              value={id}
              checked={id === value}
              disabled={props.isDisabled}
              onChange={() => onChange(id)}
            />
            <span className={styles.target}>{label}</span>
          </label>
        ))}
      </div>
    </FieldFrame>
  );
}

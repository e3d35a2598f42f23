import { classes } from '../classes.ts';
import { FieldFrame, type FieldProps, isShown, useFieldIds } from './field.tsx';
import styles from './input.module.css';

export interface TimeFieldProps extends FieldProps {
  /** FHIR `time`, `HH:MM:SS`, or ''. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onBlur?: (() => void) | undefined;
}

/** A time of day: the device's own field, which knows whether its owner counts to 12 or to 24. */
export function TimeField(props: TimeFieldProps) {
  const ids = useFieldIds(props);
  return (
    <FieldFrame field={props} ids={ids}>
      <input
        id={ids.input}
        type="time"
        value={props.value.slice(0, 5)}
        onChange={(event) =>
          props.onChange(event.target.value === '' ? '' : `${event.target.value.slice(0, 5)}:00`)
        }
        onBlur={props.onBlur}
        required={props.isRequired}
        disabled={props.isDisabled}
        readOnly={props.isReadOnly}
        aria-labelledby={ids.labelledBy}
        aria-describedby={ids.describedBy}
        aria-invalid={isShown(props.error) || undefined}
        className={classes(styles.input, styles.figures, styles.time)}
      />
    </FieldFrame>
  );
}

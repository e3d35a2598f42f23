import type { ReactNode } from 'react';
import { classes } from '../../../base/classes.ts';
import { FieldFrame, type FieldProps, isShown, useFieldIds } from '../fields/field.tsx';
import styles from '../fields/input.module.css';

export interface NumberFieldProps extends FieldProps {
  /** As typed. {@link readNumber} understands it. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onFocus?: (() => void) | undefined;
  readonly onBlur?: (() => void) | undefined;
  /** Beside the input; read out with it. */
  readonly unit?: string | undefined;
  /** In the place of `unit`: a control that chooses it. */
  readonly beside?: ReactNode;
  /** Whole numbers get a keyboard without a decimal mark. */
  readonly integer?: boolean | undefined;
  /** Negative numbers get a full keyboard: the numeric ones of phones have no minus. */
  readonly allowNegative?: boolean | undefined;
  readonly autoComplete?: string | undefined;
  readonly name?: string | undefined;
}

/** A number as a patient types it. No spin buttons, no wheel, and what can't be read as a number stays where it was typed. */
export function NumberField(props: NumberFieldProps) {
  const { value, onChange, onFocus, onBlur, unit, beside, integer, allowNegative, autoComplete, name } =
    props;
  const ids = useFieldIds(props);
  const unitId = `${ids.input}-unit`;
  const described = [ids.describedBy, unit && unitId].filter(Boolean).join(' ') || undefined;
  const input = (
    <input
      id={ids.input}
      name={name}
      type="text"
      inputMode={allowNegative ? 'text' : integer ? 'numeric' : 'decimal'}
      enterKeyHint="done"
      autoComplete={autoComplete ?? 'off'}
      value={value}
      onFocus={onFocus}
      onBlur={onBlur}
      onChange={(event) => onChange(event.target.value)}
      required={props.isRequired}
      disabled={props.isDisabled}
      readOnly={props.isReadOnly}
      aria-labelledby={ids.labelledBy}
      aria-describedby={described}
      aria-invalid={isShown(props.error) || undefined}
      className={classes(styles.input, styles.figures, styles.number)}
    />
  );
  return (
    <FieldFrame field={props} ids={ids}>
      {unit === undefined && beside === undefined ? (
        input
      ) : (
        <div className={styles.withUnit}>
          {input}
          {beside !== undefined && <div className={styles.beside}>{beside}</div>}
          {unit !== undefined && (
            <span id={unitId} className={styles.unit}>
              {unit}
            </span>
          )}
        </div>
      )}
    </FieldFrame>
  );
}

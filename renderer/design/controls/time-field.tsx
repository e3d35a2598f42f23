import { useState } from 'react';
import { useFormat, useMessages } from '../../i18n/index.ts';
import { classes } from '../classes.ts';
import { FieldFrame, type FieldProps, isShown, useFieldIds } from './field.tsx';
import styles from './input.module.css';
import { NativePicker } from './native-picker.tsx';
import { timeInWords } from './time-words.ts';
import { readWrittenTime } from './written-date.ts';

export interface TimeFieldProps extends FieldProps {
  /** FHIR `time`, `HH:MM:SS`; while it is none, what was typed. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onBlur?: (() => void) | undefined;
}

const meaningOf = (typed: string) => readWrittenTime(typed) ?? typed.trim();

/** A time of day, however it is written; below it what was understood, beside it the device's own clock. */
export function TimeField(props: TimeFieldProps) {
  const { value, onChange, onBlur } = props;
  const t = useMessages('design');
  const format = useFormat();
  const ids = useFieldIds(props);
  const [typed, setTyped] = useState(() => timeInWords(value, format));
  const shown = meaningOf(typed) === value ? typed : timeInWords(value, format);
  const isTime = readWrittenTime(value) === value;
  const words = isTime ? timeInWords(value, format) : '';
  const echoId = `${ids.input}-words`;
  return (
    <FieldFrame field={props} ids={ids}>
      <div className={styles.dates}>
        <input
          id={ids.input}
          type="text"
          enterKeyHint="done"
          autoComplete="off"
          autoCapitalize="none"
          value={shown}
          onChange={(event) => {
            setTyped(event.target.value);
            onChange(meaningOf(event.target.value));
          }}
          onBlur={onBlur}
          required={props.isRequired}
          disabled={props.isDisabled}
          readOnly={props.isReadOnly}
          aria-labelledby={ids.labelledBy}
          aria-describedby={[ids.describedBy, words && echoId].filter(Boolean).join(' ') || undefined}
          aria-invalid={isShown(props.error) || undefined}
          className={classes(styles.input, styles.figures, styles.time)}
        />
        {!props.isReadOnly && !props.isDisabled && (
          <NativePicker
            type="time"
            icon="clock"
            label={t('time.open')}
            value={isTime ? value.slice(0, 5) : ''}
            onPick={(picked) => {
              const time = `${picked.slice(0, 5)}:00`;
              setTyped(timeInWords(time, format));
              onChange(time);
            }}
          />
        )}
      </div>
      <p id={echoId} className={styles.echo} aria-live="polite">
        {words === shown.trim() ? '' : words}
      </p>
    </FieldFrame>
  );
}

import { type FocusEvent, useRef, useState } from 'react';
import { classes } from '../../../base/classes.ts';
import { useFormat, useMessages } from '../../../i18n/index.ts';
import { SegmentedChoice } from '../choices/segmented-choice.tsx';
import { FieldFrame, type FieldProps, isShown, useFieldIds } from '../fields/field.tsx';
import styles from '../fields/input.module.css';
import {
  clockFace,
  type HalfOfDay,
  halfOf,
  isFhirTime,
  readClock,
  untilRead,
  usesTwelveHours,
} from './clock.ts';
import { NativePicker } from './native-picker.tsx';
import { timeInWords } from './time-words.ts';

export interface TimeFieldProps extends FieldProps {
  /** FHIR `time`, `HH:MM:SS`; while it is none, what was typed, which never looks like one. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onBlur?: (() => void) | undefined;
}

interface Typed {
  readonly text: string;
  readonly half: HalfOfDay | undefined;
}

/**
 * A time of day, however it is written, beside the device's own clock. Where clocks have twelve hours, AM or PM is the person's to
 * choose: until then "10:30" is no time, and nothing but the text is given out. What needs no choice ("22:30", "10:30 pm") makes it.
 */
export function TimeField(props: TimeFieldProps) {
  const { value, onChange, onBlur } = props;
  const t = useMessages('design');
  const format = useFormat();
  const twelve = usesTwelveHours(format.locale);
  const [last, setTyped] = useState(() => fromValue(value, twelve));
  const [left, setLeft] = useState(false);
  const meaningOf = ({ text, half }: Typed) => readClock(text, twelve, half).time ?? untilRead(text);
  // What was typed wins as long as it means the same as the value.
  const typed = meaningOf(last) === value ? last : fromValue(value, twelve);
  const reading = readClock(typed.text, twelve, typed.half);
  const asksHalf = reading.lacksHalf !== undefined;
  const half = reading.time === undefined ? typed.half : halfOf(reading.time);
  const error = asksHalf && (left || isShown(props.error)) ? t('time.chooseHalf') : props.error;
  const field = { ...props, error };
  const ids = useFieldIds(field);
  const echoId = `${ids.input}-words`;
  const echo = reading.time === undefined ? '' : echoOf(reading.time, typed.text);

  /** Noon and midnight are mistaken for each other; another face than the one that was typed is shown once more. */
  function echoOf(time: string, text: string): string {
    if (twelve && Number(time.slice(0, 2)) % 12 === 0)
      return t(halfOf(time) === 'am' ? 'time.twelveAm' : 'time.twelvePm');
    const words = timeInWords(time, format);
    return text.trim() === words || text.trim() === clockFace(time, twelve) ? '' : words;
  }
  const give = (next: Typed) => {
    setTyped(next);
    onChange(meaningOf(next));
  };
  const choose = (next: HalfOfDay) => {
    const time = reading.time ?? reading.lacksHalf;
    // "22:30" and then AM can only be meant as a correction.
    const text = reading.time === undefined || time === undefined ? typed.text : clockFace(time, true);
    give({ text, half: next });
  };
  const isPressed = useRef(false);
  /** A pointer takes the focus away before it is up, and Safari gives it to no choice: an error that came now would move AM and PM from under it. */
  const press = () => {
    isPressed.current = true;
    for (const end of ['pointerup', 'pointercancel'] as const)
      addEventListener(end, () => (isPressed.current = false), { once: true });
  };
  const leave = ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
    if (isPressed.current || currentTarget.contains(relatedTarget)) return;
    setLeft(true);
    // "1030", as it is typed on a keypad without a colon.
    const time = reading.time ?? reading.lacksHalf;
    if (time !== undefined && /^\d{3,4}$/.test(typed.text.trim()))
      setTyped({ text: clockFace(time, twelve), half });
    onBlur?.();
  };

  return (
    <FieldFrame field={field} ids={ids}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only hears that the field and its choice are left */}
      <div className={styles.dates} onPointerDown={press} onBlur={leave}>
        <input
          id={asksHalf ? undefined : ids.input}
          type="text"
          inputMode="numeric"
          data-entry="time"
          enterKeyHint="done"
          autoComplete="off"
          autoCapitalize="none"
          dir="ltr"
          value={typed.text}
          onChange={(event) =>
            give({ text: event.target.value, half: event.target.value === '' ? undefined : typed.half })
          }
          required={props.isRequired}
          disabled={props.isDisabled}
          readOnly={props.isReadOnly}
          aria-labelledby={ids.labelledBy}
          aria-describedby={[ids.describedBy, echo && echoId].filter(Boolean).join(' ') || undefined}
          aria-invalid={isShown(error) || undefined}
          className={classes(styles.input, styles.figures, styles.time)}
        />
        {twelve && !(props.isReadOnly && half === undefined) && (
          // Where only the half is missing, the way to the error leads here.
          <div id={asksHalf ? ids.input : undefined} className={styles.half}>
            <SegmentedChoice
              label={t('time.half')}
              hideLabel
              isDisabled={props.isDisabled || props.isReadOnly}
              options={[
                { id: 'am', label: t('time.am') },
                { id: 'pm', label: t('time.pm') },
              ]}
              value={half ?? null}
              onChange={(id) => choose(id === 'pm' ? 'pm' : 'am')}
            />
          </div>
        )}
        {!props.isReadOnly && !props.isDisabled && (
          <NativePicker
            type="time"
            icon="clock"
            label={t('time.open')}
            value={reading.time?.slice(0, 5) ?? ''}
            onPick={(picked) => {
              const time = `${picked.slice(0, 5)}:00`;
              give({ text: clockFace(time, twelve), half: halfOf(time) });
            }}
          />
        )}
      </div>
      <p id={echoId} className={styles.echo} aria-live="polite">
        {echo}
      </p>
    </FieldFrame>
  );
}

function fromValue(value: string, twelve: boolean): Typed {
  return isFhirTime(value)
    ? { text: clockFace(value, twelve), half: halfOf(value) }
    : { text: value, half: undefined };
}

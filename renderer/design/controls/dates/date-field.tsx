import { type ChangeEvent, type FocusEvent, useId, useState } from 'react';
import { classes } from '../../../base/classes.ts';
import { type Format, useFormat, useMessages } from '../../../i18n/index.ts';
import { useAutofill } from '../fields/autofill.ts';
import { FieldFrame, type FieldProps, isShown, useFieldIds } from '../fields/field.tsx';
import styles from '../fields/input.module.css';
import { type DatePart, type DateParts, dateOrder, isIsoDate, joinDate, splitDate } from './date-parts.ts';
import { NativePicker } from './native-picker.tsx';
import { monthByName, readWrittenDate } from './written-date.ts';

export interface DateFieldProps extends FieldProps {
  /** ISO 8601 of any precision; or, while it is no date, what was typed, joined by `joinDate`. `isIsoDate` tells them apart. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onBlur?: (() => void) | undefined;
  /** The finest part that is asked. Coarser answers are the form's to judge. */
  readonly precision?: 'year' | 'month' | 'day' | undefined;
  /** `bday` lets the browser fill in the birth date. */
  readonly autoComplete?: 'bday' | undefined;
  /** BCP 47, for the order of the fields; by default the page's language in the vendor's region. */
  readonly locale?: string | undefined;
  /** Says below the fields, in words, which date was understood; and offers the device's calendar. */
  readonly assisted?: boolean | undefined;
}

const asked = {
  year: ['year'],
  month: ['year', 'month'],
  day: ['year', 'month', 'day'],
} as const satisfies Record<string, readonly DatePart[]>;
/** More than a key gives: the text was pasted, or filled in by the browser. */
const PASTED = 3;

/** A date of any precision in words; '' where it is none. */
export function dateInWords(value: string, format: Format): string {
  if (!isIsoDate(value)) return '';
  if (value.length === 10) return format.calendarDate(value, { dateStyle: 'full' });
  return value.length === 7 ? format.calendarDate(`${value}-01`, { year: 'numeric', month: 'long' }) : value;
}

/**
 * Three typed fields, in the order of the reader's country; each also takes the whole date, however it is written. No jumping from
 * field to field, and nothing moves before the field is left.
 */
export function DateField(props: DateFieldProps) {
  const { value, onChange, onBlur, precision = 'day', autoComplete, assisted } = props;
  const mayFill = useAutofill(autoComplete) === 'bday';
  const t = useMessages('design');
  const format = useFormat();
  const locale = props.locale ?? format.locale;
  const ids = useFieldIds(props);
  const partId = useId();
  const [parts, setParts] = useState<DateParts>(() => splitDate(value));
  const [readWhole, setReadWhole] = useState(false);
  // The words need their place before they come, and not in the many dates of a long form that nobody is in.
  const [isEntered, setEntered] = useState(false);
  const enter = () => setEntered(true);
  const order = dateOrder(locale);
  const wanted = order.filter((part) => asked[precision].some((one) => one === part));
  /** The parts of a date that is in one of the fields as a whole. */
  const wholeOf = (typed: DateParts) => {
    const [only, ...more] = order.filter((part) => typed[part].trim() !== '');
    return only === undefined || more.length > 0 ? undefined : readWrittenDate(typed[only], order, locale);
  };
  const meaningOf = (typed: DateParts) =>
    joinDate(wholeOf(typed) ?? { ...typed, month: monthByName(typed.month, locale) ?? typed.month });
  // What was typed wins as long as it means the same as the value: "3" stays "3" and doesn't become "03" under the fingers.
  const shown = meaningOf(parts) === value ? parts : splitDate(value);
  const invalid = isShown(props.error) || undefined;
  // 3/4 is another day elsewhere: a date that was read as a whole is always said back.
  const words = assisted || readWhole ? dateInWords(value, format) : '';
  const echoId = `${ids.input}-words`;

  const type = (part: DatePart, { target }: ChangeEvent<HTMLInputElement>) => {
    const pasted = target.value.length - shown[part].length >= PASTED;
    const written = pasted ? readWrittenDate(target.value, order, locale) : undefined;
    // A year alone is what was given for its own field, by the browser perhaps, and takes nothing from the others.
    const whole = written?.month === '' ? undefined : written;
    if (whole ?? wholeOf({ ...shown, [part]: target.value })) setReadWhole(true);
    const next = whole ?? { ...shown, [part]: target.value };
    setParts(next);
    onChange(meaningOf(next));
  };
  const leave = (event: FocusEvent<HTMLInputElement>) => {
    const whole = wholeOf(shown);
    const named = monthByName(shown.month, locale);
    if (whole) setParts(whole);
    else if (named !== undefined) setParts({ ...shown, month: named });
    // The group is left when none of its fields has the focus.
    if (!event.currentTarget.closest('[role="group"]')?.contains(event.relatedTarget)) onBlur?.();
  };
  const names: Readonly<Record<DatePart, string>> = {
    day: t('date.day'),
    month: t('date.month'),
    year: t('date.year'),
  };

  return (
    <FieldFrame field={props} ids={ids} words="legend">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset can't be a flex row in every browser, and its legend is above the hint */}
      <div
        id={ids.input}
        role="group"
        className={styles.dates}
        aria-labelledby={ids.labelledBy}
        aria-describedby={ids.describedBy}
      >
        {wanted.map((part) => (
          <div key={part} className={styles.part}>
            <label htmlFor={`${partId}${part}`} className={styles.partLabel}>
              {names[part]}
            </label>
            <input
              id={`${partId}${part}`}
              type="text"
              inputMode="numeric"
              enterKeyHint={part === wanted.at(-1) ? 'done' : 'next'}
              autoComplete={mayFill ? `bday-${part}` : 'off'}
              value={shown[part]}
              onChange={(event) => type(part, event)}
              onFocus={enter}
              onBlur={leave}
              disabled={props.isDisabled}
              readOnly={props.isReadOnly}
              required={props.isRequired}
              aria-invalid={invalid}
              aria-describedby={
                [invalid && ids.error, words && echoId].filter(Boolean).join(' ') || undefined
              }
              className={classes(
                styles.input,
                styles.figures,
                styles.growing,
                part === 'year' ? styles.four : part === 'month' ? styles.month : styles.two,
              )}
            />
          </div>
        ))}
        {assisted && precision === 'day' && !props.isReadOnly && !props.isDisabled && (
          <NativePicker
            type="date"
            icon="calendar"
            label={t('date.open')}
            onOpen={enter}
            value={isIsoDate(value) && value.length === 10 ? value : ''}
            onPick={(picked) => {
              setParts(splitDate(picked));
              onChange(picked);
            }}
          />
        )}
      </div>
      {(isEntered || words !== '') && (
        <p id={echoId} className={styles.echo} aria-live="polite">
          {words}
        </p>
      )}
    </FieldFrame>
  );
}

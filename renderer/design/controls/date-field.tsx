import { type FocusEvent, useId, useState } from 'react';
import { useFormat, useMessages } from '../../i18n/index.ts';
import { classes } from '../classes.ts';
import {
  type DatePart,
  type DateParts,
  dateOrder,
  joinDate,
  monthByName,
  readPastedDate,
  splitDate,
} from './date-parts.ts';
import { FieldFrame, type FieldProps, isShown, useFieldIds } from './field.tsx';
import styles from './input.module.css';

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
}

const asked = {
  year: ['year'],
  month: ['year', 'month'],
  day: ['year', 'month', 'day'],
} as const satisfies Record<string, readonly DatePart[]>;

/** Three typed fields, in the order of the reader's country. No calendar to page through, no jumping from field to field. */
export function DateField(props: DateFieldProps) {
  const { value, onChange, onBlur, precision = 'day', autoComplete } = props;
  const t = useMessages('design');
  const format = useFormat();
  const locale = props.locale ?? format.locale;
  const ids = useFieldIds(props);
  const partId = useId();
  const [parts, setParts] = useState<DateParts>(() => splitDate(value));
  // What was typed wins as long as it means the same as the value: "3" stays "3" and doesn't become "03" under the fingers.
  const shown = joinDate(parts) === value ? parts : splitDate(value);
  const order = dateOrder(locale);
  const invalid = isShown(props.error) || undefined;

  const change = (next: DateParts) => {
    setParts(next);
    onChange(joinDate(next));
  };
  const type = (part: DatePart, text: string) =>
    change(readPastedDate(text, order) ?? { ...shown, [part]: text });
  const leave = (part: DatePart, event: FocusEvent<HTMLInputElement>) => {
    const named = part === 'month' ? monthByName(shown.month, locale) : undefined;
    if (named !== undefined) change({ ...shown, month: named });
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
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset can't be a flex row in every browser, and its legend stands above the hint */}
      <div
        id={ids.input}
        role="group"
        className={styles.dates}
        aria-labelledby={ids.labelledBy}
        aria-describedby={ids.describedBy}
      >
        {order
          .filter((part) => asked[precision].some((one) => one === part))
          .map((part) => (
            <div key={part} className={styles.part}>
              <label htmlFor={`${partId}${part}`} className={styles.partLabel}>
                {names[part]}
              </label>
              <input
                id={`${partId}${part}`}
                type="text"
                inputMode="numeric"
                autoComplete={autoComplete ? `bday-${part}` : 'off'}
                value={shown[part]}
                onChange={(event) => type(part, event.target.value)}
                onBlur={(event) => leave(part, event)}
                disabled={props.isDisabled}
                readOnly={props.isReadOnly}
                required={props.isRequired}
                aria-invalid={invalid}
                aria-describedby={invalid && ids.error}
                className={classes(
                  styles.input,
                  styles.figures,
                  part === 'year' ? styles.four : part === 'month' ? styles.month : styles.two,
                )}
              />
            </div>
          ))}
      </div>
    </FieldFrame>
  );
}

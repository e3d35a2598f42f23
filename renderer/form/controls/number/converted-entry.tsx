import { useState } from 'react';
import type { AnswerValue } from '../../../../sync/questionnaire/model/contract.ts';
import { Text } from '../../../design/basic/text/text.tsx';
import { FieldFrame, isShown, useFieldIds } from '../../../design/controls/fields/field.tsx';
import { readNumber } from '../../../design/controls/fields/number-reading.ts';
import { NumberField } from '../../../design/controls/number/number-field.tsx';
import { useFormat, useMessages } from '../../../i18n/index.ts';
import type { ControlField } from '../../context/control-props.ts';
import styles from '../../context/form.module.css';
import { convert, type Entry, entryCode, readFeetAndInches, toFeetAndInches } from '../../values/measures.ts';
import type { TypedMeasure } from '../../values/unit-preference.ts';
import { useDecimalMark } from './decimal-mark.ts';

/** The number of an answer, whichever type carries it. */
export function figureOf(answer: AnswerValue | undefined): number | undefined {
  if (answer?.type === 'integer' || answer?.type === 'decimal') return answer.value;
  return answer?.type === 'Quantity' ? answer.value.value : undefined;
}

interface ConvertedEntryProps {
  readonly field: ControlField;
  readonly entry: Entry;
  /** UCUM of the form's own unit. */
  readonly ownCode: string;
  readonly answer: AnswerValue | undefined;
  /** Of the number in the form's own unit. */
  readonly places: number;
  /** What was typed here before, as far as it is still what is stored. */
  readonly typed: TypedMeasure | undefined;
  /** The text where it can't be read as a measure; else the value in the form's own unit, and what was typed for it. */
  readonly onGive: (given: { readonly unread: string } | TypedMeasure) => void;
}

interface Texts {
  readonly main: string;
  readonly inches: string;
}

/** Enters a measure in another unit than the form's. */
export function ConvertedEntry({
  field,
  entry,
  ownCode,
  answer,
  places,
  typed,
  onGive,
}: ConvertedEntryProps) {
  const t = useMessages('controls');
  const mark = useDecimalMark();
  const start = figureOf(answer);
  const [texts, setTexts] = useState<Texts>(() => {
    if (typed && typed.entry === entry && typed.value === start) return typed;
    // What couldn't be read stays in sight.
    if (answer?.type === 'string') {
      const [, feet, more] = (entry === 'ft-in' && /^(\d+) ([\d.,]+)$/.exec(answer.value)) || [];
      return { main: feet ?? answer.value, inches: more ?? '' };
    }
    const there = start === undefined ? undefined : convert(start, ownCode, entryCode(entry));
    const write = (value: number | undefined) =>
      value === undefined ? '' : String(value).replace('.', mark);
    if (entry !== 'ft-in') return { main: write(there), inches: '' };
    const split = there === undefined ? undefined : toFeetAndInches(there);
    return { main: write(split?.feet), inches: write(split?.inches) };
  });
  const [left, setLeft] = useState(false);
  const tooMany = entry === 'ft-in' && hasTooManyInches(texts, mark);
  const error = tooMany && (left || isShown(field.error)) ? t('unit.inchesRange') : field.error;
  const ids = useFieldIds({ ...field, error, id: `${field.id}-entry` });
  const change = (next: Texts) => {
    setTexts(next);
    const value = measured(next, entry, mark);
    if (value === 'unread') {
      onGive({ unread: [next.main, next.inches].filter(Boolean).join(' ') });
      return;
    }
    const converted = value === undefined ? undefined : convert(value, entryCode(entry), ownCode, places);
    onGive({ entry, ...next, value: converted });
  };
  if (entry !== 'ft-in') {
    return (
      <NumberField
        {...field}
        value={texts.main}
        unit={t(`unit.${entry}`)}
        allowNegative={entry === 'cel' || entry === 'fahrenheit'}
        onChange={(main) => change({ main, inches: '' })}
      />
    );
  }
  /** A whole height in the first field is parted once the field is left. */
  const part = () => {
    const whole = texts.inches === '' ? readFeetAndInches(texts.main) : undefined;
    if (whole) setTexts({ main: String(whole.feet), inches: String(whole.inches).replace('.', mark) });
  };
  return (
    <FieldFrame field={{ ...field, error }} ids={ids} words="legend">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset can't be a flex row in every browser */}
      <div
        id={`${field.id}-parts`}
        className={styles.pair}
        role="group"
        aria-labelledby={ids.labelledBy}
        aria-describedby={ids.describedBy}
      >
        <NumberField
          id={tooMany ? `${field.id}-feet` : field.id}
          label={t('unit.feet')}
          value={texts.main}
          integer
          onBlur={part}
          onChange={(main) => change({ ...texts, main })}
        />
        <NumberField
          // The way to the error leads to the part that is wrong.
          id={tooMany ? field.id : `${field.id}-inches`}
          label={t('unit.inches')}
          value={texts.inches}
          onBlur={() => setLeft(true)}
          onChange={(inches) => change({ ...texts, inches })}
        />
      </div>
    </FieldFrame>
  );
}

/** A foot and more of them beside the feet; without feet, a whole height in inches is one. */
function hasTooManyInches({ main, inches }: Texts, decimalMark: '.' | ','): boolean {
  const read = readNumber(inches, { decimalMark });
  return main.trim() !== '' && read.status === 'number' && read.value >= 12;
}

/** In the unit of the entry, inches for a height; nothing where nothing was typed. */
function measured(
  { main, inches }: Texts,
  entry: Entry,
  decimalMark: '.' | ',',
): number | undefined | 'unread' {
  const first = readNumber(main, { decimalMark });
  if (entry !== 'ft-in') {
    return first.status === 'number' ? first.value : first.status === 'empty' ? undefined : 'unread';
  }
  const whole = inches.trim() === '' ? readFeetAndInches(main) : undefined;
  if (whole) return whole.feet * 12 + whole.inches;
  const second = readNumber(inches, { decimalMark });
  if (first.status === 'unreadable' || second.status === 'unreadable') return 'unread';
  if (hasTooManyInches({ main, inches }, decimalMark)) return 'unread';
  if (first.status === 'empty' && second.status === 'empty') return undefined;
  return (first.status === 'number' ? first.value * 12 : 0) + (second.status === 'number' ? second.value : 0);
}

/** The same value the other way, below the field. */
export function ConvertedValue({
  answer,
  code,
  into,
}: {
  readonly answer: AnswerValue | undefined;
  readonly code: string;
  readonly into: Entry;
}) {
  const t = useMessages('controls');
  const format = useFormat();
  const value = figureOf(answer);
  const converted = value === undefined ? undefined : convert(value, code, entryCode(into));
  if (converted === undefined) return null;
  const { feet, inches } = toFeetAndInches(converted, 0);
  const text =
    into === 'ft-in'
      ? t('unit.feetAndInches', { feet: format.number(feet), inches: format.number(inches) })
      : `${format.number(converted)} ${t(`unit.${into}`)}`;
  return (
    <Text tone="soft" tabular>
      {t('unit.about', { value: text })}
    </Text>
  );
}

import { useState } from 'react';
import type { AnswerValue } from '../../../sync/questionnaire/contract.ts';
import { Text } from '../../design/basic/text.tsx';
import { FieldFrame, useFieldIds } from '../../design/controls/field.tsx';
import { NumberField } from '../../design/controls/number-field.tsx';
import { readNumber } from '../../design/controls/number-reading.ts';
import { useFormat, useMessages } from '../../i18n/index.ts';
import type { ControlField } from '../control-props.ts';
import styles from '../form.module.css';
import { convert, type Entry, entryCode, toFeetAndInches } from '../measures.ts';

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
  /** The value in the unit of `entry`; inches for ft-in. */
  readonly onValue: (value: number | undefined) => void;
}

const numberOf = (text: string) => {
  const reading = readNumber(text);
  return reading.status === 'number' ? reading.value : undefined;
};

/** Enters a measure in another unit than the form's. */
export function ConvertedEntry({ field, entry, ownCode, answer, onValue }: ConvertedEntryProps) {
  const t = useMessages('controls');
  const start = figureOf(answer);
  const there = start === undefined ? undefined : convert(start, ownCode, entryCode(entry));
  const split = there === undefined || entry !== 'ft-in' ? undefined : toFeetAndInches(there);
  const [main, setMain] = useState(String(split?.feet ?? there ?? ''));
  const ids = useFieldIds({ ...field, id: `${field.id}-entry` });
  const [inches, setInches] = useState(String(split?.inches ?? ''));
  if (entry !== 'ft-in') {
    return (
      <NumberField
        {...field}
        value={main}
        unit={t(`unit.${entry}`)}
        onChange={(typed) => {
          setMain(typed);
          onValue(numberOf(typed));
        }}
      />
    );
  }
  const change = (feet: string, rest: string) => {
    setMain(feet);
    setInches(rest);
    const [ft, inch] = [numberOf(feet), numberOf(rest)];
    onValue(ft === undefined && inch === undefined ? undefined : (ft ?? 0) * 12 + (inch ?? 0));
  };
  return (
    <FieldFrame field={field} ids={ids} words="legend">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset can't be a flex row in every browser */}
      <div
        id={`${field.id}-parts`}
        className={styles.pair}
        role="group"
        aria-labelledby={ids.labelledBy}
        aria-describedby={ids.describedBy}
      >
        <NumberField
          id={field.id}
          label={t('unit.feet')}
          value={main}
          integer
          onChange={(typed) => change(typed, inches)}
        />
        <NumberField
          id={`${field.id}-inches`}
          label={t('unit.inches')}
          value={inches}
          onChange={(typed) => change(main, typed)}
        />
      </div>
    </FieldFrame>
  );
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

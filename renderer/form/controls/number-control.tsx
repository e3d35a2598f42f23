import type { Coding } from 'fhir/r4.js';
import { useState } from 'react';
import type { AnswerValue } from '../../../sync/questionnaire/contract.ts';
import { sameAnswer } from '../../../sync/questionnaire/values.ts';
import { NumberField } from '../../design/controls/number-field.tsx';
import { SegmentedChoice } from '../../design/controls/segmented-choice.tsx';
import { useFormat, useMessages } from '../../i18n/index.ts';
import { numberAnswer, numberText, quantityAnswer } from '../answer-values.ts';
import type { ControlField, ControlProps } from '../control-props.ts';
import styles from '../form.module.css';
import { numericLimit, unitCodings } from '../item-extensions.ts';
import { convert, type Entry, entriesFor, entryCode } from '../measures.ts';
import { useTypedText } from '../typed-text.ts';
import { ConvertedEntry, ConvertedValue } from './converted-entry.tsx';

interface FigureProps {
  readonly field: ControlField;
  readonly answer: AnswerValue | undefined;
  readonly read: (typed: string) => AnswerValue | undefined;
  readonly onAnswer: (answers: readonly AnswerValue[]) => void;
  readonly unit: string | undefined;
  readonly integer: boolean;
  readonly allowNegative: boolean;
}

const same = (a: AnswerValue | undefined, b: AnswerValue | undefined) =>
  a && b ? sameAnswer(a, b) : a === b;

function Figure({ field, answer, read, onAnswer, unit, integer, allowNegative }: FigureProps) {
  const { locale } = useFormat();
  const mark =
    new Intl.NumberFormat(locale).formatToParts(1.5).find((part) => part.type === 'decimal')?.value ?? '.';
  const [text, setTyped] = useTypedText(
    answer,
    (value) => numberText(value, mark === ',' ? ',' : '.'),
    (typed, value) => same(read(typed), value),
  );
  return (
    <NumberField
      {...field}
      value={text}
      unit={unit}
      integer={integer}
      allowNegative={allowNegative}
      onChange={(typed) => {
        setTyped(typed);
        const value = read(typed);
        onAnswer(value ? [value] : []);
      }}
    />
  );
}

/** A figure with its unit beside it; heights, weights and temperatures can be entered the other way and are converted. */
function Measured(
  props: ControlProps & {
    readonly unit: Coding | undefined;
    readonly answerOf: (value: number) => AnswerValue;
    readonly read: FigureProps['read'];
  },
) {
  const { state, answers, onAnswer, field, unit, answerOf, read } = props;
  const t = useMessages('form');
  const entries = entriesFor(unit?.code);
  const [entry, setEntry] = useState<Entry | undefined>(entries?.[0]);
  const answer = answers[0];
  const own = entries?.[0];
  const integer = state.item.type === 'integer';
  const figure = (
    <Figure
      field={field}
      answer={answer}
      read={read}
      onAnswer={onAnswer}
      unit={unit?.display ?? unit?.code}
      integer={integer}
      allowNegative={(numericLimit(state.item, 'minValue') ?? 0) < 0 || own === 'cel' || own === 'fahrenheit'}
    />
  );
  if (!entries || !own || unit?.code === undefined) return figure;
  const { code } = unit;
  return (
    <div className={styles.measured}>
      {!state.readOnly && (
        <SegmentedChoice
          label={t('unit.switch')}
          hideLabel
          options={entries.map((id) => ({ id, label: t(`unit.${id}`) }))}
          value={entry ?? own}
          onChange={(id) => setEntry(entries.find((candidate) => candidate === id))}
        />
      )}
      {entry === own || entry === undefined ? (
        figure
      ) : (
        <ConvertedEntry
          field={field}
          entry={entry}
          ownCode={code}
          answer={answer}
          onValue={(value) => {
            const converted =
              value === undefined ? undefined : convert(value, entryCode(entry), code, integer ? 0 : 1);
            onAnswer(converted === undefined ? [] : [answerOf(converted)]);
          }}
        />
      )}
      <ConvertedValue answer={answer} code={code} into={(entry ?? own) === own ? entries[1] : own} />
    </div>
  );
}

export function NumberControl(props: ControlProps) {
  const type = props.state.item.type === 'integer' ? 'integer' : 'decimal';
  return (
    <Measured
      {...props}
      unit={unitCodings(props.state.item)[0]}
      read={(typed) => numberAnswer(typed, type)}
      answerOf={(value) => ({ type, value })}
    />
  );
}

/** A figure with a unit that is part of the answer: fixed by the form, or chosen among those it offers. */
export function QuantityControl(props: ControlProps) {
  const { state, answers, onAnswer, field } = props;
  const t = useMessages('form');
  const units = unitCodings(state.item);
  const answer = answers[0];
  const answered =
    answer?.type === 'Quantity'
      ? units.findIndex(({ code, display }) => (answer.value.code ?? answer.value.unit) === (code ?? display))
      : -1;
  const [picked, setPicked] = useState(Math.max(answered, 0));
  const unit = units[picked];
  if (units.length <= 1) {
    return (
      <Measured
        {...props}
        unit={unit}
        read={(typed) => quantityAnswer(typed, unit)}
        answerOf={(value) => quantityAnswer(String(value), unit) ?? { type: 'decimal', value }}
      />
    );
  }
  const switchTo = (index: number) => {
    setPicked(index);
    const next = units[index];
    if (answer?.type !== 'Quantity' || answer.value.value === undefined || !next) return;
    const converted =
      next.code && answer.value.code ? convert(answer.value.value, answer.value.code, next.code) : undefined;
    const moved = quantityAnswer(String(converted ?? answer.value.value), next);
    if (moved) onAnswer([moved]);
  };
  return (
    <div className={styles.measured}>
      <SegmentedChoice
        label={t('unit.switch')}
        hideLabel
        options={units.map((coding, index) => ({
          id: String(index),
          label: coding.display ?? coding.code ?? '',
        }))}
        value={String(picked)}
        onChange={(id) => switchTo(Number(id))}
      />
      <Figure
        field={field}
        answer={answer}
        read={(typed) => quantityAnswer(typed, unit)}
        onAnswer={onAnswer}
        unit={unit?.display ?? unit?.code}
        integer={false}
        allowNegative={false}
      />
      {answer && unit?.code && entriesFor(unit.code) && (
        <ConvertedValue answer={answer} code={unit.code} into={entriesFor(unit.code)?.[1] ?? 'cm'} />
      )}
    </div>
  );
}

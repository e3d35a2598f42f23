import type { Coding } from 'fhir/r4.js';
import { useState } from 'react';
import type { AnswerValue } from '../../../sync/questionnaire/contract.ts';
import { unitName } from '../../../sync/questionnaire/values/unit-name.ts';
import { SegmentedChoice } from '../../design/controls/segmented-choice.tsx';
import { useMessages } from '../../i18n/index.ts';
import { numberAnswer } from '../answer-values.ts';
import type { ControlProps } from '../control-props.ts';
import styles from '../form.module.css';
import { numericLimit, unitCodings } from '../item-extensions.ts';
import { convert, type Entry, entriesFor, entryCode } from '../measures.ts';
import { useTextLanguages } from '../text-languages.ts';
import { ConvertedEntry, ConvertedValue, figureOf } from './converted-entry.tsx';
import { useDecimalMark } from './decimal-mark.ts';
import { Figure, type FigureProps } from './figure.tsx';

interface MeasuredProps extends ControlProps {
  readonly unit: Coding | undefined;
  readonly answerOf: (value: number) => AnswerValue;
  readonly read: FigureProps['read'];
}

/** A figure with its unit beside it; heights, weights and temperatures can be entered the other way and are converted. */
export function Measured({ state, answers, onAnswer, field, unit, answerOf, read }: MeasuredProps) {
  const t = useMessages('controls');
  const languages = useTextLanguages();
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
      unit={unitName(unit, languages, figureOf(answer))}
      integer={integer}
      allowNegative={(numericLimit(state.item, 'minValue') ?? 0) < 0 || own === 'cel' || own === 'fahrenheit'}
    />
  );
  if (!entries || !own || unit?.code === undefined) return figure;
  const { code } = unit;
  return (
    <div className={styles.measured}>
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
      <SegmentedChoice
        label={t('unit.switch')}
        hideLabel
        options={entries.map((id) => ({ id, label: t(`unit.${id}`) }))}
        value={entry ?? own}
        onChange={(id) => setEntry(entries.find((candidate) => candidate === id))}
      />
      <ConvertedValue answer={answer} code={code} into={(entry ?? own) === own ? entries[1] : own} />
    </div>
  );
}

export function NumberControl(props: ControlProps) {
  const type = props.state.item.type === 'integer' ? 'integer' : 'decimal';
  const mark = useDecimalMark();
  return (
    <Measured
      {...props}
      unit={unitCodings(props.state.item)[0]}
      read={(typed) => numberAnswer(typed, type, mark)}
      answerOf={(value) => ({ type, value })}
    />
  );
}

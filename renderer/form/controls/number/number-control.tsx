import type { Coding } from 'fhir/r4.js';
import { useState } from 'react';
import type { AnswerValue } from '../../../../sync/questionnaire/model/contract.ts';
import { unitName } from '../../../../sync/questionnaire/values/unit-name.ts';
import { SegmentedChoice } from '../../../design/controls/choices/segmented-choice.tsx';
import { useMessages } from '../../../i18n/index.ts';
import type { ControlProps } from '../../context/control-props.ts';
import styles from '../../context/form.module.css';
import { useFormSettings } from '../../context/form-context.tsx';
import { useTextLanguages } from '../../context/text-languages.ts';
import { numberAnswer } from '../../values/answer-values.ts';
import { maxDecimalPlaces, numericLimit, unitCodings } from '../../values/item-extensions.ts';
import { type Entry, entriesFor } from '../../values/measures.ts';
import { keepTypedMeasure, typedMeasure } from '../../values/unit-preference.ts';
import { ConvertedEntry, ConvertedValue, figureOf } from './converted-entry.tsx';
import { useDecimalMark } from './decimal-mark.ts';
import { Figure, type FigureProps } from './figure.tsx';

/** Of a converted number: a weight in whole pounds comes back from kilograms as it was given. */
const MAX_PLACES = 2;

const other = (entries: readonly Entry[], own: Entry): Entry => entries.find((entry) => entry !== own) ?? own;

interface MeasuredProps extends ControlProps {
  readonly unit: Coding | undefined;
  readonly answerOf: (value: number) => AnswerValue;
  readonly read: FigureProps['read'];
}

/** A figure with its unit beside it; heights, weights and temperatures can be entered the other way and are converted. */
export function Measured({ state, answers, onAnswer, field, unit, answerOf, read }: MeasuredProps) {
  const t = useMessages('controls');
  const languages = useTextLanguages();
  const { form, unitPreference } = useFormSettings();
  const own = entriesFor(unit?.code)?.[0];
  const both = entriesFor(unit?.code);
  const entries = both && unitPreference.order(both);
  // What the person measures themselves in comes first.
  const [entry, setEntry] = useState<Entry | undefined>(() => both && unitPreference.first(both));
  const answer = answers[0];
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
          key={entry}
          field={field}
          entry={entry}
          ownCode={code}
          answer={answer}
          places={integer ? 0 : Math.min(MAX_PLACES, maxDecimalPlaces(state.item) ?? MAX_PLACES)}
          typed={typedMeasure(form, state.id)}
          onGive={(given) => {
            if ('unread' in given) onAnswer([{ type: 'string', value: given.unread }]);
            else {
              keepTypedMeasure(form, state.id, given);
              onAnswer(given.value === undefined ? [] : [answerOf(given.value)]);
            }
          }}
        />
      )}
      <SegmentedChoice
        label={t('unit.switch')}
        hideLabel
        options={entries.map((id) => ({ id, label: t(`unit.${id}`) }))}
        value={entry ?? own}
        onChange={(id) => {
          const next = entries.find((candidate) => candidate === id);
          setEntry(next);
          if (next) unitPreference.choose(next);
        }}
      />
      <ConvertedValue answer={answer} code={code} into={(entry ?? own) === own ? other(entries, own) : own} />
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

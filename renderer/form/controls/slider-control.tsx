import type { AnswerValue } from '../../../sync/questionnaire/contract.ts';
import { NumberField } from '../../design/controls/number-field.tsx';
import { Slider } from '../../design/controls/slider.tsx';
import { useMessages } from '../../i18n/index.ts';
import { numberAnswer, numberText } from '../answer-values.ts';
import type { ControlProps } from '../control-props.ts';
import styles from '../form.module.css';
import { numericLimit, unitCodings } from '../item-extensions.ts';
import { useTypedText } from '../typed-text.ts';
import { figureOf } from './converted-entry.tsx';

/** A place on a line, and the same number to type. */
export function SliderControl({ state, answers, onAnswer, field }: ControlProps) {
  const t = useMessages('form');
  const type = state.item.type === 'integer' ? 'integer' : 'decimal';
  const answer = answers[0];
  const unit = unitCodings(state.item)[0];
  const read = (typed: string): AnswerValue | undefined => numberAnswer(typed, type);
  const [text, setTyped] = useTypedText(
    answer,
    (value) => numberText(value, '.'),
    (typed, value) => JSON.stringify(read(typed)) === JSON.stringify(value),
  );
  return (
    <div className={styles.measured}>
      <Slider
        {...field}
        value={figureOf(answer) ?? null}
        onChange={(value) => onAnswer([{ type, value }])}
        min={numericLimit(state.item, 'minValue') ?? 0}
        max={numericLimit(state.item, 'maxValue') ?? 100}
        step={numericLimit(state.item, 'questionnaire-sliderStepValue')}
        unit={unit?.display ?? unit?.code}
      />
      <NumberField
        id={`${field.id}-typed`}
        label={t('slider.typed')}
        value={text}
        unit={unit?.display ?? unit?.code}
        integer={type === 'integer'}
        isReadOnly={field.isReadOnly}
        onChange={(typed) => {
          setTyped(typed);
          const value = read(typed);
          onAnswer(value ? [value] : []);
        }}
      />
    </div>
  );
}

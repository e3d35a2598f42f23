import type { AnswerValue } from '../../../sync/questionnaire/model/contract.ts';
import { unitName } from '../../../sync/questionnaire/values/unit-name.ts';
import { Slider } from '../../design/controls/fields/slider.tsx';
import { NumberField } from '../../design/controls/number/number-field.tsx';
import { useMessages } from '../../i18n/index.ts';
import type { ControlProps } from '../context/control-props.ts';
import styles from '../context/form.module.css';
import { useFormSettings } from '../context/form-context.tsx';
import { useTextLanguages } from '../context/text-languages.ts';
import { numberAnswer, numberText } from '../values/answer-values.ts';
import { itemControlCodes, numericLimit, unitCodings } from '../values/item-extensions.ts';
import { figureOf } from './number/converted-entry.tsx';
import { useDecimalMark } from './number/decimal-mark.ts';
import { useTypedText } from './number/typed-text.ts';

/** Steps of a slider whose form doesn't say: whole ones, or a hundredth of a short line. */
function stepOf(type: 'integer' | 'decimal', min: number, max: number): number {
  return type === 'integer' || max - min > 10 ? 1 : 10 ** Math.floor(Math.log10((max - min) / 50 || 1));
}

/** A place on a line, with the author's words at its ends, and the same number to type. */
export function SliderControl({ state, answers, onAnswer, field }: ControlProps) {
  const t = useMessages('controls');
  const { form } = useFormSettings();
  const mark = useDecimalMark();
  const type = state.item.type === 'integer' ? 'integer' : 'decimal';
  const answer = answers[0];
  const value = figureOf(answer);
  const unit = unitName(unitCodings(state.item)[0], useTextLanguages(), value);
  const read = (typed: string): AnswerValue | undefined => numberAnswer(typed, type, mark);
  const [text, setTyped] = useTypedText(
    answer,
    (value) => numberText(value, mark),
    (typed, value) => JSON.stringify(read(typed)) === JSON.stringify(value),
  );
  /** Displays below the question with itemControl `lower` and `upper` (SDC). */
  const end = (code: 'lower' | 'upper') =>
    state.children
      .flatMap((child) => form.read(child) ?? [])
      .find(({ kind, item }) => kind === 'display' && itemControlCodes(item).includes(code))?.text;
  const min = numericLimit(state.item, 'minValue') ?? 0;
  const max = numericLimit(state.item, 'maxValue') ?? 100;
  return (
    <div className={styles.measured}>
      <Slider
        {...field}
        below={undefined}
        value={value ?? null}
        onChange={(chosen) => onAnswer([{ type, value: chosen }])}
        min={min}
        max={max}
        step={numericLimit(state.item, 'questionnaire-sliderStepValue') ?? stepOf(type, min, max)}
        minLabel={end('lower')}
        maxLabel={end('upper')}
        unit={unit}
      />
      <NumberField
        id={`${field.id}-typed`}
        label={t('slider.typed')}
        value={text}
        unit={unit}
        integer={type === 'integer'}
        allowNegative={min < 0}
        below={field.below}
        onChange={(typed) => {
          setTyped(typed);
          const given = read(typed);
          onAnswer(given ? [given] : []);
        }}
      />
    </div>
  );
}

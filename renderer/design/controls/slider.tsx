import { Slider as AriaSlider, SliderOutput, SliderThumb, SliderTrack } from 'react-aria-components';
import { useFormat, useMessages } from '../../i18n/index.ts';
import { classes } from '../classes.ts';
import { FieldFrame, type FieldProps, useFieldIds } from './field.tsx';
import styles from './slider.module.css';

export interface SliderProps extends FieldProps {
  /** `null` until it is answered: the thumb is hollow, and stands for no number. */
  readonly value: number | null;
  readonly onChange: (value: number) => void;
  readonly min: number;
  readonly max: number;
  readonly step?: number | undefined;
  /** Words at the two ends. */
  readonly minLabel?: string | undefined;
  readonly maxLabel?: string | undefined;
  readonly unit?: string | undefined;
}

/** A place on a line. Dragging is never the only way: a tap on the line and the arrow keys do the same (WCAG 2.2, 2.5.7). */
export function Slider(props: SliderProps) {
  const { value, onChange, min, max, step = 1, minLabel, maxLabel, unit } = props;
  const t = useMessages('design');
  const format = useFormat();
  const ids = useFieldIds(props);
  const position = value ?? min;
  const valueText =
    value === null ? t('slider.unset') : [format.number(value), unit].filter(Boolean).join(' ');
  const start = { insetInlineStart: 0, inlineSize: `${((position - min) / (max - min)) * 100}%` };
  return (
    <FieldFrame field={props} ids={ids} words="legend">
      <AriaSlider
        className={classes(styles.slider, value === null && styles.unset)}
        value={position}
        minValue={min}
        maxValue={max}
        step={step}
        isDisabled={props.isDisabled ?? false}
        onChange={(next) => onChange(next)}
        // A tap on the place where the hollow thumb already stands changes no number, yet it answers the question.
        onChangeEnd={(next) => value === null && onChange(next)}
        aria-labelledby={ids.labelledBy}
      >
        <SliderOutput className={styles.output ?? ''}>{valueText}</SliderOutput>
        <SliderTrack className={styles.track ?? ''}>
          <span className={styles.line} />
          {value !== null && <span className={styles.filled} style={start} />}
          <SliderThumb
            id={ids.input}
            className={styles.thumb ?? ''}
            aria-labelledby={ids.labelledBy}
            {...(ids.describedBy === undefined ? {} : { 'aria-describedby': ids.describedBy })}
          />
        </SliderTrack>
      </AriaSlider>
      <div className={styles.ends} aria-hidden="true">
        <span>{minLabel ?? format.number(min)}</span>
        <span>{maxLabel ?? format.number(max)}</span>
      </div>
    </FieldFrame>
  );
}

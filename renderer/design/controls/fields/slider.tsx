import { classes } from '../../../base/classes.ts';
import { useFormat, useMessages } from '../../../i18n/index.ts';
import { FieldFrame, type FieldProps, isShown, useFieldIds } from './field.tsx';
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

/** More are a line, and no steps. */
const MAX_TICKS = 20;

/** A place on a line. Dragging is never the only way: a tap on the line and the arrow keys do the same (WCAG 2.2, 2.5.7). */
export function Slider(props: SliderProps) {
  const { value, onChange, min, max, step = 1, minLabel, maxLabel, unit } = props;
  const t = useMessages('design');
  const format = useFormat();
  const ids = useFieldIds(props);
  const position = value ?? min;
  const steps = (max - min) / step;
  const endsId = `${ids.input}-ends`;
  const hasWords = minLabel !== undefined || maxLabel !== undefined;
  const valueText =
    value === null ? t('slider.unset') : [format.number(value), unit].filter(Boolean).join(' ');
  // A tap on the place where the hollow thumb already is changes no number, yet it answers the question.
  const settle = (event: { readonly currentTarget: HTMLInputElement }) => {
    if (value === null && !props.isDisabled) onChange(event.currentTarget.valueAsNumber);
  };
  return (
    <FieldFrame field={props} ids={ids}>
      <output
        htmlFor={ids.input}
        className={classes(styles.output, value === null && styles.unsetOutput)}
        aria-live="off"
      >
        {valueText}
      </output>
      <input
        id={ids.input}
        type="range"
        min={min}
        max={max}
        step={step}
        value={position}
        disabled={props.isDisabled}
        onChange={(event) => onChange(event.target.valueAsNumber)}
        onPointerUp={settle}
        onKeyUp={(event) => (event.key === 'Enter' || event.key === ' ') && settle(event)}
        aria-labelledby={ids.labelledBy}
        aria-describedby={[ids.describedBy, hasWords && endsId].filter(Boolean).join(' ') || undefined}
        aria-invalid={isShown(props.error) || undefined}
        aria-valuetext={valueText}
        style={{ '--filled': value === null ? 0 : (position - min) / (max - min) }}
        className={classes(styles.slider, value === null && styles.unset)}
      />
      {Number.isInteger(steps) && steps <= MAX_TICKS && (
        <div className={styles.ticks} style={{ '--steps': steps }} aria-hidden="true" />
      )}
      <div id={endsId} className={styles.ends} aria-hidden="true">
        <span>
          <b>{format.number(min)}</b> {minLabel}
        </span>
        <span>
          <b>{format.number(max)}</b> {maxLabel}
        </span>
      </div>
    </FieldFrame>
  );
}

declare module 'react' {
  interface CSSProperties {
    /** How much of a slider's line is filled, 0 to 1. */
    readonly '--filled'?: number;
    /** How many steps a line has. */
    readonly '--steps'?: number;
  }
}

import { classes } from '../../../base/classes.ts';
import { useMessages } from '../../../i18n/index.ts';
import { Icon } from '../../basic/text/icon.tsx';
import { FieldFrame, type FieldProps, isShown, useFieldIds } from '../fields/field.tsx';
import styles from '../fields/input.module.css';
import type { ChoiceOption } from './choice-rows.tsx';

export interface NativeSelectProps extends FieldProps {
  readonly options: readonly ChoiceOption[];
  readonly value: string | null;
  readonly onChange: (id: string | null) => void;
  /** Whether it can be unset again. */
  readonly canClear?: boolean | undefined;
}

/** Longer than what fits beside the mark on a narrow phone. */
const LONG = 24;

/** One of a list that drops down, by the device's own list: the one that its owner knows. */
export function NativeSelect(props: NativeSelectProps) {
  const { options, value, onChange, canClear = true } = props;
  const t = useMessages('design');
  const ids = useFieldIds(props);
  const chosen = options.find(({ id }) => id === value);
  return (
    <FieldFrame field={props} ids={ids}>
      <div className={styles.selectFrame}>
        <select
          id={ids.input}
          dir={props.lang === undefined ? undefined : 'auto'}
          value={value ?? ''}
          onChange={(event) => onChange(event.target.value === '' ? null : event.target.value)}
          required={props.isRequired}
          disabled={props.isDisabled}
          aria-labelledby={ids.labelledBy}
          aria-describedby={ids.describedBy}
          aria-invalid={isShown(props.error) || undefined}
          className={classes(styles.input, styles.select)}
        >
          {(canClear || value === null) && <option value="">{t('list.placeholder')}</option>}
          {options.map(({ id, label, prefix, lang, isDisabled }) => (
            <option key={id} value={id} lang={lang} disabled={isDisabled}>
              {prefix === undefined ? label : `${prefix} ${label}`}
            </option>
          ))}
        </select>
        <span className={styles.selectMark}>
          <Icon name="chevron-down" size={20} />
        </span>
      </div>
      {/* A closed list cuts off what is long. */}
      {chosen && chosen.label.length > LONG && (
        <p className={styles.echo} lang={chosen.lang}>
          {chosen.lang === undefined ? chosen.label : <bdi>{chosen.label}</bdi>}
        </p>
      )}
    </FieldFrame>
  );
}

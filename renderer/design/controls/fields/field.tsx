import { type ReactNode, useId } from 'react';
import { classes } from '../../../base/classes.ts';
import { useMessages } from '../../../i18n/index.ts';
import { Icon } from '../../basic/text/icon.tsx';
import styles from './field.module.css';

/** What every control of a form takes. */
export interface FieldProps {
  readonly label: ReactNode;
  /** Heard, not seen: where the question above already says it. */
  readonly hideLabel?: boolean | undefined;
  /** Id of the heading that is this control's label, instead of `label` (the question as h1). */
  readonly labelledBy?: string | undefined;
  readonly hint?: ReactNode;
  /** What is wrong and what to do. Stands above the control, is tied to it, and is read out when it appears. */
  readonly error?: ReactNode;
  /** `false` where errors come with something else that is read out, such as a summary of them: nothing waits here for the first one. */
  readonly awaitsError?: boolean | undefined;
  /** Ids of more texts that describe the control (an instrument's stem). */
  readonly describedBy?: string | undefined;
  /** Below the control: what was understood, and what can be done about it. */
  readonly below?: ReactNode;
  /** Of the texts and of what is typed, where it differs from the page's. */
  readonly lang?: string | undefined;
  readonly isRequired?: boolean | undefined;
  readonly isDisabled?: boolean | undefined;
  readonly isReadOnly?: boolean | undefined;
  /** Says "(optional)" after the label. */
  readonly optionalWord?: boolean | undefined;
  /** Where `focusField` goes. Of the input itself, or of the group around the choices. */
  readonly id?: string | undefined;
}

export interface FieldIds {
  readonly input: string;
  readonly label: string;
  /** For aria-labelledby. */
  readonly labelledBy: string;
  readonly hint: string;
  readonly error: string;
  /** For aria-describedby: error, hint and whatever the caller named, as far as they are there. */
  readonly describedBy: string | undefined;
}

export function useFieldIds({ id, hint, error, labelledBy, describedBy }: FieldProps): FieldIds {
  const own = useId();
  const input = id ?? own;
  const ids = { input, label: `${input}-label`, hint: `${input}-hint`, error: `${input}-error` };
  const described = [isShown(error) && ids.error, isShown(hint) && ids.hint, describedBy].filter(Boolean);
  return {
    ...ids,
    labelledBy: labelledBy ?? ids.label,
    describedBy: described.length > 0 ? described.join(' ') : undefined,
  };
}

export function isShown(text: ReactNode): boolean {
  return text !== undefined && text !== null && text !== '' && text !== false;
}

interface FieldFrameProps {
  readonly field: FieldProps;
  readonly ids: FieldIds;
  /** `label` for one input, `legend` for a group of them. */
  readonly words?: 'label' | 'legend';
  readonly children: ReactNode;
}

/** Label, hint, error, control: in this order, at the inline start. */
export function FieldFrame({ field, ids, words = 'label', children }: FieldFrameProps) {
  const t = useMessages('design');
  const { label, hideLabel, labelledBy, hint, error, awaitsError = true, lang, optionalWord } = field;
  const invalid = isShown(error);
  const labelText = (
    <>
      {/* A question in another script keeps its own direction, and its place on the page. */}
      {lang === undefined ? label : <bdi>{label}</bdi>}
      {optionalWord && <span className={styles.optional}> {t('field.optional')}</span>}
    </>
  );
  const labelClass = classes(styles.label, hideLabel && styles.hidden);
  return (
    <div className={classes(styles.field, invalid && styles.invalid)} lang={lang}>
      {labelledBy === undefined &&
        (words === 'label' ? (
          <label id={ids.label} htmlFor={ids.input} className={labelClass}>
            {labelText}
          </label>
        ) : (
          <span id={ids.label} className={labelClass}>
            {labelText}
          </span>
        ))}
      {isShown(hint) && (
        <div id={ids.hint} className={styles.hint}>
          {hint}
        </div>
      )}
      {(awaitsError || invalid) && (
        <div aria-live="polite">
          {invalid && (
            <div id={ids.error} className={styles.error}>
              <Icon name="error" size={20} className={styles.mark} />
              <span>
                <span className={styles.hidden}>{t('field.error')} </span>
                <span>{error}</span>
              </span>
            </div>
          )}
        </div>
      )}
      {children}
      {field.below}
    </div>
  );
}

import { type HTMLInputAutoCompleteAttribute, useEffect, useState } from 'react';
import { classes } from '../../../base/classes.ts';
import { useMessages } from '../../../i18n/index.ts';
import { VisuallyHidden } from '../../basic/text/visually-hidden.tsx';
import { useAutofill } from './autofill.ts';
import { FieldFrame, type FieldProps, isShown, useFieldIds } from './field.tsx';
import styles from './input.module.css';

export interface TextFieldProps extends FieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onBlur?: (() => void) | undefined;
  readonly multiline?: boolean | undefined;
  /** Beside the input, at its inline end. */
  readonly unit?: string | undefined;
  readonly type?: 'text' | 'email' | 'tel' | 'url' | 'password' | 'search' | undefined;
  readonly inputMode?:
    | 'text'
    | 'numeric'
    | 'decimal'
    | 'tel'
    | 'email'
    | 'url'
    | 'search'
    | 'none'
    | undefined;
  readonly autoComplete?: HTMLInputAutoCompleteAttribute | undefined;
  readonly autoCapitalize?: 'none' | 'words' | 'sentences' | undefined;
  readonly spellCheck?: boolean | undefined;
  /** Counted beside the input and never enforced: what was typed or pasted is kept, and the form says that it is too long. */
  readonly maxLength?: number | undefined;
  readonly name?: string | undefined;
  /** Of what is typed, where it may not be the page's: `ltr` for digits in groups, `auto` by its first letter. It stays at the page's start. */
  readonly dir?: 'ltr' | 'auto' | undefined;
}

function directionOf({ lang, dir, value }: Pick<TextFieldProps, 'lang' | 'dir' | 'value'>) {
  if (lang !== undefined) return 'auto';
  // An empty one would be written from left to right.
  return dir === 'auto' && value === '' ? undefined : dir;
}

/** Long enough for a fast writer's next key: a count per key would talk over the letters. */
const SPOKEN_AFTER_MS = 1_000;

/** The last fifth of a long text, the last few letters of a short one. */
const nearTheEnd = (maxLength: number) => Math.max(maxLength / 5, Math.min(20, maxLength / 4));

/** Heard a moment after the last key, not with each. */
function SpokenCount({ text }: { readonly text: string }) {
  const [spoken, speak] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => speak(text), SPOKEN_AFTER_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <div className={styles.spoken}>
      <VisuallyHidden live="polite">{spoken === text ? spoken : ''}</VisuallyHidden>
    </div>
  );
}

/** One line of text, or several. The browser's own input: nothing between a key and the letter. */
export function TextField(props: TextFieldProps) {
  const {
    value,
    onChange,
    onBlur,
    multiline,
    unit,
    type = 'text',
    inputMode,
    autoComplete,
    autoCapitalize,
    spellCheck,
    maxLength,
    name,
  } = props;
  const t = useMessages('design');
  // Only near the limit is the count worth reading, so only then is it tied to the field.
  const left = maxLength === undefined ? undefined : maxLength - Array.from(value).length;
  const counted = left !== undefined && maxLength !== undefined && left <= nearTheEnd(maxLength);
  const count = !counted
    ? ''
    : left < 0
      ? t('field.charactersOver', { count: -left })
      : t('field.characters', { count: left });
  const ids = useFieldIds(props);
  const described =
    [ids.describedBy, unit && `${ids.input}-unit`, counted && `${ids.input}-count`]
      .filter(Boolean)
      .join(' ') || undefined;
  const shared = {
    id: ids.input,
    name,
    value,
    onBlur,
    inputMode,
    autoComplete: useAutofill(autoComplete),
    autoCapitalize,
    spellCheck,
    required: props.isRequired,
    disabled: props.isDisabled,
    readOnly: props.isReadOnly,
    dir: directionOf(props),
    'aria-labelledby': ids.labelledBy,
    'aria-describedby': described,
    'aria-invalid': isShown(props.error) || undefined,
  };
  const input = multiline ? (
    <textarea
      {...shared}
      rows={4}
      className={classes(styles.input, styles.multiline)}
      onChange={(event) => onChange(event.target.value)}
    />
  ) : (
    <input
      {...shared}
      type={type}
      enterKeyHint={type === 'search' ? type : 'done'}
      className={classes(styles.input, props.dir && styles.directed)}
      onChange={(event) => onChange(event.target.value)}
    />
  );
  return (
    <FieldFrame field={props} ids={ids}>
      {unit === undefined ? (
        input
      ) : (
        <div className={styles.withUnit}>
          {input}
          <span id={`${ids.input}-unit`} className={styles.unit}>
            {unit}
          </span>
        </div>
      )}
      {counted && (
        <p id={`${ids.input}-count`} className={classes(styles.count, left < 0 && styles.over)}>
          {count}
        </p>
      )}
      {maxLength !== undefined && <SpokenCount text={count} />}
    </FieldFrame>
  );
}

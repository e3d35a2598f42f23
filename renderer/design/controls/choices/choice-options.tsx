import { type CSSProperties, type ReactNode, useId } from 'react';
import { classes } from '../../../base/classes.ts';
import { type FieldIds, type FieldProps, isShown } from '../fields/field.tsx';
import { ChoiceMark } from './choice-mark.tsx';
import styles from './choice-rows.module.css';

export interface ChoiceOption {
  readonly id: string;
  readonly label: string;
  readonly description?: ReactNode;
  /** Of this option's text, where it differs from the page's. */
  readonly lang?: string | undefined;
  /** Before the label: "A.", "1)". */
  readonly prefix?: string | undefined;
  /** Above the label, on a card; what it shows is said by the label. */
  readonly picture?: ReactNode;
  /** Can't be chosen now; the words around it say why. */
  readonly isDisabled?: boolean | undefined;
}

/** `rows` over the full width; `line` beside each other; `columns` filled from the top; `cards` with pictures. */
export type ChoiceLayout = 'rows' | 'line' | 'columns' | 'cards';

export interface ChoiceLayoutProps {
  readonly layout?: ChoiceLayout | undefined;
  /** At most, for `line` and `columns`; fewer where the words need the room. */
  readonly columns?: number | undefined;
}

/** Mark, gap and padding of an option that has an edge of its own; and a letter, on average. In rem. */
const AROUND_WORDS = 4.5;
const LETTER = 0.6;

function rowsLook({
  layout = 'rows',
  columns,
  options,
}: ChoiceLayoutProps & { readonly options: readonly ChoiceOption[] }) {
  const longest = Math.max(
    1,
    ...options.flatMap(({ label }) => label.split(/[\s-]/).map((word) => word.length)),
  );
  const style: CSSProperties = {
    ...(columns === undefined ? {} : { '--beside': columns }),
    // No word is broken for the sake of one more beside it.
    ...(layout === 'line' ? { '--narrowest': `${AROUND_WORDS + LETTER * longest}rem` } : {}),
  };
  return {
    className: classes(styles.rows, layout !== 'rows' && styles[layout]),
    ...(layout === 'rows' ? {} : { style }),
  };
}

/** What a group of options is, be it one or several of them that are chosen. */
export function groupProps(
  props: FieldProps & ChoiceLayoutProps & { readonly options: readonly ChoiceOption[] },
  ids: FieldIds,
) {
  return {
    id: ids.input,
    ...rowsLook(props),
    'aria-labelledby': ids.labelledBy,
    'aria-describedby': ids.describedBy,
    'aria-disabled': props.isDisabled || undefined,
  };
}

export interface OptionInputProps {
  readonly kind: 'one' | 'several';
  /** Of the group. */
  readonly name?: string;
  readonly id?: string;
  readonly value?: string;
  readonly labelledBy?: string;
  readonly describedBy?: string | undefined;
  readonly isRequired?: boolean | undefined;
  readonly isSelected: boolean;
  readonly onChange: () => void;
  readonly field: FieldProps;
}

/** The browser's own, out of sight: the row around it shows its state. */
export function OptionInput({ kind, field, isSelected, onChange, ...props }: OptionInputProps) {
  const isSeveral = kind === 'several';
  const isInvalid = isShown(field.error);
  return (
    <input
      type={isSeveral ? 'checkbox' : 'radio'}
      className={styles.input}
      id={props.id}
      name={props.name}
      value={props.value}
      checked={isSelected}
      disabled={field.isDisabled}
      onChange={field.isReadOnly ? ignore : onChange}
      aria-labelledby={props.labelledBy}
      aria-describedby={props.describedBy}
      aria-required={props.isRequired || undefined}
      // A group of which one is chosen says these for all of its options.
      aria-invalid={(isSeveral && isInvalid) || undefined}
      aria-readonly={(isSeveral && field.isReadOnly) || undefined}
      data-invalid={isInvalid || undefined}
    />
  );
}

const ignore = () => undefined;

/** For the look of a row and its target. */
export function stateOf({ isDisabled, isReadOnly }: FieldProps, isSelected: boolean) {
  return {
    'data-selected': isSelected || undefined,
    'data-disabled': isDisabled || undefined,
    'data-readonly': isReadOnly || undefined,
  };
}

export interface OptionRowProps {
  readonly option: ChoiceOption;
  readonly kind: 'one' | 'several';
  readonly name: string;
  readonly isSelected: boolean;
  readonly onChange: () => void;
  readonly field: FieldProps;
}

export function OptionRow({ option, kind, name, isSelected, onChange, field }: OptionRowProps) {
  const { id, label, description, prefix, picture, lang } = option;
  const inputId = useId();
  const descriptionId = `${inputId}-description`;
  const own = { ...field, isDisabled: field.isDisabled || option.isDisabled };
  const state = stateOf(own, isSelected);
  const words = (
    <>
      {prefix !== undefined && <span className={styles.prefix}>{prefix} </span>}
      {label}
    </>
  );
  return (
    <div className={styles.row} {...state}>
      <label htmlFor={inputId} className={styles.target} lang={lang} {...state}>
        <OptionInput
          {...{ kind, name, isSelected, onChange, field: own, id: inputId, value: id }}
          describedBy={description === undefined ? undefined : descriptionId}
        />
        {picture}
        <ChoiceMark kind={kind} />
        {/* Most rows are nothing but their text: an element for each would be hundreds on a long page. */}
        {prefix === undefined && lang === undefined ? (
          label
        ) : (
          <span className={styles.words}>{lang === undefined ? words : <bdi>{words}</bdi>}</span>
        )}
      </label>
      {description !== undefined && (
        <span id={descriptionId} className={styles.description} lang={lang}>
          {description}
        </span>
      )}
    </div>
  );
}

declare module 'react' {
  interface CSSProperties {
    /** How many options are side by side at most. */
    readonly '--beside'?: number;
    /** Of an option that is beside others. */
    readonly '--narrowest'?: string;
  }
}

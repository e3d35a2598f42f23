import type { CSSProperties, ReactNode } from 'react';
import { Text } from 'react-aria-components/Text';
import { classes } from '../../../base/classes.ts';
import { type FieldIds, type FieldProps, isShown } from '../fields/field.tsx';
import { ChoiceMark } from './choice-mark.tsx';
import styles from './choice-rows.module.css';

export interface ChoiceOption {
  readonly id: string;
  readonly label: string;
  readonly description?: string | undefined;
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
    isInvalid: isShown(props.error),
    isDisabled: props.isDisabled ?? false,
    isReadOnly: props.isReadOnly ?? false,
    validationBehavior: 'aria' as const,
    'aria-labelledby': ids.labelledBy,
    ...(ids.describedBy === undefined ? {} : { 'aria-describedby': ids.describedBy }),
  };
}

export function rowProps({ id, isDisabled }: ChoiceOption) {
  return { value: id, isDisabled: isDisabled ?? false, className: styles.row ?? '' };
}

export function targetProps({ lang }: ChoiceOption) {
  return { className: styles.target ?? '', ...(lang === undefined ? {} : { lang }) };
}

/** What is in the target of an option. */
export function OptionWords({
  option: { label, prefix, picture, lang },
  kind,
}: {
  readonly option: ChoiceOption;
  readonly kind: 'one' | 'several';
}) {
  const words = (
    <>
      {prefix !== undefined && <span className={styles.prefix}>{prefix} </span>}
      {label}
    </>
  );
  return (
    <>
      {picture}
      <ChoiceMark kind={kind} />
      <span className={styles.words}>{lang === undefined ? words : <bdi>{words}</bdi>}</span>
    </>
  );
}

export function OptionDescription({ option: { description, lang } }: { readonly option: ChoiceOption }) {
  return description === undefined ? null : (
    <Text slot="description" className={styles.description ?? ''} {...(lang === undefined ? {} : { lang })}>
      {description}
    </Text>
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

import { Button } from 'react-aria-components/Button';
import { ComboBox } from 'react-aria-components/ComboBox';
import { Input } from 'react-aria-components/Input';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { Popover } from 'react-aria-components/Popover';
import { classes } from '../../../base/classes.ts';
import { useMessages } from '../../../i18n/index.ts';
import { Icon } from '../../basic/text/icon.tsx';
import { FieldFrame, type FieldProps, isShown, useFieldIds } from '../fields/field.tsx';
import inputStyles from '../fields/input.module.css';
import type { ChoiceOption } from './choice-rows.tsx';
import styles from './list.module.css';
import { ListLocale } from './list-locale.tsx';

export interface ComboboxProps extends FieldProps {
  readonly options: readonly ChoiceOption[];
  readonly value: string | null;
  readonly onChange: (id: string | null) => void;
  /** Takes what is typed as an answer of its own (FHIR open-choice). With it, `text` is shown while nothing is chosen. */
  readonly onText?: ((text: string) => void) | undefined;
  readonly text?: string | undefined;
  readonly onBlur?: (() => void) | undefined;
}

/** One of a long list: typing narrows it down. */
export function Combobox(props: ComboboxProps) {
  const { options, value, onChange, onText, text, onBlur } = props;
  const t = useMessages('design');
  const ids = useFieldIds(props);
  return (
    <ListLocale>
      <FieldFrame field={props} ids={ids}>
        <ComboBox
          id={ids.input}
          className={styles.box ?? ''}
          value={value}
          onChange={(key) =>
            key === null && onText ? undefined : onChange(key === null ? null : String(key))
          }
          {...(onText
            ? {
                allowsCustomValue: true,
                inputValue: options.find(({ id }) => id === value)?.label ?? text ?? '',
                onInputChange: (typed: string) => takeText(typed, props),
              }
            : {})}
          onBlur={onBlur ?? ignore}
          menuTrigger="focus"
          allowsEmptyCollection
          isInvalid={isShown(props.error)}
          isRequired={props.isRequired ?? false}
          isDisabled={props.isDisabled ?? false}
          isReadOnly={props.isReadOnly ?? false}
          validationBehavior="aria"
          aria-labelledby={ids.labelledBy}
          {...(ids.describedBy === undefined ? {} : { 'aria-describedby': ids.describedBy })}
        >
          <div className={styles.frame}>
            <Input className={classes(inputStyles.input, styles.typed)} />
            <Button className={styles.open ?? ''} aria-label={t('list.open')}>
              <Icon name="chevron-down" size={20} />
            </Button>
          </div>
          <Popover className={styles.popover ?? ''} offset={4}>
            <ListBox
              className={styles.list ?? ''}
              renderEmptyState={() => <p className={styles.empty}>{t(onText ? 'list.own' : 'list.empty')}</p>}
            >
              {options.map((option) => (
                <ListOption key={option.id} option={option} />
              ))}
            </ListBox>
          </Popover>
        </ComboBox>
      </FieldFrame>
    </ListLocale>
  );
}

const ignore = () => undefined;

function takeText(typed: string, { options, value, onChange, onText }: ComboboxProps): void {
  const named = options.find(({ label }) => label === typed);
  if (named) {
    if (named.id !== value) onChange(named.id);
    return;
  }
  onText?.(typed);
}

/** A row of a drop-down list. */
export function ListOption({
  option: { id, label, description, lang, isDisabled },
}: {
  readonly option: ChoiceOption;
}) {
  return (
    <ListBoxItem id={id} textValue={label} isDisabled={isDisabled ?? false} className={styles.option ?? ''}>
      <span lang={lang}>
        {label}
        {description !== undefined && <span className={styles.description}>{description}</span>}
      </span>
      <Icon name="check" size={20} className={styles.chosen} />
    </ListBoxItem>
  );
}

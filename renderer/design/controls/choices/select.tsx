import { Button } from 'react-aria-components/Button';
import { ListBox } from 'react-aria-components/ListBox';
import { Popover } from 'react-aria-components/Popover';
import { Select as AriaSelect, SelectValue } from 'react-aria-components/Select';
import { classes } from '../../../base/classes.ts';
import { useMessages } from '../../../i18n/index.ts';
import { Icon } from '../../basic/text/icon.tsx';
import { FieldFrame, type FieldProps, isShown, useFieldIds } from '../fields/field.tsx';
import inputStyles from '../fields/input.module.css';
import type { ChoiceOption } from './choice-rows.tsx';
import { ListOption } from './combobox.tsx';
import styles from './list.module.css';
import { ListLocale } from './list-locale.tsx';

export interface SelectProps extends FieldProps {
  readonly options: readonly ChoiceOption[];
  readonly value: string | null;
  readonly onChange: (id: string) => void;
  readonly placeholder?: string | undefined;
}

/** One of a short list that drops down. For answers use ChoiceRows, which shows them all; for long lists Combobox. */
export function Select(props: SelectProps) {
  const { options, value, onChange, placeholder } = props;
  const t = useMessages('design');
  const ids = useFieldIds(props);
  return (
    <ListLocale>
      <FieldFrame field={props} ids={ids} words="legend">
        <AriaSelect
          className={styles.box ?? ''}
          value={value}
          onChange={(key) => key !== null && onChange(String(key))}
          placeholder={placeholder ?? t('list.placeholder')}
          isInvalid={isShown(props.error)}
          isRequired={props.isRequired ?? false}
          isDisabled={props.isDisabled ?? false}
          validationBehavior="aria"
          aria-labelledby={ids.labelledBy}
          {...(ids.describedBy === undefined ? {} : { 'aria-describedby': ids.describedBy })}
        >
          <Button id={ids.input} className={classes(inputStyles.input, styles.chooser)}>
            <SelectValue className={styles.value ?? ''} />
            <Icon name="chevron-down" size={20} />
          </Button>
          <Popover className={styles.popover ?? ''} offset={4}>
            <ListBox className={styles.list ?? ''}>
              {options.map((option) => (
                <ListOption key={option.id} option={option} />
              ))}
            </ListBox>
          </Popover>
        </AriaSelect>
      </FieldFrame>
    </ListLocale>
  );
}

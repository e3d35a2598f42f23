import type { ReactNode } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { Menu as AriaMenu, MenuItem, MenuTrigger } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import { type ButtonLook, buttonClass } from '../../basic/actions/button-look.ts';
import { Icon, type IconName } from '../../basic/text/icon.tsx';
import styles from '../choices/list.module.css';
import { ListLocale } from '../choices/list-locale.tsx';

export interface MenuEntry {
  readonly id: string;
  readonly label: string;
  readonly icon?: IconName | undefined;
  /** Of the label: a language's name is written in that language. */
  readonly lang?: string | undefined;
  readonly isDisabled?: boolean | undefined;
}

export interface MenuProps extends ButtonLook {
  /** What the button shows. */
  readonly label: ReactNode;
  /** Its name, where what it shows isn't enough ("Language: English"). */
  readonly accessibleLabel?: string | undefined;
  readonly icon?: IconName | undefined;
  readonly items: readonly MenuEntry[];
  readonly onAction: (id: string) => void;
  /** Marks one as the current one. */
  readonly selectedId?: string | undefined;
}

/** A button that opens a short list of actions, or of settings of which one holds. */
export function Menu({
  label,
  accessibleLabel,
  icon,
  items,
  onAction,
  selectedId,
  variant = 'quiet',
  size,
}: MenuProps) {
  return (
    <ListLocale>
      <MenuTrigger>
        <AriaButton
          className={buttonClass({ variant, size })}
          {...(accessibleLabel === undefined ? {} : { 'aria-label': accessibleLabel })}
        >
          {icon && <Icon name={icon} size={20} />}
          {label}
        </AriaButton>
        <Popover className={styles.popover ?? ''} offset={4}>
          <AriaMenu
            className={styles.menu ?? ''}
            onAction={(key) => onAction(String(key))}
            {...(selectedId === undefined
              ? {}
              : {
                  selectionMode: 'single' as const,
                  disallowEmptySelection: true,
                  selectedKeys: [selectedId],
                })}
          >
            {items.map(({ id, label: name, icon: entryIcon, lang, isDisabled }) => (
              <MenuItem
                key={id}
                id={id}
                textValue={name}
                className={styles.option ?? ''}
                isDisabled={isDisabled ?? false}
              >
                <span lang={lang}>{name}</span>
                {entryIcon ? (
                  <Icon name={entryIcon} size={20} />
                ) : (
                  <Icon name="check" size={20} className={styles.chosen} />
                )}
              </MenuItem>
            ))}
          </AriaMenu>
        </Popover>
      </MenuTrigger>
    </ListLocale>
  );
}

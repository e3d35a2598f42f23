import type { ComponentProps, ReactNode } from 'react';
import { classes } from '../../../base/classes.ts';
import { TextLink } from '../actions/links.tsx';
import { Icon, type IconName } from '../text/icon.tsx';
import styles from './rows.module.css';

export interface RowsProps {
  /** `<li>`s: {@link LinkRow}, or {@link ContentRow}. */
  readonly children: ReactNode;
  readonly label?: string | undefined;
}

/** A list over the full width, parted by rules. */
export function Rows({ children, label }: RowsProps) {
  return (
    <ul className={styles.rows} aria-label={label}>
      {children}
    </ul>
  );
}

export interface LinkRowProps {
  /** The link: a {@link TextLink} with `href` or `to`, its words being the row's title. The whole row is its target. */
  readonly link: ReactNode;
  readonly icon?: IconName | undefined;
  /** At the inline start, in place of an icon: whose it is. */
  readonly mark?: ReactNode;
  readonly description?: ReactNode;
  /** At the inline end: a price, a time, a state. */
  readonly detail?: ReactNode;
  /** Buttons below the words, which do something else than the row. */
  readonly actions?: ReactNode;
  /** 64 px for calls and texts in a crisis. */
  readonly tall?: boolean;
}

/** A row that leads somewhere. */
export function LinkRow({ link, icon, mark, description, detail, actions, tall }: LinkRowProps) {
  return (
    <li className={classes(styles.row, styles.linked, tall && styles.tall)}>
      {icon && <Icon name={icon} size={24} className={styles.icon} />}
      {mark !== undefined && <span className={styles.mark}>{mark}</span>}
      <div className={styles.content}>
        <span className={styles.title}>{link}</span>
        {description !== undefined && <span className={styles.description}>{description}</span>}
        {actions !== undefined && <div className={styles.actions}>{actions}</div>}
      </div>
      {detail !== undefined && <span className={styles.detail}>{detail}</span>}
      <Icon name="chevron-forward" size={20} className={styles.chevron} />
    </li>
  );
}

/** The title of a {@link LinkRow} with a plain address. */
export function RowTitle(props: ComponentProps<'a'> & { readonly href: string }) {
  return <TextLink {...props} tone="ink" />;
}

export interface ContentRowProps {
  readonly children: ReactNode;
  /** At the inline end: one action ("Change"). */
  readonly action?: ReactNode;
}

/** A row that shows something, with at most one action. */
export function ContentRow({ children, action }: ContentRowProps) {
  return (
    <li className={styles.row}>
      <div className={styles.content}>{children}</div>
      {action !== undefined && <div className={styles.action}>{action}</div>}
    </li>
  );
}

import type { ReactNode } from 'react';
import { classes } from '../../../base/classes.ts';
import styles from './text.module.css';

export interface TextProps {
  readonly children: ReactNode;
  /** xs 15, s 17 (body), m 20, l 26. */
  readonly size?: 'xs' | 's' | 'm' | 'l';
  readonly tone?: 'ink' | 'soft' | 'accent' | 'danger' | 'success' | 'safety';
  readonly as?: 'p' | 'span' | 'div' | 'strong' | 'em' | 'small' | 'address' | 'time' | 'figcaption';
  readonly strong?: boolean;
  /** Figures of equal width, where numbers line up or change in place. */
  readonly tabular?: boolean;
  readonly id?: string | undefined;
  readonly lang?: string | undefined;
  readonly dir?: 'ltr' | 'rtl' | 'auto' | undefined;
  readonly className?: string | undefined;
}

export function Text({
  children,
  size = 's',
  tone = 'ink',
  as: Tag = 'p',
  strong,
  tabular,
  className,
  ...rest
}: TextProps) {
  return (
    <Tag
      {...rest}
      className={classes(
        styles.text,
        styles[size],
        styles[tone],
        strong && styles.strong,
        tabular && styles.tabular,
        className,
      )}
    >
      {children}
    </Tag>
  );
}

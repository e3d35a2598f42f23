import type { ReactNode, Ref } from 'react';
import { classes } from '../../../base/classes.ts';
import styles from './heading.module.css';

export interface HeadingProps {
  readonly children: ReactNode;
  readonly level: 1 | 2 | 3 | 4;
  /** How it looks, apart from its place in the outline. Default: xl, l, m, s by level. A question is level 1, size l. */
  readonly size?: 's' | 'm' | 'l' | 'xl' | 'xxl';
  readonly id?: string | undefined;
  readonly lang?: string | undefined;
  readonly dir?: 'ltr' | 'rtl' | undefined;
  readonly className?: string | undefined;
  /** With a ref the heading can take the focus (each step of a flow moves it there). */
  readonly ref?: Ref<HTMLHeadingElement> | undefined;
}

const sizes = { 1: 'xl', 2: 'l', 3: 'm', 4: 's' } as const;

export function Heading({ children, level, size = sizes[level], className, ref, ...rest }: HeadingProps) {
  const Tag = `h${level}` as const;
  return (
    <Tag
      {...rest}
      {...(ref ? { ref, tabIndex: -1 } : {})}
      className={classes(styles.heading, styles[size], className)}
    >
      {children}
    </Tag>
  );
}

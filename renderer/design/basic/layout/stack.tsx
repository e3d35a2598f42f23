import type { ReactNode } from 'react';
import { classes } from '../../../base/classes.ts';
import styles from './stack.module.css';

/** Steps of the space scale: 4 8 12 16 24 40 64. */
export type Gap = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7;

type Container =
  | 'div'
  | 'section'
  | 'article'
  | 'header'
  | 'footer'
  | 'nav'
  | 'aside'
  | 'form'
  | 'ul'
  | 'ol'
  | 'li'
  | 'fieldset';

interface ContainerProps {
  readonly children: ReactNode;
  readonly gap?: Gap;
  readonly as?: Container;
  readonly id?: string | undefined;
  readonly className?: string | undefined;
  readonly inert?: boolean | undefined;
  readonly 'aria-label'?: string | undefined;
  readonly 'aria-labelledby'?: string | undefined;
}

export interface StackProps extends ContainerProps {
  readonly align?: 'start' | 'stretch' | 'end';
}

/** One below the other. */
export function Stack({
  children,
  gap = 4,
  as: Tag = 'div',
  align = 'stretch',
  className,
  ...rest
}: StackProps) {
  return (
    <Tag {...rest} className={classes(styles.stack, styles[`gap${gap}`], styles[align], className)}>
      {children}
    </Tag>
  );
}

export interface RowProps extends ContainerProps {
  readonly align?: 'start' | 'center' | 'baseline' | 'end' | 'stretch';
  readonly justify?: 'start' | 'between' | 'end';
  readonly wrap?: boolean;
}

/** One beside the other, in reading direction; wraps where there is no room. */
export function Row({
  children,
  gap = 4,
  as: Tag = 'div',
  align = 'center',
  justify = 'start',
  wrap = true,
  className,
  ...rest
}: RowProps) {
  return (
    <Tag
      {...rest}
      className={classes(
        styles.row,
        styles[`gap${gap}`],
        styles[`${align}Align`],
        styles[`${justify}Justify`],
        wrap && styles.wrap,
        className,
      )}
    >
      {children}
    </Tag>
  );
}

import type { ReactNode } from 'react';
import styles from './visually-hidden.module.css';

interface VisuallyHiddenProps {
  readonly children: ReactNode;
  readonly as?: 'span' | 'div' | 'p' | 'h1' | 'h2' | 'h3' | 'caption';
  readonly id?: string | undefined;
  /** A live region that stays in the page while its text changes. */
  readonly live?: 'polite' | 'assertive' | undefined;
}

/** Heard, not seen. */
export function VisuallyHidden({ children, as: Tag = 'span', id, live }: VisuallyHiddenProps) {
  return (
    <Tag id={id} className={styles.hidden} aria-live={live}>
      {children}
    </Tag>
  );
}

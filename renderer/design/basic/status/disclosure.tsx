import type { ReactNode } from 'react';
import { classes } from '../../../base/classes.ts';
import { Icon } from '../text/icon.tsx';
import styles from './disclosure.module.css';

export interface DisclosureProps {
  readonly summary: ReactNode;
  readonly children: ReactNode;
  readonly open?: boolean | undefined;
  readonly onToggle?: ((open: boolean) => void) | undefined;
  /** `row`: one of a list, parted by rules (questions and answers). `inline`: a line in the text ("Why we ask"). */
  readonly look?: 'row' | 'inline';
  /** Disclosures of one name close each other. */
  readonly name?: string | undefined;
  readonly lang?: string | undefined;
}

/** Opens in place. The browser's own details: works before any script, and find-in-page opens it. */
export function Disclosure({ summary, children, open, onToggle, look = 'row', name, lang }: DisclosureProps) {
  return (
    <details
      className={classes(styles.disclosure, styles[look])}
      open={open}
      name={name}
      lang={lang}
      onToggle={onToggle && ((event) => onToggle(event.currentTarget.open))}
    >
      <summary className={styles.summary}>
        <span className={styles.words}>{summary}</span>
        <Icon name="chevron-down" size={20} className={styles.chevron} />
      </summary>
      <div className={styles.content}>{children}</div>
    </details>
  );
}

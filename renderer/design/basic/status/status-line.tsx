import type { ReactNode } from 'react';
import { classes } from '../../../base/classes.ts';
import { Icon, type IconName } from '../text/icon.tsx';
import styles from './status-line.module.css';

export type Status = 'saved' | 'saving' | 'waiting' | 'sent' | 'offline' | 'attention' | 'quiet';

export interface StatusLineProps {
  readonly status: Status;
  readonly children: ReactNode;
  /** Read out politely when it changes. */
  readonly live?: boolean;
}

const marks: Readonly<Partial<Record<Status, IconName>>> = {
  saved: 'device',
  waiting: 'clock',
  sent: 'check',
  offline: 'offline',
  attention: 'error',
};

/** One honest line about where the patient's answers are. */
export function StatusLine({ status, children, live = false }: StatusLineProps) {
  const mark = marks[status];
  return (
    <p className={classes(styles.line, styles[status])} role={live ? 'status' : undefined}>
      {mark ? (
        <Icon name={mark} size={16} />
      ) : (
        status === 'saving' && <span className={styles.dot} aria-hidden="true" />
      )}
      <span>{children}</span>
    </p>
  );
}

import type { ReactNode } from 'react';
import { classes } from '../../../base/classes.ts';
import { Icon } from '../text/icon.tsx';
import styles from './steps.module.css';

export interface Step {
  readonly title: ReactNode;
  readonly text?: ReactNode;
  /** Says how far it is, where the steps are a course of events and not instructions. */
  readonly state?: 'done' | 'current' | 'ahead';
  readonly key?: string;
}

/** An ordered list of steps: large figures where they explain, marks where they report. */
export function Steps({
  items,
  label,
}: {
  readonly items: readonly Step[];
  readonly label?: string | undefined;
}) {
  return (
    <ol className={styles.steps} aria-label={label}>
      {items.map(({ title, text, state, key }, index) => (
        <li
          key={key ?? index}
          className={classes(styles.step, state && styles[state])}
          aria-current={state === 'current' ? 'step' : undefined}
        >
          <span className={styles.figure} aria-hidden="true">
            {state === 'done' ? (
              <Icon name="check" size={20} />
            ) : state ? (
              <span className={styles.dot} />
            ) : (
              index + 1
            )}
          </span>
          <div className={styles.content}>
            <p className={styles.title}>{title}</p>
            {text !== undefined && <div className={styles.text}>{text}</div>}
          </div>
        </li>
      ))}
    </ol>
  );
}

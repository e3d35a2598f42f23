import type { ReactNode } from 'react';
import { classes } from '../../../base/classes.ts';
import styles from './facts.module.css';

export interface Fact {
  readonly term: string;
  readonly value: ReactNode;
  /** Set large, for the one fact that is read aloud or copied: a code, a total. */
  readonly prominent?: boolean;
}

export interface FactsProps {
  readonly items: readonly Fact[];
  /** `rows`: term and value beside each other, parted by rules. `strip`: value below its term, side by side while there is room. `square`: two by two. `ends`: at both ends of a line, as on a bill. */
  readonly layout?: 'rows' | 'strip' | 'square' | 'ends';
  readonly label?: string | undefined;
}

/** Pairs of a term and its value. */
export function Facts({ items, layout = 'rows', label }: FactsProps) {
  return (
    <dl className={classes(styles.facts, styles[layout])} aria-label={label}>
      {items.map(({ term, value, prominent }) => (
        <div key={term} className={classes(styles.fact, prominent && styles.prominent)}>
          <dt className={styles.term}>{term}</dt>
          <dd className={styles.value}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

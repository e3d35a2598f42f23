import styles from './skeleton.module.css';

export interface SkeletonProps {
  /** Lines of text that will be here. */
  readonly lines?: number;
  /** A heading above them. */
  readonly heading?: boolean;
}

/** Holds the place of what is loading. Still, and silent for a screen reader: say "Loading" in a live region where it takes long. */
export function Skeleton({ lines = 3, heading = false }: SkeletonProps) {
  return (
    <div className={styles.skeleton} aria-hidden="true">
      {heading && <span className={styles.heading} />}
      {Array.from({ length: lines }, (_, line) => `line ${line}`).map((line) => (
        <span key={line} className={styles.line} />
      ))}
    </div>
  );
}

import { Skeleton } from '../design/basic/layout/skeleton.tsx';
import styles from './pending-screen.module.css';

/** Holds the place of a screen that loads. */
export function PendingScreen() {
  return (
    <div className={styles.pending} aria-busy="true">
      <Skeleton heading lines={5} />
    </div>
  );
}

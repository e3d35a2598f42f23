import { useMessages } from '../../../i18n/index.ts';
import styles from './end.module.css';

export interface EndBarProps {
  readonly seconds: number;
  readonly of: number;
}

/** A thin bar that empties, and the same in words. Read by a screen reader when it is asked for, and not each second. */
export function EndBar({ seconds, of }: EndBarProps) {
  const t = useMessages('kiosk');
  return (
    <div className={styles.end} data-whole>
      <div className={styles.bar}>
        <div className={styles.left} style={{ inlineSize: `${(seconds / of) * 100}%` }} />
      </div>
      <p className={styles.seconds} role="timer">
        {t('done.seconds', { seconds })}
      </p>
    </div>
  );
}

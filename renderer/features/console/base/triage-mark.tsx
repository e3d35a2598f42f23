import type { InboxItem } from '../../../../sync/protocol/api/inbox.ts';
import { VisuallyHidden } from '../../../design/basic/index.ts';
import { useMessages } from '../../../i18n/index.ts';
import styles from './triage-mark.module.css';

type Level = 'alert' | 'red' | 'amber' | 'routine' | 'done';

export function levelOf({ kind, status, triage, openAlerts }: InboxItem): Level {
  if (status === 'reviewed' || status === 'acknowledged') return 'done';
  return kind === 'alert' || openAlerts > 0 ? 'alert' : triage;
}

const shapes: Readonly<Record<Level, string>> = {
  alert: 'M8 .8 15.200 8 8 15.200.8 8Z',
  red: 'M8 .8 15.200 8 8 15.200.8 8Z',
  amber: 'M8 1.500 15 14H1Z',
  routine: 'M8 2.500a5.500 5.500 0 1 1 0 11 5.500 5.500 0 0 1 0-11Z',
  done: 'M3 8.500l3.300 3.300L13 5',
};

/** How urgent it is: by shape first, by color second, in words for a screen reader. */
export function TriageMark({ item }: { readonly item: InboxItem }) {
  const t = useMessages('console');
  const level = levelOf(item);
  return (
    <span className={styles.mark}>
      <svg
        viewBox="0 0 16 16"
        width="16"
        height="16"
        className={styles[level]}
        aria-hidden="true"
        focusable="false"
      >
        <path d={shapes[level]} />
        {level === 'alert' && <path className={styles.sign} d="M8 4.300v4.400M8 11.300v.200" />}
      </svg>
      <VisuallyHidden>{t(`triage.${level}`)}</VisuallyHidden>
    </span>
  );
}

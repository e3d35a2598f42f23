import type { InboxItem } from '../../../../sync/protocol/api/inbox.ts';
import { useFormat, useMessages } from '../../../i18n/index.ts';
import { isOverdue, isUnread } from './due.ts';
import styles from './due-text.module.css';

/** Until when somebody has to have read it; nothing once it is read. @param now the server's clock. */
export function DueText({ item, now }: { readonly item: InboxItem; readonly now: string }) {
  const t = useMessages('console');
  const format = useFormat();
  if (!isUnread(item)) return null;
  if (item.kind === 'alert' || item.openAlerts > 0)
    return <span className={styles.overdue}>{t('line.now')}</span>;
  const when = format.relative(item.dueAt, new Date(now));
  return isOverdue(item, now) ? (
    <span className={styles.overdue}>{t('line.overdue', { when })}</span>
  ) : (
    <span>{t('line.due', { when })}</span>
  );
}

import { placeName } from '../../../sync/domain/places.ts';
import type { InboxItem } from '../../../sync/protocol/console.ts';
import { TextLink } from '../../design/basic/index.ts';
import { LocalizedText, useFormat, useLanguage, useMessages } from '../../i18n/index.ts';
import { useConsole } from './console-context.ts';
import { isOverdue } from './groups.ts';
import styles from './inbox-line.module.css';
import { moveBetweenLines } from './line-keys.ts';
import { TriageMark } from './triage-mark.tsx';

/** One case or alert: who, what, why it matters, since when, until when. The whole line is the link. */
export function InboxLine({ item, now }: { readonly item: InboxItem; readonly now: string }) {
  const t = useMessages('console');
  const format = useFormat();
  const { language } = useLanguage();
  const { vendor } = useConsole();
  const overdue = isOverdue(item, now);
  const clock = new Date(now);
  const unread = item.status === 'new' || item.status === 'open';
  return (
    <li className={styles.line} data-line={item.id} data-unread={unread || undefined}>
      <span className={styles.mark}>
        <TriageMark item={item} />
      </span>
      <span className={styles.who}>
        <TextLink
          to="/console/$vendor/cases/$caseId"
          params={{ vendor, caseId: item.id }}
          tone="ink"
          className={styles.link}
          onKeyDown={moveBetweenLines}
        >
          <bdi>{item.patientName ?? t('line.unreadable')}</bdi>{' '}
          {item.age !== null && <span className={styles.age}>{t('line.age', { years: item.age })}</span>}
        </TextLink>
      </span>
      <bdi className={styles.code}>{item.code}</bdi>
      <span className={styles.what}>
        <span className={styles.form}>
          {item.formTitle ? <LocalizedText text={item.formTitle} /> : t('line.noForm')}{' '}
          {item.place && <span className={styles.place}>{placeName(item.place, language)}</span>}
        </span>
        <Reasons item={item} />
      </span>
      <span className={styles.marks}>
        {item.held && <span className={styles.held}>{t('line.held')}</span>}
        {item.late && <span className={styles.flag}>{t('line.late')}</span>}
        {item.openAlerts > 0 && (
          <span className={styles.danger}>{t('line.alerts', { count: item.openAlerts })}</span>
        )}
        {item.kind === 'alert' && item.caseId === null && unread && (
          <span className={styles.flag}>{t('line.formNotHere')}</span>
        )}
      </span>
      <span className={styles.times}>
        <time dateTime={item.receivedAt}>{format.relative(item.receivedAt, clock)}</time>
        {unread && (
          <span className={overdue ? styles.overdue : styles.due}>
            {item.kind === 'alert'
              ? t('line.now')
              : t(overdue ? 'line.overdue' : 'line.due', { when: format.relative(item.dueAt, clock) })}
          </span>
        )}
      </span>
    </li>
  );
}

/** Why it is urgent, in the vendor's words for staff. */
function Reasons({ item }: { readonly item: InboxItem }) {
  const t = useMessages('console');
  if (item.reasons.length === 0) return null;
  return (
    <span className={styles.reasons}>
      {item.reasons.map((reason, index) => (
        <span key={reason.rule}>
          {index > 0 && ' · '}
          <span className={reason.withdrawn ? styles.withdrawn : undefined}>
            {reason.label ? <LocalizedText text={reason.label} /> : reason.rule}
            {reason.withdrawn && ` (${t('line.withdrawn')})`}
          </span>
        </span>
      ))}
    </span>
  );
}

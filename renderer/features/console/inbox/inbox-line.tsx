import { placeName } from '../../../../sync/domain/places/places.ts';
import type { Flood, InboxItem } from '../../../../sync/protocol/api/inbox.ts';
import { TextLink } from '../../../design/basic/index.ts';
import { LocalizedText, useFormat, useLanguage, useMessages } from '../../../i18n/index.ts';
import { useConsole } from '../base/console-context.ts';
import { TriageMark } from '../base/triage-mark.tsx';
import { FloodCounts, FloodName, FloodSpan } from './flood-name.tsx';
import { isOverdue } from './groups.ts';
import styles from './inbox-line.module.css';
import { moveBetweenLines } from './line-keys.ts';

interface InboxLineProps {
  readonly item: InboxItem;
  readonly now: string;
  /** By a search: the date of birth tells namesakes apart. */
  readonly isFound?: boolean;
}

/** One case or alert: who, what, why it matters, since when, until when. The whole line is the link. */
export function InboxLine({ item, now, isFound = false }: InboxLineProps) {
  return item.flood ? (
    <FloodLine item={item} flood={item.flood} now={now} />
  ) : (
    <ItemLine item={item} now={now} isFound={isFound} />
  );
}

function ItemLine({ item, now, isFound }: Required<InboxLineProps>) {
  const t = useMessages('console');
  const format = useFormat();
  const { language } = useLanguage();
  const { vendor, opened } = useConsole();
  const overdue = isOverdue(item, now);
  const clock = new Date(now);
  const isAlert = item.kind === 'alert' || item.openAlerts > 0;
  const born = isFound && item.birthDate ? item.birthDate : undefined;
  const unread = item.status === 'new' || item.status === 'open';
  return (
    <li className={styles.line} data-line={item.id} data-unread={unread || undefined}>
      <span className={styles.mark}>
        <TriageMark item={item} />
      </span>
      <span className={styles.who}>
        <TextLink
          to="/console/$vendor/cases/$caseId"
          params={{ vendor, caseId: item.caseId ?? item.id }}
          tone="ink"
          className={styles.link}
          onClick={() => {
            opened.set('line', item.id);
          }}
          onKeyDown={moveBetweenLines}
        >
          <bdi>{item.patientName ?? t('line.unreadable')}</bdi>{' '}
          {(born !== undefined || item.age !== null) && (
            <span className={styles.age}>
              {born === undefined
                ? t('line.age', { years: item.age ?? 0 })
                : format.calendarDate(born, { dateStyle: 'medium' })}
            </span>
          )}
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
        {item.openAlerts > (item.kind === 'alert' ? 1 : 0) && (
          <span className={styles.danger}>{t('line.alerts', { count: item.openAlerts })}</span>
        )}
        {item.kind === 'alert' && item.caseId === null && unread && (
          <span className={styles.flag}>{t('line.formNotHere')}</span>
        )}
        {isAlert && !item.known && unread && <span className={styles.flag}>{t('line.newDevice')}</span>}
        {item.pending && (
          <span className={styles.held}>
            {t(`line.pending.${item.pending.action}`, { name: item.pending.by })}
          </span>
        )}
      </span>
      <span className={styles.times}>
        <time dateTime={item.receivedAt}>{format.relative(item.receivedAt, clock)}</time>
        {/* A flood is decided about as a whole: none of it is urgent by itself. */}
        {unread && !item.inFlood && (
          <span className={overdue || isAlert ? styles.overdue : styles.due}>
            {isAlert
              ? t('line.now')
              : t(overdue ? 'line.overdue' : 'line.due', { when: format.relative(item.dueAt, clock) })}
          </span>
        )}
      </span>
    </li>
  );
}

/** A row for all that came beyond a quota: how much, from where, and whether it is blocked. */
function FloodLine({
  item,
  flood,
  now,
}: {
  readonly item: InboxItem;
  readonly flood: Flood;
  readonly now: string;
}) {
  const t = useMessages('console');
  const format = useFormat();
  const { vendor, opened } = useConsole();
  const open = item.status === 'new' || item.status === 'open';
  return (
    <li
      className={styles.line}
      data-line={item.id}
      data-unread={(open && (!flood.blocked || flood.alerts > 0)) || undefined}
    >
      <span className={styles.mark}>
        <TriageMark item={{ ...item, triage: 'amber', kind: flood.alerts > 0 ? 'alert' : 'case' }} />
      </span>
      <span className={styles.who}>
        <TextLink
          to="/console/$vendor/floods/$caseId"
          params={{ vendor, caseId: item.id }}
          tone="ink"
          className={styles.link}
          onClick={() => {
            opened.set('line', item.id);
          }}
          onKeyDown={moveBetweenLines}
        >
          <FloodName flood={flood} />
        </TextLink>
      </span>
      <span className={styles.what}>
        <span className={styles.form}>
          <FloodCounts flood={flood} />
        </span>
        <span className={styles.reasons}>
          <FloodSpan flood={flood} />
        </span>
      </span>
      <span className={styles.marks}>
        {flood.blocked && <span className={styles.held}>{t('flood.blocked')}</span>}
      </span>
      <span className={styles.times}>
        <time dateTime={item.receivedAt}>{format.relative(item.receivedAt, new Date(now))}</time>
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

import { placeName, shortPlaceName } from '../../../../sync/domain/places/places.ts';
import type { Flood, InboxItem } from '../../../../sync/protocol/api/inbox.ts';
import { classes } from '../../../base/classes.ts';
import { TextLink } from '../../../design/basic/index.ts';
import { LocalizedText, useFormat, useLanguage, useMessages } from '../../../i18n/index.ts';
import { SHORT_DAY } from '../../../i18n/short-day.ts';
import { useConsole } from '../base/console-context.ts';
import { isUnread } from '../base/due.ts';
import { DueText } from '../base/due-text.tsx';
import { moveBetweenLines } from '../base/list/line-keys.ts';
import { TriageMark } from '../base/triage-mark.tsx';
import { FloodCounts, FloodName, FloodSpan } from './flood-name.tsx';
import styles from './inbox-line.module.css';
import { useClaim } from './use-claim.ts';

interface InboxLineProps {
  readonly item: InboxItem;
  readonly now: string;
  /** By a search: the date of birth tells namesakes apart. */
  readonly isFound?: boolean;
  readonly onClaimed?: () => void;
}

/** One case or alert: who, what, why it matters, since when, until when. The whole line is the link. */
export function InboxLine({ item, now, isFound = false, onClaimed = () => undefined }: InboxLineProps) {
  return item.flood ? (
    <FloodLine item={item} flood={item.flood} now={now} />
  ) : (
    <ItemLine {...{ item, now, isFound, onClaimed }} />
  );
}

function ItemLine({ item, now, isFound, onClaimed }: Required<InboxLineProps>) {
  const t = useMessages('console');
  const format = useFormat();
  const { language } = useLanguage();
  const { vendor, opened } = useConsole();
  const claim = useClaim(item, onClaimed);
  const isAlert = item.kind === 'alert' || item.openAlerts > 0;
  const born = isFound && item.birthDate ? item.birthDate : undefined;
  const unread = isUnread(item);
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
          onKeyDown={(event) => {
            claim(event);
            moveBetweenLines(event);
          }}
        >
          <bdi className={styles.name} title={item.patientName ?? undefined}>
            {item.patientName ?? t('line.unreadable')}
          </bdi>{' '}
          {(born !== undefined || item.age !== null) && (
            <span className={styles.age}>
              {born === undefined
                ? t('line.age', { years: item.age ?? 0 })
                : format.calendarDate(born, SHORT_DAY)}
            </span>
          )}
        </TextLink>
      </span>
      <bdi className={styles.code}>{item.code}</bdi>
      <span className={styles.what}>
        {item.formTitle ? <LocalizedText text={item.formTitle} /> : t('line.noForm')}{' '}
        {item.place && (
          <abbr className={styles.place} title={placeName(item.place, language)}>
            {shortPlaceName(item.place, language)}
          </abbr>
        )}
      </span>
      <span className={styles.why}>
        {item.openAlerts > 1 && (
          <span className={styles.danger}>{t('line.alerts', { count: item.openAlerts })} </span>
        )}
        {item.held && <span className={styles.held}>{t('line.held')} </span>}
        {item.pending && (
          <span className={styles.held}>
            {t(`line.pending.${item.pending.action}`, { name: item.pending.by })}{' '}
          </span>
        )}
        <Reasons item={item} />
        {item.kind === 'alert' && item.caseId === null && unread && (
          <span className={styles.flag}>{t('line.formNotHere')} </span>
        )}
        {isAlert && !item.known && unread && <span className={styles.flag}>{t('line.newDevice')} </span>}
        {item.late && <span className={styles.flag}>{t('line.late')}</span>}
      </span>
      <Times item={item} now={now} />
      <span className={styles.holder}>
        <Holder item={item} />
      </span>
    </li>
  );
}

/** How far it is, and who has it. */
function Holder({ item: { care, status } }: Pick<InboxLineProps, 'item'>) {
  const t = useMessages('console');
  if (!care) return null;
  const { state, assignee } = care;
  // What is new and nobody's says nothing.
  if (state === 'waiting' && !assignee) return null;
  const isTurned = state === 'needs_info' || state === 'live_visit' || status === 'reviewed';
  return (
    <>
      {isTurned && <span className={styles.turned}>{t(`care.${state}`)} </span>}
      {assignee && <bdi>{assignee.mine ? t('line.mine') : assignee.name}</bdi>}
    </>
  );
}

/** Since when it waits, and until when it may. A flood is decided about as a whole: none of it is urgent by itself. */
function Times({ item, now }: Pick<InboxLineProps, 'item' | 'now'>) {
  const format = useFormat();
  return (
    <>
      <time dateTime={item.receivedAt} className={styles.received}>
        {format.relative(item.receivedAt, new Date(now))}
      </time>
      <span className={styles.due}>{!item.inFlood && !item.flood && <DueText item={item} now={now} />}</span>
    </>
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
  const { vendor, opened } = useConsole();
  const open = isUnread(item);
  return (
    <li
      className={styles.line}
      data-line={item.id}
      data-unread={(open && (!flood.blocked || flood.alerts > 0)) || undefined}
    >
      <span className={styles.mark}>
        <TriageMark item={{ ...item, triage: 'amber', kind: flood.alerts > 0 ? 'alert' : 'case' }} />
      </span>
      <span className={classes(styles.who, styles.named)}>
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
          <span className={styles.name}>
            <FloodName flood={flood} />
          </span>
        </TextLink>
      </span>
      <span className={classes(styles.what, styles.whole)}>
        {flood.blocked && <span className={styles.held}>{t('flood.blocked')} </span>}
        <FloodCounts flood={flood} />{' '}
        <span className={styles.place}>
          <FloodSpan flood={flood} />
        </span>
      </span>
      <Times item={item} now={now} />
    </li>
  );
}

/** Why it is urgent, in the vendor's words for staff. */
function Reasons({ item }: { readonly item: InboxItem }) {
  const t = useMessages('console');
  if (item.reasons.length === 0) return null;
  return (
    <>
      {item.reasons.map((reason, index) => (
        <span key={reason.rule}>
          {index > 0 && '· '}
          <span className={reason.withdrawn ? styles.withdrawn : undefined}>
            {reason.label ? <LocalizedText text={reason.label} /> : reason.rule}
            {reason.withdrawn && ` (${t('line.withdrawn')})`}
          </span>{' '}
        </span>
      ))}
    </>
  );
}

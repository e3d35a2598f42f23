import { useRef, useState } from 'react';
import { placeName } from '../../../../sync/domain/places/places.ts';
import type { CaseDetail } from '../../../../sync/protocol/api/cases.ts';
import { Heading, Icon, NativeButton, Notice, Text, TextLink } from '../../../design/basic/index.ts';
import { Button } from '../../../design/controls/index.ts';
import { LocalizedText, useFormat, useLanguage, useMessages } from '../../../i18n/index.ts';
import type { Failure } from '../base/api-answer.ts';
import { useConsole } from '../base/console-context.ts';
import { DueText } from '../base/due-text.tsx';
import { useFailureText } from '../base/failure-text.ts';
import { PendingDecision } from '../base/pending-decision.tsx';
import { TriageMark } from '../base/triage-mark.tsx';
import { useDecisionFocus } from '../base/use-decision-focus.ts';
import styles from './case-head.module.css';

interface CaseHeadProps {
  readonly detail: CaseDetail;
  readonly onChange: (detail: CaseDetail) => void;
  /** Asks the server for it again. */
  readonly refresh: () => Promise<void>;
  /** Something else is the page's one action; what is pending of it is shown there. */
  readonly isSecond: boolean;
  /** An order waits for a decision. */
  readonly isAwaited: boolean;
}

/** Who it is, how urgent, and the one decision. */
export function CaseHead({ detail, onChange, refresh, isSecond, isAwaited }: CaseHeadProps) {
  const t = useMessages('console');
  const { item, reviewed } = detail;
  const actions = useRef<HTMLDivElement>(null);
  useDecisionFocus(actions, reviewed ? 'final' : item.pending ? 'pending' : 'open');
  return (
    <header className={styles.head}>
      <div className={styles.words}>
        <Heading level={1} size="l" className={styles.name}>
          <span className={styles.given} title={item.patientName ?? undefined}>
            <bdi>{item.patientName ?? t('line.unreadable')}</bdi>
          </span>
          {item.age !== null && <span className={styles.age}>{t('line.age', { years: item.age })}</span>}
        </Heading>
        <Summary detail={detail} />
      </div>
      <div ref={actions} tabIndex={-1} className={styles.actions}>
        {reviewed ? (
          <Reviewed reviewed={reviewed} />
        ) : (
          item.kind === 'case' && <Review {...{ detail, onChange, refresh, isSecond, isAwaited }} />
        )}
        <NativeButton variant="quiet" className={styles.print} onClick={() => window.print()}>
          <Icon name="print" size={20} />
          {t('case.print')}
        </NativeButton>
      </div>
    </header>
  );
}

/** Where they are, how it stands and until when; then what it is. It stays in sight while the answers are read. */
function Summary({ detail: { item, form, place } }: Pick<CaseHeadProps, 'detail'>) {
  const t = useMessages('console');
  const { language } = useLanguage();
  const [now] = useState(() => new Date().toISOString());
  const title = form?.title ?? item.formTitle;
  return (
    <p className={styles.line}>
      <TriageMark item={item} />
      {place && <strong>{placeName(place.code, language)}</strong>}
      {item.openAlerts > 0 && (
        <strong className={styles.danger}>{t('line.alerts', { count: item.openAlerts })}</strong>
      )}
      {item.held && <strong className={styles.held}>{t('line.held')}</strong>}
      {item.status === 'new' && item.openAlerts === 0 && !item.held && <span>{t('line.new')}</span>}
      {item.status === 'reviewed' && <span>{t('triage.done')}</span>}
      <DueText item={item} now={now} />
      <span className={styles.soft}>{title ? <LocalizedText text={title} /> : t('line.noForm')}</span>
      <bdi className={styles.soft}>{item.code}</bdi>
    </p>
  );
}

function Reviewed({ reviewed }: { readonly reviewed: NonNullable<CaseDetail['reviewed']> }) {
  const t = useMessages('console');
  const format = useFormat();
  return (
    <p className={styles.reviewed} aria-live="polite">
      <Icon name="check" size={20} />
      <span>{t('case.reviewed', { name: reviewed.by, when: format.dateTime(reviewed.at) })}</span>
    </p>
  );
}

/** The alerts that come first, each by its link: in this page, or in its own where it was sent from another device. */
function OpenAlerts({ detail: { alerts, blockedBy } }: Pick<CaseHeadProps, 'detail'>) {
  const t = useMessages('console');
  const { vendor } = useConsole();
  return (
    <div className={styles.blocked}>
      <Text size="xs" strong>
        {t('case.blocked')}
      </Text>
      <ul className={styles.alerts}>
        {blockedBy.map(({ id, code }) => (
          <li key={id}>
            {alerts.some((alert) => alert.id === id) ? (
              <a href={`#alert-${id}`} className={styles.alert}>
                {t('case.blocked.alert', { code: `\u2066${code}\u2069` })}
              </a>
            ) : (
              <TextLink
                to="/console/$vendor/cases/$caseId"
                params={{ vendor, caseId: id }}
                className={styles.alert}
              >
                {t('case.blocked.alert', { code: `\u2066${code}\u2069` })}
              </TextLink>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Review({ detail, onChange, refresh, isSecond, isAwaited }: CaseHeadProps) {
  const t = useMessages('console');
  const textOf = useFailureText();
  const { api, session } = useConsole();
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  if (!session.mayDecide) {
    return (
      <Text size="xs" tone="soft">
        {t('case.readOnly')}
      </Text>
    );
  }
  const { pending: decided } = detail.item;
  if (decided && isSecond) return null;
  if (decided) return <PendingDecision pending={decided} id={detail.item.id} onChange={refresh} />;
  if (isAwaited && detail.blockedBy.length === 0) return null;
  const isBlocked = detail.blockedBy.length > 0;
  const review = async () => {
    setPending(true);
    setFailure(undefined);
    const answer = await api.review(detail.item.id);
    setPending(false);
    if (answer.ok) onChange(answer.value);
    else {
      setFailure(answer.failure);
      // An alert has come since this page was read.
      if (answer.failure.code === 'ALERT_OPEN') await refresh();
    }
  };
  return (
    <div className={styles.review}>
      {isBlocked ? (
        <OpenAlerts detail={detail} />
      ) : (
        <>
          <Button
            data-decision
            variant={isSecond ? 'quiet' : 'primary'}
            isPending={pending}
            onPress={() => void review()}
          >
            {t('case.review')}
          </Button>
          {!isSecond && (
            <Text size="xs" tone="soft">
              {t('case.review.hint')}
            </Text>
          )}
        </>
      )}
      {failure && (
        <Notice tone="warning" live="alert">
          {textOf(failure)}
        </Notice>
      )}
    </div>
  );
}

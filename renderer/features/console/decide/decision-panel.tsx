import { useRef, useState } from 'react';
import { unmetOf } from '../../../../sync/domain/care/guards.ts';
import { isOpen } from '../../../../sync/domain/care/transitions.ts';
import { may } from '../../../../sync/domain/staff/permissions.ts';
import type { CaseDetail } from '../../../../sync/protocol/api/cases.ts';
import type { ConsultationDetail, Decide } from '../../../../sync/protocol/api/consultations.ts';
import { Heading, NativeButton, Notice, Skeleton } from '../../../design/basic/index.ts';
import { useMessages } from '../../../i18n/index.ts';
import { useConsole } from '../base/console-context.ts';
import { useFailureText } from '../base/failure-text.ts';
import { PendingDecision } from '../base/pending-decision.tsx';
import { useDecisionFocus } from '../base/use-decision-focus.ts';
import { useShortcuts } from '../base/use-shortcuts.ts';
import styles from './decision-panel.module.css';
import { Fee, Holder, Ordered, Outcome } from './decision-summary.tsx';
import { GuardList } from './guard-list.tsx';
import { History } from './history.tsx';
import { type Opened, OpenedForm } from './opened-form.tsx';
import type { ConsultationState } from './use-consultation.ts';

export interface DecisionPanelProps {
  readonly item: CaseDetail['item'];
  /** Alerts come first. */
  readonly isBlocked: boolean;
  readonly consultation: ConsultationState;
  /** The case has changed with it. */
  readonly onChange: () => Promise<void>;
}

/** Whether anything is prescribed by this form: deciding is the page's one action then. */
export const isPrescribing = (detail: ConsultationDetail | undefined): boolean =>
  detail !== undefined && (detail.medicines.length > 0 || detail.lines.length > 0);

/** Whether an order waits for it: the case isn't closed as read then. */
export const awaitsDecision = (detail: ConsultationDetail | undefined): boolean =>
  detail !== undefined && detail.lines.length > 0 && isOpen(detail.state);

const focusPanel = () => document.querySelector<HTMLElement>('[data-panel]')?.focus();

/** How far the consultation is, who has it, what has to hold, and what can be decided. */
export function DecisionPanel({ item, isBlocked, consultation, onChange }: DecisionPanelProps) {
  const t = useMessages('decide');
  const textOf = useFailureText();
  const { session } = useConsole();
  const [opened, open] = useState<Opened>();
  const part = useRef<HTMLElement>(null);
  const { detail, failure, isBusy, refresh } = consultation;
  const pending = item.pending && detail?.draft ? item.pending : undefined;
  useDecisionFocus(part, pending ? 'pending' : detail && isOpen(detail.state) ? 'open' : 'final');
  const mayDecide = may(session.staff.role, 'care.decide');
  const canAct = mayDecide && detail !== undefined && !item.pending;
  const isUndecided = detail?.state === 'waiting' || detail?.state === 'in_review';
  const canDecide = canAct && isUndecided && !isBlocked;
  const when = (condition: boolean, act: () => void) => (condition ? act : undefined);
  useShortcuts({
    a: when(canAct && isOpen(detail?.state ?? 'completed'), () => void consultation.claim().then(onChange)),
    p: when(canDecide && isPrescribing(detail), () => open('approve')),
    q: when(canDecide, () => open('ask')),
    d: when(canDecide, () => open('decline')),
    r: when(canDecide, () => open('refer')),
    v: when(canDecide, () => void decide({ does: 'live' })),
    n: when(mayDecide, () => open('note')),
    u: when(pending?.mine === true, () =>
      document.querySelector<HTMLElement>('[data-panel] [data-decision]')?.click(),
    ),
  });
  const close = () => {
    open(undefined);
    focusPanel();
  };
  const decide = async (wanted: Decide) => {
    if (await consultation.decide(wanted)) {
      open(undefined);
      focusPanel();
    }
    await onChange();
  };
  const after = (done: Promise<boolean>) => {
    void done.then(async (isDone) => {
      if (isDone) close();
      await onChange();
    });
  };
  if (!detail) return failure ? <Notice tone="warning">{textOf(failure)}</Notice> : <Skeleton lines={4} />;
  // Decided, what was ordered since may still wait for an ID.
  const isIdAsked = !isUndecided && detail.lines.some(({ waitsForId }) => waitsForId);
  const guards = detail.guards.filter(({ name }) => isUndecided || (isIdAsked && name === 'identity'));
  const settled = async () => {
    refresh();
    await onChange();
  };
  return (
    <section ref={part} data-panel tabIndex={-1} className={styles.panel} aria-labelledby="decision">
      <div className={styles.head}>
        <Heading level={2} size="m" id="decision">
          {t(`state.${detail.state}`)}
        </Heading>
        <Holder {...{ detail, canAct, consultation }} onDone={after} />
      </div>
      <Ordered lines={detail.lines} />
      <Fee fee={detail.fee} state={detail.state} />
      <Outcome detail={detail} />
      {guards.length > 0 && isPrescribing(detail) && (
        <div>
          {isUndecided && <p className={styles.label}>{t('guards')}</p>}
          <GuardList
            detail={{ ...detail, guards }}
            onAttest={canAct ? (attest) => open({ attest }) : undefined}
          />
        </div>
      )}
      {pending && detail.draft ? (
        <PendingDecision
          pending={pending}
          id={item.id}
          what={t(`pending.${detail.draft.does}`)}
          onChange={settled}
        />
      ) : opened ? (
        <OpenedForm
          {...{ opened, detail, isBusy, consultation, after, open }}
          onDecide={decide}
          onCancel={close}
        />
      ) : (
        mayDecide && (
          <Actions {...{ detail, canDecide, canAct, open, consultation, after }} onDecide={decide} />
        )
      )}
      {isBlocked && isUndecided && <p className={styles.soft}>{t('blocked')}</p>}
      {failure && (
        <Notice tone="warning" live="alert">
          {textOf(failure)}
        </Notice>
      )}
      {detail.history.length > 0 && <History lines={detail.history} />}
    </section>
  );
}

interface ActionsProps {
  readonly detail: ConsultationDetail;
  readonly canDecide: boolean;
  readonly canAct: boolean;
  readonly open: (opened: Opened) => void;
  readonly consultation: ConsultationState;
  readonly after: (done: Promise<boolean>) => void;
  readonly onDecide: (decide: Decide) => Promise<void>;
}

/** One that is meant, the other decisions in a row below it, and last what decides nothing. */
function Actions({ detail, canDecide, canAct, open, consultation, after, onDecide }: ActionsProps) {
  const t = useMessages('decide');
  const another = (name: string, key: string, act: () => void) => (
    <NativeButton
      variant="secondary"
      className={styles.small}
      aria-keyshortcuts={key}
      title={key.toUpperCase()}
      onClick={act}
    >
      {name}
    </NativeButton>
  );
  // What is said against one product is asked once it is chosen.
  const isReady = unmetOf(detail.guards).length === 0;
  const { state, lines } = detail;
  return (
    <div className={styles.actions}>
      {canDecide && isPrescribing(detail) && (
        <NativeButton
          data-decision
          className={styles.primary}
          disabled={!isReady}
          aria-keyshortcuts="p"
          onClick={() => open('approve')}
        >
          {t('approve')}
        </NativeButton>
      )}
      {canAct && state === 'needs_info' && (
        <NativeButton data-decision className={styles.primary} onClick={() => open('answered')}>
          {t('answered')}
        </NativeButton>
      )}
      {canAct && state === 'live_visit' && (
        <NativeButton data-decision className={styles.primary} onClick={() => open('liveDone')}>
          {t('liveDone')}
        </NativeButton>
      )}
      {canAct && state === 'prescribed' && (
        <NativeButton
          data-decision
          // The ID above comes first where an order waits for it.
          variant={lines.some(({ waitsForId }) => waitsForId) ? 'secondary' : 'primary'}
          className={styles.primary}
          onClick={() => after(consultation.transmitted())}
        >
          {t('transmitted')}
        </NativeButton>
      )}
      {canDecide && (
        <div className={styles.others}>
          {another(t('ask'), 'q', () => open('ask'))}
          {another(t('decline'), 'd', () => open('decline'))}
          {another(t('refer'), 'r', () => open('refer'))}
          {another(t('live'), 'v', () => void onDecide({ does: 'live' }))}
        </div>
      )}
      <div className={styles.others}>
        <NativeButton
          variant="quiet"
          className={styles.small}
          aria-keyshortcuts="n"
          title="N"
          onClick={() => open('note')}
        >
          {t('note')}
        </NativeButton>
        {canAct && isOpen(state) && (
          <NativeButton variant="quiet" className={styles.small} onClick={() => open('withdraw')}>
            {t('withdraw')}
          </NativeButton>
        )}
      </div>
    </div>
  );
}

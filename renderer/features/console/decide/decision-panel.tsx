import { type ReactNode, useRef, useState } from 'react';
import { unmetOf } from '../../../../sync/domain/care/guards.ts';
import { isOpen } from '../../../../sync/domain/care/transitions.ts';
import { may } from '../../../../sync/domain/staff/permissions.ts';
import type { CaseDetail } from '../../../../sync/protocol/api/cases.ts';
import type { ConsultationDetail, Decide } from '../../../../sync/protocol/api/consultations.ts';
import { Heading, NativeButton, Notice, Skeleton, TextLink } from '../../../design/basic/index.ts';
import { useFormat, useLocalized, useMessages } from '../../../i18n/index.ts';
import { useConsole } from '../base/console-context.ts';
import { useFailureText } from '../base/failure-text.ts';
import { PendingDecision } from '../base/pending-decision.tsx';
import { useDecisionFocus } from '../base/use-decision-focus.ts';
import { useShortcuts } from '../base/use-shortcuts.ts';
import { ApproveForm } from './approve-form.tsx';
import styles from './decision-panel.module.css';
import { type AttestedGuard, GuardList } from './guard-list.tsx';
import { History } from './history.tsx';
import { DeclineForm, ReferForm, TextForm } from './text-forms.tsx';
import type { ConsultationState } from './use-consultation.ts';

type Opened =
  | 'approve'
  | 'ask'
  | 'decline'
  | 'refer'
  | 'note'
  | 'withdraw'
  | 'answered'
  | 'liveDone'
  | { readonly attest: AttestedGuard };

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
      <Outcome detail={detail} />
      {detail.guards.length > 0 && isUndecided && isPrescribing(detail) && (
        <div>
          <p className={styles.label}>{t('guards')}</p>
          <GuardList {...{ detail }} onAttest={canAct ? (attest) => open({ attest }) : undefined} />
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

/** Who has it, and how to take it, give it on or let it go. */
function Holder({
  detail,
  canAct,
  consultation,
  onDone,
}: {
  readonly detail: ConsultationDetail;
  readonly canAct: boolean;
  readonly consultation: ConsultationState;
  readonly onDone: (done: Promise<boolean>) => void;
}) {
  const t = useMessages('decide');
  const { clinician, staff, state } = detail;
  const mayMove = canAct && isOpen(state);
  return (
    <div className={styles.holder}>
      <span className={styles.soft}>
        {clinician ? clinician.mine ? t('mine') : <bdi>{clinician.name}</bdi> : t('nobody')}
      </span>
      {mayMove && !clinician?.mine && (
        <NativeButton variant="quiet" className={styles.small} onClick={() => onDone(consultation.claim())}>
          {t(clinician ? 'takeOver' : 'claim')}
        </NativeButton>
      )}
      {mayMove && clinician?.mine && state === 'in_review' && (
        <NativeButton variant="quiet" className={styles.small} onClick={() => onDone(consultation.release())}>
          {t('release')}
        </NativeButton>
      )}
      {mayMove && staff.length > 1 && (
        <select
          aria-label={t('assign')}
          className={styles.assign}
          value=""
          onChange={(event) => onDone(consultation.assign(event.target.value))}
        >
          <option value="" disabled>
            {t('assign')}
          </option>
          {staff
            .filter(({ email }) => email !== clinician?.email)
            .map(({ email, name }) => (
              <option key={email} value={email}>
                {name}
              </option>
            ))}
        </select>
      )}
    </div>
  );
}

/** What waits for it at the checkout. */
function Ordered({ lines }: Pick<ConsultationDetail, 'lines'>) {
  const t = useMessages('decide');
  const localized = useLocalized();
  const { vendor } = useConsole();
  if (lines.length === 0) return null;
  return (
    <ul className={styles.ordered}>
      {lines.map(({ order, code, sku, medicine, quantity }) => (
        <li key={`${order} ${sku}`}>
          <span>
            {medicine ? `${localized(medicine.name)}, ${localized(medicine.form)}` : sku}
            {quantity > 1 && ` × ${quantity}`}
          </span>{' '}
          <TextLink to="/console/$vendor/orders/$orderId" params={{ vendor, orderId: order }}>
            {t('order', { code: `\u2066${code}\u2069` })}
          </TextLink>
        </li>
      ))}
    </ul>
  );
}

/** What was asked or decided. */
function Outcome({
  detail: { asked, prescription, decision, state },
}: {
  readonly detail: ConsultationDetail;
}) {
  const t = useMessages('decide');
  const format = useFormat();
  const lines: ReactNode[] = [];
  if (state === 'needs_info' && asked)
    lines.push(
      <p key="asked" dir="auto">
        “{asked.text}”
      </p>,
      <p key="until" className={styles.soft}>
        {t('asked.until', { when: format.dateTime(asked.until) })}
      </p>,
    );
  if (prescription)
    lines.push(
      <p key="rx">
        <strong>{prescription.medicine}</strong>
      </p>,
      <p key="sig">
        {prescription.directions} · {prescription.quantity} ·{' '}
        {t('rx.refills.count', { count: prescription.refills })}
      </p>,
      <p key="ends" className={styles.soft}>
        {t('rx.until', { when: format.calendarDate(prescription.expiresOn, { dateStyle: 'medium' }) })}
      </p>,
    );
  if (decision)
    lines.push(
      <p key="text" dir="auto">
        {decision.reason && <strong>{t(`reason.${decision.reason}`)}. </strong>}
        {decision.where !== undefined && <strong>{decision.where}. </strong>}
        {decision.text}
      </p>,
      ...decision.alternatives.map((alternative) => (
        <p key={alternative} className={styles.soft} dir="auto">
          {alternative}
        </p>
      )),
    );
  return lines.length > 0 ? <div className={styles.outcome}>{lines}</div> : null;
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

/** One that is meant; the others in a row below it. */
function Actions({ detail, canDecide, canAct, open, consultation, after, onDecide }: ActionsProps) {
  const t = useMessages('decide');
  const quiet = (name: string, act: () => void, key?: string) => (
    <NativeButton
      key={name}
      variant="secondary"
      className={styles.small}
      aria-keyshortcuts={key}
      title={key === undefined ? undefined : key.toUpperCase()}
      onClick={act}
    >
      {name}
    </NativeButton>
  );
  // What is said against one product is asked once it is chosen.
  const isReady = unmetOf(detail.guards).length === 0;
  const { state } = detail;
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
          className={styles.primary}
          onClick={() => after(consultation.transmitted())}
        >
          {t('transmitted')}
        </NativeButton>
      )}
      <div className={styles.others}>
        {canDecide && [
          quiet(t('ask'), () => open('ask'), 'q'),
          quiet(t('decline'), () => open('decline'), 'd'),
          quiet(t('refer'), () => open('refer'), 'r'),
          quiet(t('live'), () => void onDecide({ does: 'live' }), 'v'),
        ]}
        {quiet(t('note'), () => open('note'), 'n')}
        {canAct && isOpen(state) && quiet(t('withdraw'), () => open('withdraw'))}
      </div>
    </div>
  );
}

interface OpenedFormProps {
  readonly opened: Opened;
  readonly open: (opened: Opened) => void;
  readonly detail: ConsultationDetail;
  readonly isBusy: boolean;
  readonly consultation: ConsultationState;
  readonly after: (done: Promise<boolean>) => void;
  readonly onDecide: (decide: Decide) => Promise<void>;
  readonly onCancel: () => void;
}

function OpenedForm({
  opened,
  open,
  detail,
  isBusy,
  consultation,
  after,
  onDecide,
  onCancel,
}: OpenedFormProps) {
  const t = useMessages('decide');
  const form = { detail, isBusy, onCancel, onDecide: (decide: Decide) => void onDecide(decide) };
  const text = { isBusy, onCancel };
  if (typeof opened === 'object')
    return (
      <TextForm
        name="attest"
        begun={opened.attest.guard === 'history' ? t('attest.history') : ''}
        {...text}
        onSubmit={(written) => after(consultation.attest({ ...opened.attest, text: written }))}
      />
    );
  switch (opened) {
    case 'approve':
      return <ApproveForm {...form} onAttest={(attest) => open({ attest })} />;
    case 'decline':
      return <DeclineForm {...form} />;
    case 'refer':
      return <ReferForm {...form} />;
    case 'ask':
      return (
        <TextForm
          name="ask"
          lang={detail.language}
          {...text}
          onSubmit={(written) => void onDecide({ does: 'ask', text: written })}
        />
      );
    case 'withdraw':
      return (
        <TextForm
          name="withdraw"
          lang={detail.language}
          {...text}
          onSubmit={(written) => void onDecide({ does: 'withdraw', text: written })}
        />
      );
    case 'note':
      return (
        <TextForm
          name="note"
          begun={t('note.soap')}
          {...text}
          onSubmit={(written) => after(consultation.note(written))}
        />
      );
    case 'answered':
      return (
        <TextForm name="answered" {...text} onSubmit={(written) => after(consultation.answered(written))} />
      );
    case 'liveDone':
      return (
        <TextForm name="liveDone" {...text} onSubmit={(written) => after(consultation.liveDone(written))} />
      );
  }
}

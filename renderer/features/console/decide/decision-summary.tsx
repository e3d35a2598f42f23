import type { ReactNode } from 'react';
import { isOpen } from '../../../../sync/domain/care/transitions.ts';
import type { PaymentStatus } from '../../../../sync/domain/orders/order-status.ts';
import type { ConsultationDetail } from '../../../../sync/protocol/api/consultations.ts';
import { NativeButton, TextLink } from '../../../design/basic/index.ts';
import { useFormat, useLocalized, useMessages } from '../../../i18n/index.ts';
import { SHORT_DAY } from '../../../i18n/short-day.ts';
import { useConsole } from '../base/console-context.ts';
import styles from './decision-panel.module.css';
import type { ConsultationState } from './use-consultation.ts';

/** Who has it, and how to take it, give it on or let it go. */
export function Holder({
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
export function Ordered({ lines }: Pick<ConsultationDetail, 'lines'>) {
  const t = useMessages('decide');
  const localized = useLocalized();
  const { vendor } = useConsole();
  if (lines.length === 0) return null;
  return (
    <ul className={styles.ordered}>
      {lines.map(({ order, code, sku, medicine, quantity, waitsForId }) => (
        <li key={`${order} ${sku}`}>
          <span>
            {medicine ? `${localized(medicine.name)}, ${localized(medicine.form)}` : sku}
            {quantity > 1 && ` × ${quantity}`}
          </span>{' '}
          <TextLink to="/console/$vendor/orders/$orderId" params={{ vendor, orderId: order }}>
            {t('order', { code: `\u2066${code}\u2069` })}
          </TextLink>
          {waitsForId && <p className={styles.soft}>{t('waitsForId')}</p>}
        </li>
      ))}
    </ul>
  );
}

const MONEY: Readonly<Partial<Record<PaymentStatus, 'held' | 'desk' | 'paid' | 'back'>>> = {
  ...{ authorized: 'held', setup: 'held', deferred: 'desk', captured: 'paid' },
  ...{
    canceling: 'back',
    voided: 'back',
    refund_pending: 'back',
    partially_refunded: 'back',
    refunded: 'back',
  },
  disputed: 'back',
};

/** Of the consultation itself, where nothing is sold by its form. */
export function Fee({ fee, state }: Pick<ConsultationDetail, 'fee' | 'state'>) {
  const t = useMessages('decide');
  const format = useFormat();
  const { vendor } = useConsole();
  if (!fee) return null;
  const { amount, currency, order } = fee;
  const money = order ? (MONEY[order.payment] ?? 'waiting') : 'none';
  return (
    <div>
      <p>
        <span>{t('fee', { amount: format.money(amount, currency) })}</span>{' '}
        {order && (
          <TextLink to="/console/$vendor/orders/$orderId" params={{ vendor, orderId: order.id }}>
            {t('order', { code: `\u2066${order.code}\u2069` })}
          </TextLink>
        )}
      </p>
      <p className={styles.soft}>{t(money === 'paid' && isOpen(state) ? 'fee.paidOpen' : `fee.${money}`)}</p>
    </div>
  );
}

/** What was asked or decided. */
export function Outcome({
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
        {t('rx.until', { when: format.calendarDate(prescription.expiresOn, SHORT_DAY) })}
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

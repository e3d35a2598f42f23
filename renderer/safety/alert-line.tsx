import { StatusLine } from '../design/basic/index.ts';
import { useFormat, useMessages } from '../i18n/index.ts';
import type { Delivery } from '../platform/contract.ts';

export type AlertStage = 'recording' | 'failed' | 'waiting' | 'arrived' | 'acknowledged';

/** The alert of this session about which the vendor has known longest. */
export function alertOf(deliveries: readonly Delivery[] | undefined, session: string): Delivery | undefined {
  const alerts = (deliveries ?? []).filter(
    (delivery) => delivery.kind === 'safety.alert' && delivery.session === session,
  );
  return alerts.toSorted((one, other) => other.queuedAt.localeCompare(one.queuedAt))[0];
}

/** Nothing is claimed before it is true: "seen" only when a person there has acknowledged it. */
export function alertStage(alert: Delivery | undefined, failed: boolean): AlertStage {
  if (!alert) return failed ? 'failed' : 'recording';
  if (alert.acknowledgedAt !== undefined) return 'acknowledged';
  return alert.receipt || alert.state === 'received' || alert.state === 'held' ? 'arrived' : 'waiting';
}

export interface AlertLineProps {
  readonly alert: Delivery | undefined;
  readonly failed: boolean;
  readonly vendor: string;
}

/** What the clinic knows of this answer. */
export function AlertLine({ alert, failed, vendor }: AlertLineProps) {
  const t = useMessages('safety');
  const format = useFormat();
  const stage = alertStage(alert, failed);
  if (alert?.acknowledgedAt !== undefined) {
    return (
      <StatusLine status="sent" live>
        {t('alert.acknowledged', { vendor, time: format.time(alert.acknowledgedAt) })}
      </StatusLine>
    );
  }
  return (
    <StatusLine status={stage === 'failed' ? 'attention' : 'waiting'} live>
      {t('alert.notSeen', { vendor })} {t(`alert.${stage}`, { vendor })}
    </StatusLine>
  );
}

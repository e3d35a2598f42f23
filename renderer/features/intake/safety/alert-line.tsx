import { StatusLine } from '../../../design/basic/index.ts';
import { useFormat, useMessages } from '../../../i18n/index.ts';
import type { Delivery } from '../../../platform/contract/contract.ts';
import { alertStage } from './alert-stage.ts';

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

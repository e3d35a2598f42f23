import { useNow } from '../../../../base/use-now.ts';
import { StatusLine } from '../../../../design/basic/index.ts';
import { useOffline } from '../../../../device/use-offline.ts';
import { uploadShare } from '../../../../device/waiting.ts';
import { type MessageKey, useFormat, useMessages } from '../../../../i18n/index.ts';
import type { Delivery } from '../../../../platform/contract/contract.ts';
import type { DeliveryStage } from '../../flow/machine/flow-events.ts';

const reasons: Readonly<Partial<Record<NonNullable<Delivery['why']>, MessageKey<'sent'>>>> = {
  'server-busy': 'success.why.busy',
  'server-older': 'success.why.serverOlder',
  'update-needed': 'success.why.update',
  'sign-in-needed': 'success.why.signIn',
  conflict: 'success.why.conflict',
  'not-understood': 'success.why.notUnderstood',
  photos: 'success.why.photos',
  'no-key': 'success.why.noKey',
};

interface SentStateProps {
  readonly delivery: Delivery;
  readonly stage: DeliveryStage;
  readonly vendor: string;
}

/** Why the form isn't there; read out when it changes. Once it is, the headline says so. */
export function SentState({ delivery, stage, vendor }: SentStateProps) {
  const t = useMessages('sent');
  const shell = useMessages('shell');
  const format = useFormat();
  const now = useNow();
  const offline = useOffline();
  if (delivery.deletedAt !== undefined) {
    return (
      <StatusLine status="attention" live>
        {t('success.deletedAt', { vendor, time: format.moment(delivery.deletedAt, now) })}
      </StatusLine>
    );
  }
  if (stage !== 'queued') return null;
  const why = delivery.why && reasons[delivery.why];
  const upload = uploadShare([delivery]);
  return (
    <>
      <StatusLine
        status={delivery.state === 'attention' ? 'attention' : offline ? 'offline' : 'waiting'}
        live
      >
        {t(why ?? (offline ? 'success.why.offline' : 'success.why.sending'), { vendor })}
      </StatusLine>
      {upload !== undefined && (
        <StatusLine status="quiet">
          {shell('delivery.upload', { percent: format.number(upload, { style: 'percent' }) })}
        </StatusLine>
      )}
    </>
  );
}

import { formOf } from '../../../../sync/protocol/operations/about.ts';
import { useNow } from '../../../base/use-now.ts';
import { LinkRow, StatusLine, TextLink } from '../../../design/basic/index.ts';
import { isWaiting } from '../../../device/provider/is-waiting.ts';
import { usePack } from '../../../device/provider/platform-provider.tsx';
import { SaveCopy } from '../../../device/save-copy.tsx';
import { uploadShare, waitsLong } from '../../../device/waiting.ts';
import { useFormat, useMessages } from '../../../i18n/index.ts';
import type { Delivery } from '../../../platform/contract/contract.ts';

interface DeliveryRowProps {
  readonly delivery: Delivery;
  /** Of its form; a general one on a shared device. */
  readonly name: string;
}

/** A form on its way or arrived: where it is, and a copy to take along for as long as the clinic doesn't have it. */
export function DeliveryRow({ delivery, name }: DeliveryRowProps) {
  const { slug } = usePack();
  const now = useNow();
  const waiting = isWaiting(delivery);
  return (
    <LinkRow
      icon="file"
      link={
        <TextLink
          to="/connect/$vendor/questionnaire/$questionnaire/success"
          params={{ vendor: slug, questionnaire: formOf(delivery) }}
          tone="ink"
        >
          {name}
        </TextLink>
      }
      description={
        <>
          <bdi dir="ltr">{delivery.code}</bdi>
          <DeliveryState delivery={delivery} now={now} />
        </>
      }
      actions={
        waiting ? (
          <SaveCopy
            sessions={[delivery.session]}
            variant={waitsLong(delivery, now) ? 'secondary' : 'quiet'}
          />
        ) : undefined
      }
    />
  );
}

/** The state of one delivery in honest words. */
function DeliveryState({ delivery, now }: { readonly delivery: Delivery; readonly now: Date }) {
  const t = useMessages('shell');
  const format = useFormat();
  const { name } = usePack();
  const receivedAt = delivery.receipt?.receivedAt;
  const upload = uploadShare([delivery]);
  if (delivery.state === 'attention')
    return <StatusLine status="attention">{t('delivery.attention', { name })}</StatusLine>;
  if (isWaiting(delivery)) {
    return (
      <>
        <StatusLine status="waiting">{t('delivery.waiting', { name })}</StatusLine>
        {upload !== undefined && (
          <StatusLine status="quiet">
            {t('delivery.upload', { percent: format.number(upload, { style: 'percent' }) })}
          </StatusLine>
        )}
      </>
    );
  }
  if (delivery.deletedAt !== undefined)
    return <StatusLine status="attention">{t('delivery.deleted', { name })}</StatusLine>;
  if (delivery.reviewedAt !== undefined) {
    return (
      <StatusLine status="sent">
        {t('delivery.reviewed', { name, when: format.moment(delivery.reviewedAt, now) })}
      </StatusLine>
    );
  }
  return (
    <StatusLine status="sent">
      {receivedAt === undefined
        ? t('delivery.received', { name })
        : t('delivery.receivedAt', { name, when: format.moment(receivedAt, now) })}
    </StatusLine>
  );
}

import { useEffect, useState } from 'react';
import type { PublishedQuestionnaire } from '../../../sync/domain/intake/offered-questionnaire.ts';
import { orderPlace } from '../../../sync/protocol/operations/order-place.ts';
import { ButtonLink, Heading, Stack, Text } from '../../design/basic/index.ts';
import { useDeliveries, usePack, usePlatform } from '../../device/provider/platform-provider.tsx';
import { useFormat, useMessages } from '../../i18n/index.ts';

/** Whether this device has sent an order of it. What has become of that its page says. */
function useOrdered(consultation: string): boolean {
  const platform = usePlatform();
  const deliveries = useDeliveries();
  const [isOrdered, setOrdered] = useState(false);
  useEffect(() => {
    let gone = false;
    void (async () => {
      const { deliveries: sent } = await platform;
      for (const { opId, kind } of deliveries ?? []) {
        if (kind !== orderPlace.kind) continue;
        const copy = await sent.copy(orderPlace, opId).catch(() => undefined);
        if (!gone && copy?.consultation === consultation) setOrdered(true);
      }
    })();
    return () => {
      gone = true;
    };
  }, [platform, deliveries, consultation]);
  return isOrdered;
}

interface PayFeeProps {
  readonly form: PublishedQuestionnaire;
  /** The operation that sent it. */
  readonly consultation: string;
}

/** What the clinician's work costs, where nothing else is sold by the form. */
export function PayFee({ form, consultation }: PayFeeProps) {
  const t = useMessages('treatments');
  const format = useFormat();
  const { slug } = usePack();
  const isOrdered = useOrdered(consultation);
  const { amount, currency } = form.price;
  return (
    <Stack gap={3} as="section" aria-labelledby="fee">
      <Heading level={2} size="m" id="fee">
        {t('fee')}
      </Heading>
      <Text>{t('feeText', { amount: format.money(amount, currency) })}</Text>
      <div>
        <ButtonLink href={`/connect/${slug}/checkout?consultation=${consultation}`}>
          {t(isOrdered ? 'feeSee' : 'feePay')}
        </ButtonLink>
      </div>
    </Stack>
  );
}

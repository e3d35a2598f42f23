import { useEffect, useState } from 'react';
import type { PublishedQuestionnaire } from '../../../sync/domain/intake/offered-questionnaire.ts';
import { orderViewSchema } from '../../../sync/domain/orders/order-view.ts';
import { orderPlace } from '../../../sync/protocol/operations/order-place.ts';
import { ORDER_RECORD } from '../../../sync/protocol/records/order.ts';
import { ButtonLink, Heading, Stack, Text } from '../../design/basic/index.ts';
import { orderShelf } from '../../device/order-shelf.ts';
import { useDeliveries, usePack, usePlatform } from '../../device/provider/platform-provider.tsx';
import { useRecords } from '../../device/use-account.ts';
import { useFormat, useMessages } from '../../i18n/index.ts';
import type { Platform } from '../../platform/contract/contract.ts';

const isCancelled = (view: unknown) => orderViewSchema.safeParse(view).data?.statuses.order === 'cancelled';

async function wasSeenCancelled({ shelf }: Platform, order: string): Promise<boolean> {
  const reading = await shelf?.read(orderShelf(order)).catch(() => undefined);
  return (
    reading?.status === 'found' && isCancelled((reading.value as { readonly view?: unknown } | null)?.view)
  );
}

/** Whether this device has sent an order of it which it doesn't know to be canceled. What else has become of that its page says. */
function useOrdered(consultation: string): boolean {
  const platform = usePlatform();
  const deliveries = useDeliveries();
  const { records } = useRecords(ORDER_RECORD, orderViewSchema);
  const [orders, setOrders] = useState<readonly string[]>([]);
  useEffect(() => {
    let gone = false;
    void (async () => {
      const device = await platform;
      const found: string[] = [];
      for (const { opId, kind, session } of deliveries ?? []) {
        if (kind !== orderPlace.kind) continue;
        const copy = await device.deliveries.copy(orderPlace, opId).catch(() => undefined);
        if (copy?.consultation !== consultation || (await wasSeenCancelled(device, session))) continue;
        found.push(session);
      }
      if (!gone) setOrders(found);
    })();
    return () => {
      gone = true;
    };
  }, [platform, deliveries, consultation]);
  const over = records.filter(({ body }) => isCancelled(body)).map(({ id }) => id);
  return orders.some((order) => !over.includes(order));
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

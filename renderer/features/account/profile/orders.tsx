import { orderLabel } from '../../../../sync/domain/orders/order-status.ts';
import {
  isConsultation,
  type OrderView,
  orderViewSchema,
} from '../../../../sync/domain/orders/order-view.ts';
import { ORDER_RECORD } from '../../../../sync/protocol/records/order.ts';
import { OptionalPart } from '../../../base/optional-part.tsx';
import { Heading, LinkRow, Rows, RowTitle, Stack } from '../../../design/basic/index.ts';
import { usePack } from '../../../device/provider/platform-provider.tsx';
import { type TypedRecord, useRecords } from '../../../device/use-account.ts';
import { useFormat, useMessages } from '../../../i18n/index.ts';
import { SHORT_DAY } from '../../../i18n/short-day.ts';
import { feeLabel } from '../../../shell/consultation/fee-words.ts';

const newestFirst = (one: TypedRecord<OrderView>, other: TypedRecord<OrderView>) =>
  Date.parse(other.body.placedAt) - Date.parse(one.body.placedAt);

/** What a person has ordered, on any of their devices; nothing where there is nothing. */
export function Orders() {
  const t = useMessages('profile');
  const { records } = useRecords(ORDER_RECORD, orderViewSchema);
  if (records.length === 0) return null;
  return (
    <Stack gap={3} as="section" aria-labelledby="orders">
      <Heading level={2} size="m" id="orders">
        {t('orders.title')}
      </Heading>
      {/* The page of an order has the words for what became of it. */}
      <OptionalPart>
        <Rows label={t('orders.title')}>
          {records.toSorted(newestFirst).map(({ id, body }) => (
            <Order key={id} order={body} />
          ))}
        </Rows>
      </OptionalPart>
    </Stack>
  );
}

function Order({ order }: { readonly order: OrderView }) {
  const { id, code, placedAt, totals, currency, statuses, delivery } = order;
  const t = useMessages('profile');
  const ofOrders = useMessages('checkout');
  const format = useFormat();
  const { slug, name: vendor } = usePack();
  const label = orderLabel(statuses);
  const page = delivery.way === 'pickup' ? 'checkout/pharmacy/success' : 'checkout/success';
  return (
    <LinkRow
      link={
        // A document of its own kind: opened by a load.
        <RowTitle href={`/connect/${slug}/${page}/${id}`}>
          {ofOrders(isConsultation(order) ? feeLabel(label) : `label.${label}`, { vendor })}
        </RowTitle>
      }
      description={t('orders.about', {
        code: `\u2066${code}\u2069`,
        when: format.date(placedAt, SHORT_DAY),
      })}
      detail={<bdi>{format.money(totals.total, currency)}</bdi>}
    />
  );
}

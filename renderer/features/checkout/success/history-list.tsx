import { isConsultation, type OrderView } from '../../../../sync/domain/orders/order-view.ts';
import { Heading, Stack } from '../../../design/basic/index.ts';
import { type MessageKey, useFormat, useMessages } from '../../../i18n/index.ts';
import styles from './success.module.css';

/** What a patient is told of; what a newer server tells of is left to a newer app. */
const EVENTS = [
  ...['placed', 'settled', 'price_lowered', 'price_accepted', 'pharmacy_changed', 'cancelled'],
  ...['authorized', 'card_saved', 'charged', 'payment_failed', 'released', 'refund_started', 'refunded'],
  ...['in_review', 'needs_info', 'approved', 'declined', 'referred', 'review_expired', 'preparing'],
  ...['ready_for_pickup', 'shipped', 'out_for_delivery', 'delivered', 'picked_up', 'returned'],
] as const;
type Known = (typeof EVENTS)[number];
/** Of a consultation alone. */
const OWN: Readonly<Partial<Record<Known, MessageKey<'checkout'>>>> = {
  placed: 'fee.placed',
  approved: 'label.completed',
};

export function HistoryList({ view }: { readonly view: OrderView }) {
  const t = useMessages('checkout');
  const format = useFormat();
  const known = view.history.flatMap(({ at, event }) => {
    const name = EVENTS.find((one): one is Known => one === event);
    return name === undefined ? [] : [{ at, name }];
  });
  if (known.length === 0) return null;
  return (
    <Stack gap={3} as="section" aria-labelledby="history">
      <Heading level={2} size="m" id="history">
        {t('history.title')}
      </Heading>
      <ol className={styles.history}>
        {known.map(({ at, name }) => (
          <li key={`${at} ${name}`}>
            <span>{t((isConsultation(view) && OWN[name]) || (`history.${name}` as 'history.placed'))}</span>
            <time dateTime={at}>{format.dateTime(at)}</time>
          </li>
        ))}
      </ol>
    </Stack>
  );
}
